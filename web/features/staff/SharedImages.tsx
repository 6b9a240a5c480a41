import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { LibraryImageList } from '../../../contract/http/co-ops.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { siteMessages } from '../../lib/messages/staff-log.ts'
import { itemsOf } from '../../lib/paged-query.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Link } from '../../ui/Link.tsx'
import { ListEnd } from '../../ui/ListEnd.tsx'
import { MemberLink } from '../../ui/MemberLink.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { libraryImagesQuery, useRemoveImage } from './queries.ts'
import styles from './SitePage.module.css'
import { StaffReasonDialog } from './StaffReasonDialog.tsx'

/** Sketches that staff made images of the library. */
export function SharedImages() {
  const query = useInfiniteQuery(libraryImagesQuery)
  const images = itemsOf(query.data)
  return (
    <section className={styles.form}>
      <h2>Shared images</h2>
      {query.data && images.length === 0 && <EmptyState>{siteMessages.noImages}</EmptyState>}
      <ul aria-label="Shared images">
        {images.map((image) => (
          <ImageRow key={image.id} {...image} />
        ))}
      </ul>
      <ListEnd query={query} />
    </section>
  )
}

function ImageRow({ id, title, path, sketch, madeBy, date }: LibraryImageList['items'][number]) {
  const remove = useRemoveImage()
  const [isOpen, setIsOpen] = useState(false)
  const send = async (reason: string) => {
    await remove.mutateAsync({ id, reason })
    toast(siteMessages.imageRemoved)
  }
  return (
    <li className={styles.alias}>
      <span>
        <Link to={`/sketch/${sketch.id}`}>{title}</Link> in {path}, by{' '}
        <MemberLink id={madeBy.id} nickname={madeBy.nickname} />
      </span>
      <RelativeTime time={date} />
      <Button aria-label={`Remove ${title}`} onClick={() => setIsOpen(true)}>
        Remove
      </Button>
      {isOpen && (
        <StaffReasonDialog
          title={`Remove the shared image ${title}`}
          submit="Remove"
          onReason={send}
          failure={messageOf}
          onClose={() => setIsOpen(false)}
        >
          {siteMessages.imageRemoval}
        </StaffReasonDialog>
      )}
    </li>
  )
}

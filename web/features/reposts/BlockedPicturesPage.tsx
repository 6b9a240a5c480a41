import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { BlockedPicture } from '../../../contract/http/reposts.ts'
import { repostMessages } from '../../lib/messages/reposts.ts'
import { itemsOf } from '../../lib/paged-query.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Link } from '../../ui/Link.tsx'
import { ListEnd } from '../../ui/ListEnd.tsx'
import { Page } from '../../ui/Page.tsx'
import { placeholderStyle } from '../../ui/Picture.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { StaffOnly } from '../../ui/StaffOnly.tsx'
import { UserText } from '../../ui/UserText.tsx'
import { DeskTabs } from '../cases/DeskTabs.tsx'
import { UnblockPictureDialog } from './BlockDialogs.tsx'
import styles from './BlockedPicturesPage.module.css'
import { blockedPicturesQuery } from './queries.ts'

/** Pictures that nobody may post, for staff. */
export function BlockedPicturesPage() {
  return (
    <StaffOnly>
      <Page title="Blocked pictures" gap={16} width={1080}>
        <h1>Moderation</h1>
        <DeskTabs current="/gloperate/pictures" />
        <BlockedPictures />
      </Page>
    </StaffOnly>
  )
}

function BlockedPictures() {
  const query = useInfiniteQuery(blockedPicturesQuery)
  const pictures = itemsOf(query.data)
  return (
    <>
      {query.data && pictures.length === 0 && <EmptyState>{repostMessages.noneBlocked}</EmptyState>}
      <ul aria-label="Blocked pictures">
        {pictures.map((picture) => (
          <BlockedRow key={picture.id} picture={picture} />
        ))}
      </ul>
      <ListEnd query={query} />
    </>
  )
}

function BlockedRow({ picture }: { picture: BlockedPicture }) {
  const [isOpen, setIsOpen] = useState(false)
  const name = picture.title || 'Untitled'
  return (
    <li className={styles.row}>
      <span className={styles.picture} style={{ ...boxOf(picture), ...placeholderStyle(picture.thumbhash) }} />
      <div className={styles.texts}>
        <h2>
          <Link to={`/sketch/${picture.sketchId}`}>{name}</Link>
        </h2>
        <UserText>{picture.reason}</UserText>
        <RelativeTime time={picture.date} />
      </div>
      <Button aria-label={`Unblock ${name}`} onClick={() => setIsOpen(true)}>
        Unblock
      </Button>
      {isOpen && <UnblockPictureDialog id={picture.id} onClose={() => setIsOpen(false)} />}
    </li>
  )
}

/** Box of the picture's shape, at most 1:2.5. */
function boxOf({ width, height }: BlockedPicture) {
  return { aspectRatio: Math.min(2.5, Math.max(0.4, width / height)) }
}

import { useInfiniteQuery } from '@tanstack/react-query'
import type { SketchItem } from '../../../contract/http/sketches.ts'
import { READ_CACHE_MS } from '../../../contract/limits.ts'
import { entryMessages } from '../../lib/messages/entries.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { ScrollSentinel } from '../../ui/ScrollSentinel.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { AlbumCover } from '../albums/AlbumCover.tsx'
import { artistList } from '../galleries/lists.ts'
import { galleryQuery } from '../galleries/queries.ts'
import styles from './SketchChooser.module.css'
import { UploadTile } from './UploadTile.tsx'

export type SketchChooserProps = {
  userId: number
  /** Sketches that are entered already, as far as known. */
  enteredIds: ReadonlySet<number>
  /** Address where a new sketch is uploaded. */
  uploadTo: string
  chosen: SketchItem | undefined
  onChoose: (sketch: SketchItem) => void
}

/** The member's sketches that can be entered: listed ones that are not entered already. */
export function SketchChooser({ userId, enteredIds, uploadTo, chosen, onChoose }: SketchChooserProps) {
  const list = artistList({ id: userId, nickname: '' }, 'recent')
  // Galleries stay cached for going back; here new sketches matter.
  const query = useInfiniteQuery({ ...galleryQuery(list), staleTime: READ_CACHE_MS })
  const { data, isError, isFetching, hasNextPage, fetchNextPage, refetch } = query
  const sketches = data?.pages
    .flatMap(({ items }) => items)
    .filter(({ id, unlisted }) => !unlisted && !enteredIds.has(id))
  const showMore = () => void fetchNextPage({ cancelRefetch: false })
  return (
    <>
      {sketches?.length === 0 && !hasNextPage && <p className={styles.empty}>{entryMessages.nothingToEnter}</p>}
      <ul className={styles.list} aria-label="Your sketches">
        <li>
          <UploadTile to={uploadTo} className={styles.upload} />
        </li>
        {sketches?.map((sketch) => (
          <li key={sketch.id}>
            <SketchChoice sketch={sketch} isChosen={sketch.id === chosen?.id} onChoose={() => onChoose(sketch)} />
          </li>
        ))}
        {hasNextPage && !isFetching && !isError && (
          <li className={styles.sentinel}>
            <ScrollSentinel onVisible={showMore} />
          </li>
        )}
      </ul>
      {isFetching && <Spinner label="Loading" />}
      {isError && (
        <LoadFailure onRetry={() => void (data ? showMore() : refetch())}>{messageOf(query.error)}</LoadFailure>
      )}
    </>
  )
}

type SketchChoiceProps = { sketch: SketchItem; isChosen: boolean; onChoose: () => void }

function SketchChoice({ sketch: { id, title, ...picture }, isChosen, onChoose }: SketchChoiceProps) {
  return (
    <button type="button" className={styles.choice} aria-pressed={isChosen} onClick={onChoose}>
      <AlbumCover thumbnail={{ ...picture, sketchId: id }} />
      <span className={styles.title}>{title}</span>
    </button>
  )
}

import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { EnteredIn } from '../../../contract/http/galleries.ts'
import type { SketchItem } from '../../../contract/http/sketches.ts'
import { entryMessages } from '../../lib/messages/entries.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { itemsOf } from '../../lib/paged-query.ts'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { ScrollSentinel } from '../../ui/ScrollSentinel.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { AlbumCover } from '../albums/AlbumCover.tsx'
import { profileQuery } from '../users/queries.ts'
import { toEnterQuery } from './queries.ts'
import styles from './SketchChooser.module.css'
import { UploadTile } from './UploadTile.tsx'

export type SketchChooserProps = {
  userId: number
  /** Sketches that are in another one already are left out. */
  enteredIn: EnteredIn
  /** Address where a new sketch is uploaded. */
  uploadTo: string
  chosen: SketchItem | undefined
  onChoose: (sketch: SketchItem) => void
}

/** True if the member has no sketch that can be entered. */
export function useHasNothingToEnter({ userId, enteredIn }: Pick<SketchChooserProps, 'userId' | 'enteredIn'>): boolean {
  const { data, hasNextPage } = useInfiniteQuery(toEnterQuery(enteredIn, userId))
  return data !== undefined && itemsOf(data).length === 0 && !hasNextPage
}

/** The member's sketches that can be entered. */
export function SketchChooser({ userId, enteredIn, uploadTo, chosen, onChoose }: SketchChooserProps) {
  const query = useInfiniteQuery(toEnterQuery(enteredIn, userId))
  const { data, isError, isFetching, hasNextPage, fetchNextPage, refetch } = query
  const sketches = data && itemsOf(data)
  const isEmpty = useHasNothingToEnter({ userId, enteredIn })
  const showMore = () => void fetchNextPage({ cancelRefetch: false })
  return (
    <>
      {isEmpty && <NothingToEnter userId={userId} enteredIn={enteredIn} />}
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

function NothingToEnter({ userId, enteredIn }: Pick<SketchChooserProps, 'userId' | 'enteredIn'>) {
  const { data, isLoading } = useQuery(profileQuery(userId))
  if (isLoading) return null
  const hasSketches = data && !data.hidden && data.sketches > 0
  return (
    <p className={styles.empty}>{hasSketches ? entryMessages.allEntered(enteredIn) : entryMessages.nothingToEnter}</p>
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

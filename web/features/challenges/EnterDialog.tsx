import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ChallengeItem } from '../../../contract/http/challenge-item.ts'
import type { SketchItem } from '../../../contract/http/sketches.ts'
import { READ_CACHE_MS } from '../../../contract/limits.ts'
import { challengeMessages, entryFailure } from '../../lib/messages/challenges.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { toast } from '../../lib/toast.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { ScrollSentinel } from '../../ui/ScrollSentinel.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { artistList } from '../galleries/lists.ts'
import { galleryQuery } from '../galleries/queries.ts'
import styles from './EnterDialog.module.css'
import { useEnterChallenge } from './queries.ts'
import { SketchThumbnail } from './SketchThumbnail.tsx'
import { useEntries } from './useEntries.ts'

const THUMB_SIDE = 120

type EnterDialogProps = { challenge: ChallengeItem; userId: number; onClose: () => void }

/** Lets a member enter one of their sketches in a challenge [1 §5]. */
export function EnterDialog({ challenge, userId, onClose }: EnterDialogProps) {
  const enterChallenge = useEnterChallenge()
  const [chosen, setChosen] = useState<SketchItem>()
  const enter = async (sketch: SketchItem) => {
    await enterChallenge.mutateAsync({ challengeId: challenge.id, sketchId: sketch.id })
    toast(challengeMessages.entered(challenge.title))
    onClose()
  }
  return (
    <Modal onClose={onClose} title="Enter a sketch" actions={<Button onClick={onClose}>Cancel</Button>}>
      <OwnSketches challenge={challenge} userId={userId} onChoose={setChosen} />
      {chosen && (
        <ConfirmDialog
          isOpen
          onClose={() => setChosen(undefined)}
          title={`Enter ${chosen.title} in ${challenge.title}?`}
          confirmLabel="Enter"
          onConfirm={() => enter(chosen)}
          messageOf={entryFailure}
        >
          {challengeMessages.entryHint}
        </ConfirmDialog>
      )}
    </Modal>
  )
}

type OwnSketchesProps = Pick<EnterDialogProps, 'challenge' | 'userId'> & { onChoose: (sketch: SketchItem) => void }

function OwnSketches({ challenge, userId, onChoose }: OwnSketchesProps) {
  const { loadedEntries } = useEntries(challenge)
  const list = artistList({ id: userId, nickname: '' }, 'recent')
  // Galleries stay cached for going back; here new sketches matter.
  const query = useInfiniteQuery({ ...galleryQuery(list), staleTime: READ_CACHE_MS })
  const { data, isError, isFetching, hasNextPage, fetchNextPage, refetch } = query
  const entered = new Set(loadedEntries.map(({ id }) => id))
  const sketches = data?.pages.flatMap(({ items }) => items).filter(({ id, unlisted }) => !unlisted && !entered.has(id))
  const showMore = () => void fetchNextPage({ cancelRefetch: false })
  return (
    <>
      {sketches?.length === 0 && !hasNextPage && (
        <>
          <p className={styles.empty}>{challengeMessages.nothingToEnter}</p>
          <div>
            <ButtonLink to="/upload">Upload a sketch</ButtonLink>
          </div>
        </>
      )}
      <ul className={styles.list} aria-label="Your sketches">
        {sketches?.map((sketch) => (
          <li key={sketch.id}>
            <button type="button" className={styles.choice} onClick={() => onChoose(sketch)}>
              <SketchThumbnail sketch={sketch} side={THUMB_SIDE} />
              <span className={styles.title}>{sketch.title}</span>
            </button>
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

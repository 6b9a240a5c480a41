import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ChallengeItem } from '../../../contract/http/challenge-item.ts'
import type { SketchItem } from '../../../contract/http/sketches.ts'
import { READ_CACHE_MS } from '../../../contract/limits.ts'
import { challengeMessages, entryFailure } from '../../lib/messages/challenges.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/Button.tsx'
import { FormError } from '../../ui/FormDialog.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { ScrollSentinel } from '../../ui/ScrollSentinel.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { artistList } from '../galleries/lists.ts'
import { galleryQuery } from '../galleries/queries.ts'
import styles from './EnterDialog.module.css'
import { useEnterChallenge } from './queries.ts'
import { SketchThumbnail } from './SketchThumbnail.tsx'
import { UploadTile } from './UploadTile.tsx'
import { useEntries } from './useEntries.ts'

const THUMB_SIDE = 120

type EnterDialogProps = { challenge: ChallengeItem; userId: number; onClose: () => void }

/** Lets a member choose one of their sketches and enter it in a challenge; the Enter button confirms it [1 §5]. */
export function EnterDialog({ challenge, userId, onClose }: EnterDialogProps) {
  const enterChallenge = useEnterChallenge()
  const [chosen, setChosen] = useState<SketchItem>()
  const enter = async (sketchId: number) => {
    // The mutation stores its error.
    await enterChallenge.mutateAsync({ challengeId: challenge.id, sketchId }).then(
      () => {
        toast(challengeMessages.entered(challenge.title))
        onClose()
      },
      () => undefined,
    )
  }
  const choose = (sketch: SketchItem) => {
    enterChallenge.reset()
    setChosen(sketch)
  }
  return (
    <Modal
      onClose={onClose}
      title="Enter a sketch"
      dismissable={!enterChallenge.isPending}
      actions={
        <>
          <Button disabled={enterChallenge.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="primary"
            disabled={!chosen}
            busy={enterChallenge.isPending}
            onClick={() => chosen && void enter(chosen.id)}
          >
            Enter
          </Button>
        </>
      }
    >
      <OwnSketches challenge={challenge} userId={userId} chosen={chosen} onChoose={choose} />
      <p role="status">
        {chosen
          ? `${challengeMessages.enterTitle([{ title: chosen.title, challenge }])} ${challengeMessages.entryHint}`
          : challengeMessages.chooseSketch}
      </p>
      <FormError>{enterChallenge.isError && entryFailure(enterChallenge.error)}</FormError>
    </Modal>
  )
}

type OwnSketchesProps = Pick<EnterDialogProps, 'challenge' | 'userId'> & {
  chosen: SketchItem | undefined
  onChoose: (sketch: SketchItem) => void
}

/** The member's sketches that can be entered: listed ones that are not among the loaded entries. */
export function OwnSketches({ challenge, userId, chosen, onChoose }: OwnSketchesProps) {
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
      {sketches?.length === 0 && !hasNextPage && <p className={styles.empty}>{challengeMessages.nothingToEnter}</p>}
      <ul className={styles.list} aria-label="Your sketches">
        <li>
          <UploadTile challengeId={challenge.id} className={styles.upload} />
        </li>
        {sketches?.map((sketch) => (
          <li key={sketch.id}>
            <button
              type="button"
              className={styles.choice}
              aria-pressed={sketch.id === chosen?.id}
              onClick={() => onChoose(sketch)}
            >
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

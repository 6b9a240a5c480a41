import { useInfiniteQuery } from '@tanstack/react-query'
import type { CurrentUser } from '../../../contract/http/auth.ts'
import { coverPicture } from '../../../contract/image-sizes.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { messageTexts } from '../../lib/messages/messages.ts'
import { itemsOf } from '../../lib/paged-query.ts'
import { Button } from '../../ui/Button.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { artistList } from '../galleries/lists.ts'
import { galleryQuery } from '../galleries/queries.ts'
import styles from './ChooseSketchDialog.module.css'
import type { DraftSketch } from './message-draft.ts'

const SIDE = 88

type ChooseSketchDialogProps = {
  user: CurrentUser
  onChoose: (sketch: DraftSketch) => void
  onClose: () => void
}

/** Chooses one of the member's own sketches, the newest first. */
export function ChooseSketchDialog({ user, onChoose, onClose }: ChooseSketchDialogProps) {
  const query = useInfiniteQuery(galleryQuery(artistList(user, 'recent')))
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = query
  const sketches = itemsOf(data)
  const choose = ({ id, title, imageUrl, width, height }: DraftSketch) => {
    onChoose({ id, title, imageUrl, width, height })
    onClose()
  }
  return (
    <Modal isOpen onClose={onClose} title="Attach a sketch" actions={<Button onClick={onClose}>Cancel</Button>}>
      {error && <LoadFailure onRetry={() => void refetch()}>{messageOf(error)}</LoadFailure>}
      {!data && !error && <Spinner label="Loading" />}
      {data && sketches.length === 0 && <p>{messageTexts.noSketches}</p>}
      <ul className={styles.sketches} aria-label="Your sketches">
        {sketches.map((sketch) => (
          <li key={sketch.id}>
            <button type="button" className={styles.sketch} aria-label={sketch.title} onClick={() => choose(sketch)}>
              <img
                {...coverPicture(sketch, { width: SIDE, height: SIDE })}
                alt=""
                width={SIDE}
                height={SIDE}
                loading="lazy"
              />
            </button>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </Modal>
  )
}

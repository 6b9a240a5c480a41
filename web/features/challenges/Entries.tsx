import { useCallback, useId, useState } from 'react'
import type { ChallengePageReply } from '../../../contract/http/challenges.ts'
import type { SketchItem } from '../../../contract/http/sketches.ts'
import { sketchAddress } from '../../../contract/sketch-address.ts'
import { challengeMessages, entryCountText } from '../../lib/messages/challenges.ts'
import { useUser } from '../../lib/session.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useFocusHeadingAfterClose } from '../../ui/focus.ts'
import { Link } from '../../ui/Link.tsx'
import { LayoutChoice, useGalleryLayout } from '../galleries/GalleryHead.tsx'
import { ListGallery } from '../galleries/ListGallery.tsx'
import styles from './ChallengePage.module.css'
import { entriesListName } from './queries.ts'
import { RemoveEntryDialog } from './RemoveEntryDialog.tsx'
import { SketchThumbnail } from './SketchThumbnail.tsx'
import { UploadTile } from './UploadTile.tsx'
import { useEntries } from './useEntries.ts'

/** Entries of a challenge, latest first, in rows or as a grid. Members can remove their own, as far as loaded. */
export function Entries({ challenge }: { challenge: ChallengePageReply }) {
  const [layout, setLayout] = useGalleryLayout()
  const { list, loadedEntries } = useEntries(challenge)
  const title = useId()
  const user = useUser()
  const ownEntries = loadedEntries.filter(({ userId }) => userId === user?.id)
  const uploadTile = useCallback(
    ({ width }: { width: number }) => <UploadTile challengeId={challenge.id} style={{ height: width }} />,
    [challenge.id],
  )
  const [entryToRemove, setEntryToRemove] = useState<SketchItem>()
  useFocusHeadingAfterClose(entryToRemove !== undefined)
  return (
    <section aria-labelledby={title} className={styles.entries}>
      <div className={styles.entriesHead}>
        <h2 id={title}>{challenge.entries > 0 ? entryCountText(challenge.entries) : 'Entries'}</h2>
        {challenge.entries > 0 && <LayoutChoice layout={layout} onLayout={setLayout} />}
      </div>
      {ownEntries.length > 0 && (
        <OwnEntries challengeId={challenge.id} entries={ownEntries} onRemove={setEntryToRemove} />
      )}
      <div>
        <ListGallery
          list={list}
          layout={layout}
          lead={user === null ? undefined : uploadTile}
          empty={
            <EmptyState
              action={
                user && <ButtonLink to={`/upload?challenge=${challenge.id}`}>{challengeMessages.uploadNew}</ButtonLink>
              }
            >
              {list.empty}
            </EmptyState>
          }
        />
      </div>
      {entryToRemove && (
        <RemoveEntryDialog
          challengeId={challenge.id}
          challengeTitle={challenge.title}
          sketch={entryToRemove}
          onClose={() => setEntryToRemove(undefined)}
        />
      )}
    </section>
  )
}

type OwnEntriesProps = { challengeId: number; entries: readonly SketchItem[]; onRemove: (sketch: SketchItem) => void }

function OwnEntries({ challengeId, entries, onRemove }: OwnEntriesProps) {
  return (
    <ul className={styles.ownEntries} aria-label="Your entries">
      {entries.map((sketch) => (
        <li key={sketch.id}>
          <SketchThumbnail sketch={sketch} side={44} className={styles.cover} />
          <Link to={sketchAddress(sketch.id, entriesListName(challengeId))} className={styles.ownTitle}>
            {sketch.title}
          </Link>
          <Button aria-label={`Remove ${sketch.title} from the challenge`} onClick={() => onRemove(sketch)}>
            Remove
          </Button>
        </li>
      ))}
    </ul>
  )
}

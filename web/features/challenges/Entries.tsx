import { useCallback, useId, useState } from 'react'
import type { ChallengePageReply } from '../../../contract/http/challenges.ts'
import type { SketchItem } from '../../../contract/http/sketches.ts'
import { sketchAddress } from '../../../contract/sketch-address.ts'
import { entryCountText } from '../../lib/format.ts'
import { entryMessages } from '../../lib/messages/entries.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useFocusHeadingAfterClose } from '../../ui/focus.ts'
import { OwnEntries } from '../entries/OwnEntries.tsx'
import { UploadTile } from '../entries/UploadTile.tsx'
import { LayoutChoice, useGalleryLayout } from '../galleries/GalleryHead.tsx'
import { ListGallery } from '../galleries/ListGallery.tsx'
import styles from './ChallengePage.module.css'
import { uploadAddress } from './queries.ts'
import { RemoveEntryDialog } from './RemoveEntryDialog.tsx'
import { useEntries } from './useEntries.ts'

/** Entries of a challenge, latest first, in rows or as a grid. Members can remove their own. */
export function Entries({ challenge }: { challenge: ChallengePageReply }) {
  const [layout, setLayout] = useGalleryLayout()
  const list = useEntries(challenge)
  const title = useId()
  const { canEnter, own } = challenge
  const uploadTile = useCallback(
    ({ width }: { width: number }) => <UploadTile to={uploadAddress(challenge.id)} style={{ height: width }} />,
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
      {own.length > 0 && (
        <OwnEntries
          entries={own}
          from="the challenge"
          addressOf={({ id }) => sketchAddress(id, list.key)}
          coverOf={({ id, ...picture }) => ({ ...picture, sketchId: id })}
          onRemove={setEntryToRemove}
        />
      )}
      <div>
        <ListGallery
          list={list}
          layout={layout}
          lead={canEnter ? uploadTile : undefined}
          empty={
            <EmptyState
              action={canEnter && <ButtonLink to={uploadAddress(challenge.id)}>{entryMessages.uploadNew}</ButtonLink>}
            >
              {challenge.group && !canEnter ? entryMessages.noneByMembers : list.empty}
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

import { Suspense, useId, useState } from 'react'
import type { ChallengePage } from '../../../contract/http/challenge.ts'
import type { SketchItem } from '../../../contract/http/sketch.ts'
import { sketchAddress } from '../../../contract/sketch-address.ts'
import { entriesWords } from '../../lib/messages/challenges.ts'
import { useUser } from '../../lib/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Hidden } from '../../ui/Hidden.tsx'
import { Link } from '../../ui/Link.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useGalleryLayout } from '../gallery/gallery-layout.ts'
import { LayoutChoice } from '../gallery/LayoutChoice.tsx'
import { ListGallery } from '../gallery/ListGallery.tsx'
import styles from './OneChallenge.module.css'
import { entriesName } from './queries.ts'
import { Thumb } from './Thumb.tsx'
import { useEntries } from './useEntries.ts'

const RemoveEntryDialog = lazyPart(async () => ({
  default: (await import('./RemoveEntryDialog.tsx')).RemoveEntryDialog,
}))

/** What was entered in a challenge, in rows or as a grid, the latest first; of their own ones members can take back. */
export function Entries({ challenge }: { challenge: ChallengePage }) {
  const [layout, choose] = useGalleryLayout()
  const { list, entries } = useEntries(challenge)
  const title = useId()
  const user = useUser()
  const own = entries.filter(({ userId }) => userId === user?.id)
  return (
    <section aria-labelledby={title} className={styles.entries}>
      <div className={styles.entriesHead}>
        <h2 id={title}>{challenge.entries > 0 ? entriesWords(challenge.entries) : 'Entries'}</h2>
        {challenge.entries > 0 && <LayoutChoice layout={layout} onLayout={choose} />}
      </div>
      {own.length > 0 && <OwnEntries challenge={challenge} entries={own} />}
      <div>
        <ListGallery list={list} layout={layout} empty={<Empty>{list.empty}</Empty>} />
      </div>
    </section>
  )
}

function OwnEntries({ challenge, entries }: { challenge: ChallengePage; entries: readonly SketchItem[] }) {
  const [removed, setRemoved] = useState<SketchItem>()
  return (
    <>
      <Hidden>
        <h3>Your entries</h3>
      </Hidden>
      <ul className={styles.own} aria-label="Your entries">
        {entries.map((sketch) => (
          <li key={sketch.id}>
            <Thumb sketch={sketch} side={44} className={styles.cover} />
            <Link to={sketchAddress(sketch.id, entriesName(challenge.id))} className={styles.ownTitle}>
              {sketch.title}
            </Link>
            <Button aria-label={`Remove ${sketch.title} from the challenge`} onClick={() => setRemoved(sketch)}>
              Remove
            </Button>
          </li>
        ))}
      </ul>
      <Suspense>
        {removed && (
          <RemoveEntryDialog
            challengeId={challenge.id}
            challengeTitle={challenge.title}
            sketch={removed}
            onClose={() => setRemoved(undefined)}
          />
        )}
      </Suspense>
    </>
  )
}

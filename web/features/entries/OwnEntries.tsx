import { useId } from 'react'
import type { SketchCover } from '../../../contract/http/sketches.ts'
import { Button } from '../../ui/Button.tsx'
import { Link } from '../../ui/Link.tsx'
import { AlbumCover } from '../albums/AlbumCover.tsx'
import styles from './OwnEntries.module.css'

type OwnEntry = { id: number; title: string }

type OwnEntriesProps<Entry extends OwnEntry> = {
  entries: readonly Entry[]
  /** The thing that has the entries, as in "the challenge". */
  from: string
  addressOf: (entry: Entry) => string
  coverOf: (entry: Entry) => SketchCover | null
  /** Absent if entries cannot be removed. */
  onRemove?: ((entry: Entry) => void) | undefined
}

/** The member's own entries, each with a button that removes it while that is possible. */
export function OwnEntries<Entry extends OwnEntry>(props: OwnEntriesProps<Entry>) {
  const { entries, from, addressOf, coverOf, onRemove } = props
  const title = useId()
  return (
    <div>
      <p id={title} className={styles.title}>
        {entries.length === 1 ? 'Your entry' : 'Your entries'}
      </p>
      <ul className={styles.entries} aria-labelledby={title}>
        {entries.map((entry) => (
          <li key={entry.id}>
            <span className={styles.cover}>
              <AlbumCover thumbnail={coverOf(entry)} small />
            </span>
            <Link to={addressOf(entry)} className={styles.entry}>
              {entry.title}
            </Link>
            {onRemove && (
              <Button aria-label={`Remove ${entry.title} from ${from}`} onClick={() => onRemove(entry)}>
                Remove
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

import { Award } from 'lucide-react'
import type { WonAward } from '../../../contract/http/won-award.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Link } from '../../ui/Link.tsx'
import styles from './Awards.module.css'

/** Awards that an artist or a sketch won, each with a link to its year. */
export function WonAwards({ awards }: { awards: readonly WonAward[] }) {
  if (awards.length === 0) return null
  return (
    <ul className={styles.won} aria-label="Awards">
      {awards.map(({ year, category, sketchId }) => (
        <li key={`${year} ${category} ${sketchId}`}>
          <Link to={`/awards/${year}`}>
            <Icon of={Award} size={16} />
            {category} {year}
          </Link>
        </li>
      ))}
    </ul>
  )
}

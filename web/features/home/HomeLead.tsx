import type { HomeReply } from '../../../contract/http/home.ts'
import { numberText } from '../../lib/format.ts'
import { AI_POLICY } from '../../lib/messages/ai-policy.ts'
import styles from './HomePage.module.css'

export function HomeLead({ stats }: { stats: HomeReply['stats'] }) {
  return (
    <div className={styles.lead}>
      <h1>A place for people who draw</h1>
      <p className={styles.stats}>
        {stats ? `${numberText(stats.sketches)} sketches by ${numberText(stats.members)} members` : '\u00a0'}
      </p>
      <p className={styles.policy}>{AI_POLICY}</p>
    </div>
  )
}

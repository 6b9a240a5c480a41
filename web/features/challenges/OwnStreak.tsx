import { useQuery } from '@tanstack/react-query'
import { ownStreakText, streakMessages } from '../../lib/messages/streaks.ts'
import { useUser } from '../../lib/session.ts'
import { Hint } from '../../ui/Hint.tsx'
import styles from './OwnStreak.module.css'
import { streakQuery } from './queries.ts'

/** The member's streak, and what to do for it today; nothing for visitors. A failure leaves it out. */
export function OwnStreak() {
  const user = useUser()
  const { data } = useQuery({ ...streakQuery, enabled: !!user, throwOnError: false })
  if (!user || !data) return null
  return (
    <p className={styles.streak} role="status">
      <span className={styles.days}>{ownStreakText(data)}</span>
      {data.length > 0 && !data.isDoneToday && <span>{streakMessages.keep}</span>}
      <Hint label={streakMessages.help}>{streakMessages.howItWorks}</Hint>
    </p>
  )
}

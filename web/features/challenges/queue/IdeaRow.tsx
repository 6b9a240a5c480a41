import type { ReactNode } from 'react'
import type { ChallengeIdea } from '../../../../contract/http/challenges.ts'
import { utcDateText } from '../../../lib/format.ts'
import { Link } from '../../../ui/Link.tsx'
import { UserText } from '../../../ui/UserText.tsx'
import styles from './Queue.module.css'

/** A queued challenge or a suggestion, with its actions. */
export function IdeaRow({ idea, children }: { idea: ChallengeIdea; children: ReactNode }) {
  const { title, description, user, date } = idea
  return (
    <li className={styles.row}>
      <div className={styles.text}>
        {date && <p className={styles.facts}>{utcDateText(date)}</p>}
        <h3 className={styles.title}>{title}</h3>
        {description && <UserText>{description}</UserText>}
        <p className={styles.facts}>
          Suggested by <Link to={`/user/${user.id}`}>{user.nickname}</Link>
        </p>
      </div>
      <div className={styles.buttons}>{children}</div>
    </li>
  )
}

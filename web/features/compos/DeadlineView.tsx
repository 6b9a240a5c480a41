import { useQueryClient } from '@tanstack/react-query'
import type { CompoInfo } from '../../../contract/http/compos.ts'
import { fromWireTime } from '../../../contract/time.ts'
import { dayText } from '../../lib/format.ts'
import { deadlineText } from '../../lib/messages/compos.ts'
import { Countdown } from '../../ui/Countdown.tsx'
import styles from './CompoHead.module.css'
import { nextDeadline } from './phases.ts'
import { refreshCompo } from './queries.ts'

/** Countdown to the next deadline of a compo, and its three phases. */
export function DeadlineView({ compo }: { compo: CompoInfo }) {
  const client = useQueryClient()
  const now = Date.now()
  const deadline = nextDeadline(compo, now)
  // Dates do not wrap.
  const dateText = (time: string) => dayText(time, now).replaceAll(' ', '\u00a0')
  const end = dateText(compo.endVotingDate)
  const phases = [
    { name: 'Enter', time: `until ${dateText(compo.endDate)}`, isCurrent: compo.state === 'open' },
    { name: 'Vote', time: `until ${end}`, isCurrent: compo.state === 'voting' },
    { name: 'Results', time: `on ${end}`, isCurrent: compo.state === 'closed' },
  ]
  return (
    <div className={styles.side}>
      {deadline && (
        <>
          <span className={styles.hint}>{deadlineText(deadline.kind, deadline.date, now)}</span>
          <Countdown
            className={styles.countdown}
            key={deadline.date}
            until={fromWireTime(deadline.date)}
            onPassed={() => void refreshCompo(client, compo.id)}
          />
        </>
      )}
      <ol className={styles.phases} aria-label="Phases">
        {phases.map(({ name, time, isCurrent }) => (
          <li key={name} aria-current={isCurrent ? 'step' : undefined}>
            <b>{name}</b> {time}
          </li>
        ))}
      </ol>
    </div>
  )
}

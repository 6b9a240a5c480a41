import type { CompoInfo } from '../../../contract/http/compos.ts'
import { fromWireTime } from '../../../contract/time.ts'
import { countText } from '../../lib/format.ts'

type Phases = Pick<CompoInfo, 'state' | 'startDate' | 'endDate' | 'endVotingDate' | 'result'>

export type Deadline = { kind: 'starts' | 'ends' | 'votingEnds'; date: string }

/** The time at which the page changes next; null once it is closed. */
export function nextDeadline({ state, startDate, endDate, endVotingDate }: Phases, now: number): Deadline | null {
  if (state === 'closed') return null
  if (state === 'voting') return { kind: 'votingEnds', date: endVotingDate }
  return fromWireTime(startDate) > now ? { kind: 'starts', date: startDate } : { kind: 'ends', date: endDate }
}

/** The reader's clock may be ahead of the site's. */
const CLOCK_POLL_MS = 5000
const RESULT_POLL_MS = 15_000

/** Interval in ms at which the page asks for news: after a deadline and until the result is there. */
export function pollDelay(compo: Phases, now: number): number | false {
  if (compo.state === 'closed') return compo.result ? false : RESULT_POLL_MS
  const deadline = nextDeadline(compo, now)
  return deadline && fromWireTime(deadline.date) <= now ? CLOCK_POLL_MS : false
}

const SECOND_MS = 1000
const DAY_SECONDS = 86_400

/** "2 days 07:41:16"; "00:00:00" once it has passed. */
export function countdownText(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / SECOND_MS))
  const days = Math.floor(seconds / DAY_SECONDS)
  const clock = [Math.floor((seconds % DAY_SECONDS) / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')
  return days > 0 ? `${countText(days, 'day')} ${clock}` : clock
}

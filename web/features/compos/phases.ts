import type { CompoInfo } from '../../../contract/http/compos.ts'
import { fromWireTime } from '../../../contract/time.ts'

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

/** Polling interval in ms, after a deadline and until the result; otherwise false. */
export function pollDelay(compo: Phases, now: number): number | false {
  if (compo.state === 'closed') return compo.result ? false : RESULT_POLL_MS
  const deadline = nextDeadline(compo, now)
  return deadline && fromWireTime(deadline.date) <= now ? CLOCK_POLL_MS : false
}

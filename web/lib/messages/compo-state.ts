import type { CompoItem } from '../../../contract/http/compo-item.ts'
import { fromWireTime } from '../../../contract/time.ts'
import { dayText, unitText } from '../format.ts'

/** "Open until 7 June", "Voting until 14 June", "Closed on 14 June"; "Opens on 1 June" before it begins. */
export function stateText(compo: Pick<CompoItem, 'state' | 'startDate' | 'endDate' | 'endVotingDate'>, now: number) {
  const { state, startDate, endDate, endVotingDate } = compo
  if (state === 'closed') return `Closed on ${dayText(endVotingDate, now)}`
  if (state === 'voting') return `Voting until ${dayText(endVotingDate, now)}`
  return fromWireTime(startDate) > now ? `Opens on ${dayText(startDate, now)}` : `Open until ${dayText(endDate, now)}`
}

/** "entries close in 2 days", "voting ends in 5 hours", "closed on 14 June". */
export function timeLeftText(compo: Pick<CompoItem, 'state' | 'endDate' | 'endVotingDate'>, now: number): string {
  const { state, endDate, endVotingDate } = compo
  if (state === 'closed') return `closed on ${dayText(endVotingDate, now)}`
  if (state === 'voting') return `voting ends in ${leftText(fromWireTime(endVotingDate) - now)}`
  return `entries close in ${leftText(fromWireTime(endDate) - now)}`
}

const MINUTE_MS = 60_000

/** Minutes up to 90, hours up to 36, then days, as relative times count them [1 §9]. */
function leftText(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / MINUTE_MS))
  if (minutes <= 90) return unitText(minutes, 'minute')
  const hours = Math.round(minutes / 60)
  return hours <= 36 ? unitText(hours, 'hour') : unitText(Math.round(hours / 24), 'day')
}

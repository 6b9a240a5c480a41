import type { CompoItem } from '../../../contract/http/compo-item.ts'
import { fromWireTime } from '../../../contract/time.ts'
import { dayText } from '../format.ts'

/** "Open until 7 June", "Voting until 14 June", "Closed on 14 June"; "Opens on 1 June" before it begins. */
export function stateText(compo: Pick<CompoItem, 'state' | 'startDate' | 'endDate' | 'endVotingDate'>, now: number) {
  const { state, startDate, endDate, endVotingDate } = compo
  if (state === 'closed') return `Closed on ${dayText(endVotingDate, now)}`
  if (state === 'voting') return `Voting until ${dayText(endVotingDate, now)}`
  return fromWireTime(startDate) > now ? `Opens on ${dayText(startDate, now)}` : `Open until ${dayText(endDate, now)}`
}

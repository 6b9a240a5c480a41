import { fromWireTime } from '../../../contract/time.ts'
import { shortUtcDateText } from '../../lib/format.ts'

const DAY_MS = 86_400_000

/** Day of a challenge on its card: "Today" while it lasts. Days begin at 00:00 UTC. */
export function cardDayText(date: string, now = Date.now()): string {
  const began = fromWireTime(date)
  return began <= now && now < began + DAY_MS ? 'Today' : shortUtcDateText(date, now)
}

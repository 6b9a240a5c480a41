import { fromWireTime } from '../../../contract/time.ts'
import { shortUtcDateText } from '../../lib/format.ts'

const DAY_MS = 86_400_000

/** When the next challenge begins, in milliseconds since 1970: at the next 00:00 UTC. */
export const nextChallengeAt = (now: number): number => (Math.floor(now / DAY_MS) + 1) * DAY_MS

/** Day of a challenge on its card: "Today" while it lasts. Days begin at 00:00 UTC. */
export function cardDayText(date: string, now = Date.now()): string {
  const began = fromWireTime(date)
  return began <= now && now < began + DAY_MS ? 'Today' : shortUtcDateText(date, now)
}

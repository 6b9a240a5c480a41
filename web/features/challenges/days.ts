import { fromWireTime } from '../../../contract/time.ts'

const DAY_MS = 86_400_000
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Day of a challenge, such as "3 May 2026"; days begin at 00:00 UTC [decisions, Challenges]. */
export const dayText = (date: string) => DAY.format(fromWireTime(date))

/** Day of a challenge on its card: "Today" while it lasts. */
export function cardDayText(date: string, now = Date.now()): string {
  const began = fromWireTime(date)
  return began <= now && now < began + DAY_MS ? 'Today' : dayText(date)
}

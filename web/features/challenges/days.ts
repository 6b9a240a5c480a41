import { fromWireTime } from '../../../contract/time.ts'

const DAY_MS = 86_400_000
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

/** The day of a challenge in words: days begin at 00:00 UTC [decisions, Challenges]. */
export const dayWords = (date: string) => DAY.format(fromWireTime(date))

/** The day of a challenge as cards have it: "Today" while it lasts. */
export function cardDay(date: string, now = Date.now()): string {
  const began = fromWireTime(date)
  return began <= now && now < began + DAY_MS ? 'Today' : dayWords(date)
}

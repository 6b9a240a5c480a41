/** The birthdays (mm-dd) celebrated today (UTC). In years without a leap day, 29 February is celebrated on the 28th. */
export function birthDaysOf(now: number): [today: string, leapDay?: string] {
  const today = new Date(now).toISOString().slice(5, 10)
  const tomorrow = new Date(now + 86_400_000).toISOString().slice(5, 10)
  return today === '02-28' && tomorrow === '03-01' ? [today, '02-29'] : [today]
}

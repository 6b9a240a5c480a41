export const WARNING = 0
export const PERMANENT = -1

/** Hours that staff choose from [2 §4]. */
export const BAN_DURATIONS = [WARNING, 1, 3, 24, 168, 720, PERMANENT] as const

const DAY_HOURS = 24
const HOUR_MS = 3_600_000

/** How long a ban lasts, in words: hours below a day, else days, rounded [2 §4]. */
export function banDurationText(hours: number): string {
  if (hours === WARNING) return 'Warning'
  if (hours === PERMANENT) return 'Permanent'
  return hours < DAY_HOURS ? countWithUnit(hours, 'hour') : countWithUnit(Math.round(hours / DAY_HOURS), 'day')
}

/** When a ban that starts at `start` is over: never, when it is permanent, and a warning only once it is accepted. */
export function banEnd(start: number, hours: number): number | null {
  return hours === WARNING || hours === PERMANENT ? null : start + hours * HOUR_MS
}

const countWithUnit = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`

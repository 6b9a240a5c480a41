export const WARNING = 0
export const PERMANENT = -1

/** In hours, except the two constants [2 §4]. */
export const BAN_DURATIONS = [WARNING, 1, 3, 24, 168, 720, PERMANENT] as const

/** A permanent ban lasts this long until a second member of staff confirms it. */
export const UNCONFIRMED_HOURS = 168

const DAY_HOURS = 24
const HOUR_MS = 3_600_000

/** "3 hours", "7 days": hours below a day, else rounded days [2 §4]. */
export function banDurationText(hours: number): string {
  if (hours === WARNING) return 'Warning'
  if (hours === PERMANENT) return 'Permanent'
  return hours < DAY_HOURS ? unitText(hours, 'hour') : unitText(Math.round(hours / DAY_HOURS), 'day')
}

/**
 * The end of a new ban in ms. A permanent ban begins unconfirmed, with the end of an unconfirmed one. Null for a
 * warning, which lasts until it is accepted.
 */
export function banEnd(start: number, hours: number): number | null {
  if (hours === WARNING) return null
  return start + (hours === PERMANENT ? UNCONFIRMED_HOURS : hours) * HOUR_MS
}

const unitText = (count: number, unit: 'hour' | 'day') =>
  count.toLocaleString('en-GB', { style: 'unit', unit, unitDisplay: 'long' })

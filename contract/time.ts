import * as z from 'zod/mini'

/** UTC as `yyyymmddhhmmss` [1 §9]. */
export const wireTime = z.string().check(z.regex(/^\d{14}$/))

export function toWireTime(ms: number): string {
  return new Date(ms).toISOString().replace(/\D/g, '').slice(0, 14)
}

/** Milliseconds since 1970; NaN for an invalid time, such as one on 31 February. */
export function fromWireTime(digits: string): number {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(digits) ?? []
  const ms = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  // Some engines read a day or an hour that does not exist as a later one.
  return Number.isNaN(ms) || toWireTime(ms) !== digits ? Number.NaN : ms
}

/** Units above minutes, in seconds; month and year have their average length. */
const UNITS = [
  ['hour', 3600],
  ['day', 86_400],
  ['week', 604_800],
  ['month', 2_629_746],
  ['year', 31_556_952],
] as const

/**
 * "just now" up to 5 s, seconds, minutes up to 90, then hours, days, weeks, months, years [1 §9]. Without `Intl`, which
 * loads its texts at its first use and would delay every first page.
 */
export function relativeTime(thenMs: number, nowMs: number): string {
  const seconds = Math.max(0, Math.round((nowMs - thenMs) / 1000))
  if (seconds <= 5) return 'just now'
  if (seconds < 60) return ago(seconds, 'second')
  const minutes = Math.round(seconds / 60)
  if (minutes <= 90) return ago(minutes, 'minute')
  const [unit, unitSeconds] = UNITS.findLast(([, length]) => seconds >= length) ?? UNITS[0]
  return ago(Math.round(seconds / unitSeconds), unit)
}

const ago = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'} ago`

import { fromWireTime, toWireTime } from '../../contract/time.ts'

/** Parses a date-time field as local time, in milliseconds since 1970; NaN for an empty one. */
export const parseDateTime = (value: string) => (value ? new Date(value).getTime() : Number.NaN)

/** Formats a time for a date-time field, to the minute. */
export function dateTimeValue(ms: number): string {
  const local = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}

/**
 * The time in a date-time field, as in calls; null for an empty one.
 *
 * @param before - the time with which the field began; it keeps its seconds, which the field does not show
 */
export function wireTimeOf(value: string, before: string | undefined): string | null {
  if (before && value === dateTimeValue(fromWireTime(before))) return before
  const ms = parseDateTime(value)
  return Number.isNaN(ms) ? null : toWireTime(ms)
}

import { fromWireTime, toWireTime } from '../../contract/time.ts'

/** Parses a date-time field as local time, in milliseconds since 1970; NaN for an empty one. */
export const parseDateTime = (value: string) => (value ? new Date(value).getTime() : Number.NaN)

/** Formats a time for a date-time field, to the minute. */
export function dateTimeValue(ms: number): string {
  const local = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}

/**
 * Converts the value of a date-time field to a wire time; null for an empty field.
 *
 * @param before - the initial time of the field. It is returned with its seconds, which the field does not show, if the
 * minute is unchanged.
 */
export function wireTimeOf(value: string, before: string | undefined): string | null {
  if (before && value === dateTimeValue(fromWireTime(before))) return before
  const ms = parseDateTime(value)
  return Number.isNaN(ms) ? null : toWireTime(ms)
}

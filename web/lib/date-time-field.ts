/** Parses a date-time field as local time, in milliseconds since 1970; NaN for an empty one. */
export const parseDateTime = (value: string) => (value ? new Date(value).getTime() : Number.NaN)

/** Formats a time for a date-time field, to the minute. */
export function dateTimeValue(ms: number): string {
  const local = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}

const HOUR_MS = 3_600_000

/** Value of a date-time field for a time from now, in the browser's time zone. */
export function fieldTime(hours: number): string {
  const ms = Date.now() + hours * HOUR_MS
  return new Date(ms - new Date(ms).getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

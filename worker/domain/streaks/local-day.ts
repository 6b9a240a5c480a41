const DAY_MS = 86_400_000

/** The day of a time in milliseconds, counted from 1970, in an IANA time zone. An unknown zone counts as UTC. */
export function localDay(ms: number, timeZone: string | null): number {
  const format = new Intl.DateTimeFormat('en', {
    timeZone: timeZone ?? 'UTC',
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  })
  const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]))
  return Date.UTC(parts.get('year') ?? 1970, (parts.get('month') ?? 1) - 1, parts.get('day') ?? 1) / DAY_MS
}

/**
 * The days that a change of the time zone cuts short: from today in the old zone to yesterday in the new one. Empty for
 * a move to the west, and for most moves to the east.
 */
export function daysCutShort(now: number, from: string | null, to: string): number[] {
  const [before, after] = [localDay(now, from), localDay(now, to)]
  return Array.from({ length: Math.max(0, after - before) }, (_, index) => before + index)
}

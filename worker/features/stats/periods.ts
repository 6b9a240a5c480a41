export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000

/** Number of days with counts by hour, and with counts by day. Earlier times have counts by month. */
export const HOUR_DAYS_KEPT = 14
export const DAYS_KEPT = 366

/** Starts of periods are milliseconds since 1970, UTC. */
export const startOfDay = (time: number) => Math.floor(time / DAY_MS) * DAY_MS

export function startOfMonth(time: number): number {
  const date = new Date(time)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth())
}

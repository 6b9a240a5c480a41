const DAY_MS = 86_400_000

/** Day (UTC) of a time in milliseconds, counted from 1970. */
export const dayOf = (ms: number): number => Math.floor(ms / DAY_MS)

export const startOf = (day: number): number => day * DAY_MS

const DAY_MS = 86_400_000

/** The day (UTC) of a moment, in days since 1970. */
export const dayOf = (ms: number): number => Math.floor(ms / DAY_MS)

/** When such a day begins, in milliseconds since 1970. */
export const startOf = (day: number): number => day * DAY_MS

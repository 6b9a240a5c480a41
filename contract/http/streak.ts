import * as z from 'zod/mini'

/** A streak in challenges [1 §1]: days with an entry in a row, where saved rest days bridge missed ones. */
export const streak = z.object({ length: z.int(), longest: z.int() })

/** `GET /api/v2/challenge/streak`: the member's own. */
export const ownStreak = z.extend(streak, { restDays: z.int(), isDoneToday: z.boolean() })
export type OwnStreak = z.infer<typeof ownStreak>

import { REST_DAYS_MAX } from '../../../contract/limits.ts'

/** A member's actions on a day that count; days are counted from 1970 in the member's time zone. */
export type StreakDay = {
  day: number
  entriesCount: number
  /** The member voted or commented, which can earn a rest day. */
  helped: boolean
  /** True if the day does not end the streak even without an entry. */
  excused: boolean
}

/** A streak at the end of a day. */
export type Streak = {
  day: number
  /** Number of days in a row with an entry. Rest days and excused days bridge days without one. */
  length: number
  longest: number
  restDays: number
  /** The latest week in which a rest day was earned; 0 for none. */
  earnedWeek: number
}

/** The streak of a member today. Today cannot be missed before it is over. */
export type CurrentStreak = { length: number; longest: number; restDays: number; isDoneToday: boolean }

/** Weeks from Monday to Sunday. The first day of 1970 was a Thursday. */
const weekOf = (day: number): number => Math.floor((day + 3) / 7)

const beginBefore = (day: number): Streak => ({ day: day - 1, length: 0, longest: 0, restDays: 0, earnedWeek: 0 })

/** Applies days without an entry: each uses a rest day, and the first day for which none is left ends the streak. */
function missDays(streak: Streak, count: number): Streak {
  if (streak.length === 0 || count <= 0) return streak
  const restDays = Math.max(0, streak.restDays - count)
  return { ...streak, restDays, length: count > streak.restDays ? 0 : streak.length }
}

/** Applies what counts on a day. The first help of a week earns a rest day, which can bridge the day itself. */
function applyDay(streak: Streak, { day, entriesCount, helped }: StreakDay): Streak {
  const earns = helped && weekOf(day) > streak.earnedWeek
  const restDays = Math.min(REST_DAYS_MAX, streak.restDays + Number(earns))
  const length = streak.length + Number(entriesCount > 0)
  const earnedWeek = earns ? weekOf(day) : streak.earnedWeek
  return { day, length, longest: Math.max(streak.longest, length), restDays, earnedWeek }
}

/**
 * Continues a streak up to the end of the day `through`, which must be over. `days` are the member's days on which
 * something counts, in any order; days that the streak includes already are ignored. Continuing in one step or in
 * several gives the same streak.
 */
export function advance(streak: Streak | null, days: readonly StreakDay[], through: number): Streak {
  const later = days.filter(({ day }) => day <= through && day > (streak?.day ?? -1)).sort((a, b) => a.day - b.day)
  let result = streak ?? beginBefore(later[0]?.day ?? through)
  for (const day of later) {
    const isMissed = day.entriesCount === 0 && !day.excused
    result = missDays(applyDay(missDays(result, day.day - result.day - 1), day), Number(isMissed))
  }
  return { ...missDays(result, through - result.day), day: Math.max(through, result.day) }
}

/**
 * The current streak. Today can count, but cannot be missed. Days after today count too: a move to the west can leave
 * such days behind.
 */
export function currentStreakOf(settled: Streak | null, days: readonly StreakDay[], today: number): CurrentStreak {
  const past = advance(settled, days, today - 1)
  const open = days.filter(({ day }) => day >= today && day > past.day).sort((a, b) => a.day - b.day)
  const { length, longest, restDays } = open.reduce(applyDay, past)
  return { length, longest, restDays, isDoneToday: open.some(({ entriesCount }) => entriesCount > 0) }
}

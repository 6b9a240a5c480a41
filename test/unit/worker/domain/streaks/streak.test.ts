import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { REST_DAYS_MAX } from '../../../../../contract/limits.ts'
import { advance, currentStreakOf, type StreakDay } from '../../../../../worker/domain/streaks/streak.ts'

/** A Monday, so that the days of one week are MONDAY to MONDAY + 6. */
const MONDAY = 20_000 - ((20_000 + 3) % 7)

const dayOf = (day: number, fields: Partial<StreakDay> = {}): StreakDay => ({
  day: MONDAY + day,
  entriesCount: 0,
  helped: false,
  excused: false,
  ...fields,
})
const entered = (...days: number[]) => days.map((day) => dayOf(day, { entriesCount: 1 }))
const helped = (...days: number[]) => days.map((day) => dayOf(day, { helped: true }))
/** Length, rest days and whether today is done, with today counted from MONDAY. */
const on = (today: number, ...days: StreakDay[]) => {
  const { length, restDays, isDoneToday } = currentStreakOf(null, days, MONDAY + today)
  return [length, restDays, isDoneToday]
}

describe('a streak in challenges', () => {
  it('days with an entry in a row are counted, and today is not missed before it is over', () => {
    expect(on(2, ...entered(0, 1, 2))).toEqual([3, 0, true])
    expect(on(3, ...entered(0, 1, 2))).toEqual([3, 0, false])
    expect(on(4, ...entered(0, 1, 2))).toEqual([0, 0, false])
  })

  it('several entries on one day count once', () => {
    expect(on(0, dayOf(0, { entriesCount: 5 }))).toEqual([1, 0, true])
  })

  it('a rest day bridges one missed day and does not count', () => {
    expect(on(4, ...entered(0, 1, 2, 4), ...helped(3))).toEqual([4, 0, true])
    expect(on(5, ...entered(0, 1, 2, 5), ...helped(3))).toEqual([1, 0, true])
  })

  it('a rest day that was saved before is used on the missed day', () => {
    const days = [dayOf(0, { entriesCount: 1, helped: true }), ...entered(1)]
    expect(on(1, ...days)).toEqual([2, 1, true])
    expect(on(3, ...days)).toEqual([2, 0, false])
    expect(on(4, ...days)).toEqual([0, 0, false])
  })

  it('a week earns one rest day, and two can be saved', () => {
    expect(on(6, ...entered(0, 1, 2, 3, 4, 5, 6), ...helped().concat(helped(7)))).toEqual([7, 1, true])
    const busy = Array.from({ length: 28 }, (_, day) => dayOf(day, { entriesCount: 1, helped: true }))
    expect(on(6, ...busy.slice(0, 7))).toEqual([7, 1, true])
    expect(on(27, ...busy)).toEqual([28, REST_DAYS_MAX, true])
  })

  it('days without a streak use no rest days', () => {
    expect(on(5, ...helped(0), ...entered(5))).toEqual([1, 1, true])
  })

  it('an excused day is neither missed nor counted', () => {
    expect(on(2, ...entered(0, 2), dayOf(1, { excused: true }))).toEqual([2, 0, true])
  })

  it('a day whose entries were removed is missed', () => {
    expect(on(2, ...entered(0, 2), dayOf(1))).toEqual([1, 0, true])
  })

  it('the longest streak is kept after it ends', () => {
    expect(currentStreakOf(null, entered(0, 1, 2, 9), MONDAY + 9)).toMatchObject({ length: 1, longest: 3 })
  })

  it('an entry of tomorrow, made before a move to the west, counts on', () => {
    expect(on(1, ...entered(0, 1, 2))).toEqual([3, 0, true])
  })
})

describe('any days of a member', () => {
  const flags = fc.record({ entriesCount: fc.nat(2), helped: fc.boolean(), excused: fc.boolean() })
  const anyDays = fc
    .array(fc.option(flags, { nil: null }), { maxLength: 60 })
    .map((list) => list.flatMap((fields, day) => (fields ? [dayOf(day, fields)] : [])))
  const anyDay = fc.integer({ min: -3, max: 70 }).map((day) => MONDAY + day)

  it('settling earlier days changes no later standing', () => {
    fc.assert(
      fc.property(anyDays, anyDay, fc.nat(30), (days, settledDay, later) => {
        const settled = advance(null, days, settledDay)
        const open = days.filter(({ day }) => day > settledDay)
        const today = settledDay + 1 + later
        expect(currentStreakOf(settled, open, today)).toEqual(currentStreakOf(null, days, today))
      }),
    )
  })

  it('settling in two steps is settling in one', () => {
    fc.assert(
      fc.property(anyDays, anyDay, fc.nat(30), (days, first, more) => {
        expect(advance(advance(null, days, first), days, first + more)).toEqual(advance(null, days, first + more))
      }),
    )
  })

  it('a streak is no longer than the days with an entry, and rest days stay within their limits', () => {
    fc.assert(
      fc.property(anyDays, anyDay, (days, today) => {
        const { length, longest, restDays } = currentStreakOf(null, days, today)
        expect(length).toBeLessThanOrEqual(longest)
        expect(longest).toBeLessThanOrEqual(days.filter(({ entriesCount }) => entriesCount > 0).length)
        expect([0, 1, REST_DAYS_MAX]).toContain(restDays)
      }),
    )
  })

  it('the order in which days are read does not matter', () => {
    fc.assert(
      fc.property(anyDays, anyDay, (days, today) => {
        expect(currentStreakOf(null, days.toReversed(), today)).toEqual(currentStreakOf(null, days, today))
      }),
    )
  })

  it('one more entry never shortens a streak', () => {
    fc.assert(
      fc.property(anyDays, anyDay, (days, today) => {
        const more = [
          ...days.filter(({ day }) => day !== today),
          { day: today, entriesCount: 1, helped: false, excused: false },
        ]
        const before = currentStreakOf(null, days, today)
        expect(currentStreakOf(null, more, today).length).toBeGreaterThanOrEqual(before.length)
      }),
    )
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromWireTime } from '../../../../../contract/time.ts'
import { DAY_MS, HOUR_MS, startOfDay, startOfMonth } from '../../../../../worker/features/stats/periods.ts'
import { type CountRow, seriesOf } from '../../../../../worker/features/stats/series.ts'

const NOW = Date.UTC(2026, 1, 28, 23, 59)
const NONE = { views: 0, hearts: 0, comments: 0, ratings: 0, fans: 0, sketches: 0 }
const row = (grain: CountRow['grain'], startsAt: number, views = 1): CountRow => ({ ...NONE, grain, startsAt, views })
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** The rows of events after the job has folded what is older than some days. */
function rowsOf(events: readonly number[], hourDays: number, days: number): CountRow[] {
  return events.map((time) => {
    const age = (startOfDay(NOW) - startOfDay(time)) / DAY_MS
    if (age < hourDays) return row('hour', time - (time % HOUR_MS))
    return age < days ? row('day', startOfDay(time)) : row('month', startOfMonth(time))
  })
}

describe('series of counts [2 §3]', () => {
  it('hours are those of 14 days, days those of 366 days, and months all', () => {
    const { hours, days, months } = seriesOf([row('month', Date.UTC(2016, 10))], NOW)
    expect([hours.start, days.start, months.start]).toEqual(['20260215000000', '20250228000000', '20161101000000'])
    expect([hours, days, months].map(({ views }) => views.length)).toEqual([336, 366, 112])
  })

  it('a series begins with the first count', () => {
    const { hours, days, months } = seriesOf([row('hour', Date.UTC(2026, 1, 27, 22))], NOW)
    expect([hours.start, days.start, months.start]).toEqual(['20260227000000', '20260227000000', '20260201000000'])
    expect([hours.views.length, days.views, months.views]).toEqual([48, [1, 0], [1]])
  })

  it('today, the week and the week before have one, seven and seven days', () => {
    const rows = Array.from({ length: 20 }, (_, day) => row('hour', startOfDay(NOW) - day * DAY_MS, 10 ** (day % 7)))
    const { today, week, weekBefore } = seriesOf(rows, NOW)
    expect([today.views, week.views, weekBefore.views]).toEqual([1, 1_111_111, 1_111_111])
  })

  it('rows of the future are left out', () => {
    expect(sum(seriesOf([row('hour', NOW + DAY_MS), row('hour', startOfDay(NOW))], NOW).days.views)).toBe(1)
  })

  it('months sum up all events, and days and hours those of their time, however much was folded', () => {
    const events = fc.array(fc.integer({ min: 0, max: 1200 * 24 }).map((hours) => NOW - hours * HOUR_MS))
    const property = fc.property(events, fc.nat(14), fc.nat(30), (times, late, later) => {
      const { hours, days, months, week } = seriesOf(rowsOf(times, 14 + late, 366 + later), NOW)
      expect(sum(months.views)).toBe(times.length)
      const since = (wire: string) => times.filter((time) => time >= fromWireTime(wire)).length
      expect(sum(days.views)).toBe(since(days.start))
      expect(sum(hours.views)).toBe(since(hours.start))
      expect(week.views).toBe(times.filter((time) => time >= startOfDay(NOW) - 6 * DAY_MS).length)
    })
    fc.assert(property, { numRuns: 200 })
  })
})

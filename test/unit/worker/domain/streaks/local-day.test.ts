import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { timeZone } from '../../../../../contract/time-zone.ts'
import { daysCutShort, localDay } from '../../../../../worker/domain/streaks/local-day.ts'

const DAY_MS = 86_400_000
const days = (year: number, month: number, day: number) => Date.UTC(year, month - 1, day) / DAY_MS
const NEW_YEAR = Date.UTC(2026, 0, 1, 2)

describe('the day of a member', () => {
  it('a day begins at midnight in the time zone, and in UTC if none is known', () => {
    expect(localDay(NEW_YEAR, 'America/New_York')).toBe(days(2025, 12, 31))
    expect(localDay(NEW_YEAR, 'Asia/Tokyo')).toBe(days(2026, 1, 1))
    expect(localDay(NEW_YEAR, null)).toBe(days(2026, 1, 1))
  })

  it('days with a change to or from summer time are days like others', () => {
    const midnight = Date.UTC(2026, 2, 28, 23)
    const hours = Array.from({ length: 24 }, (_, hour) => localDay(midnight + hour * 3_600_000, 'Europe/Paris'))
    expect(hours.filter((day) => day === days(2026, 3, 29))).toHaveLength(23)
  })

  it('no time zone is more than a day from UTC', () => {
    const anyZone = fc.constantFrom('Pacific/Kiritimati', 'Etc/GMT+12', 'Asia/Kolkata', 'America/St_Johns', 'UTC')
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4e12 }), anyZone, (ms, zone) => {
        expect(Math.abs(localDay(ms, zone) - Math.floor(ms / DAY_MS))).toBeLessThanOrEqual(1)
      }),
    )
  })
})

describe('a change of the time zone', () => {
  it('a move to the east cuts the days before today short', () => {
    expect(daysCutShort(NEW_YEAR, 'America/New_York', 'Asia/Tokyo')).toEqual([days(2025, 12, 31)])
  })

  it('a move to the west, or within a day, cuts none short', () => {
    expect(daysCutShort(NEW_YEAR, 'Asia/Tokyo', 'America/New_York')).toEqual([])
    expect(daysCutShort(NEW_YEAR, 'Europe/Paris', 'Europe/Athens')).toEqual([])
  })
})

describe('the names of time zones', () => {
  it.each([
    ['Europe/Paris', true],
    ['UTC', true],
    ['Mars/Base', false],
    ['+02:00', false],
    ['', false],
    ['x'.repeat(65), false],
  ])('%s is the name of a time zone: %s', (name, isOne) => {
    expect(timeZone.safeParse(name).success).toBe(isOne)
  })
})

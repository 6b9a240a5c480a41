import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromWireTime, relativeTime, toWireTime, wireTime } from '../../../contract/time.ts'

const NOW = Date.UTC(2026, 4, 3, 12)
const ago = (seconds: number) => relativeTime(NOW - seconds * 1000, NOW)
const [MINUTE, HOUR, DAY, WEEK, YEAR] = [60, 3600, 86_400, 604_800, 31_556_952]

describe('times on the wire [1 §9]', () => {
  it('a time is UTC in 14 digits', () => {
    expect(toWireTime(Date.UTC(2026, 0, 2, 3, 4, 5, 678))).toBe('20260102030405')
    expect(fromWireTime('20260102030405')).toBe(Date.UTC(2026, 0, 2, 3, 4, 5))
  })

  it('a time is restored to the second', () => {
    const times = fc.integer({ min: 0, max: Date.UTC(9999, 11, 31, 23, 59, 59, 999) })
    fc.assert(
      fc.property(times, (ms) => {
        const digits = toWireTime(ms)
        expect(wireTime.safeParse(digits).success).toBe(true)
        expect(fromWireTime(digits)).toBe(Math.floor(ms / 1000) * 1000)
      }),
    )
  })

  it('times sort as text in the order of time', () => {
    const times = fc.integer({ min: 0, max: Date.UTC(9999, 0) })
    fc.assert(
      fc.property(times, times, (a, b) => {
        const [secondsA, secondsB] = [Math.floor(a / 1000), Math.floor(b / 1000)]
        expect(toWireTime(a) < toWireTime(b)).toBe(secondsA < secondsB)
      }),
    )
  })

  it.each([
    '',
    '2026010203040',
    '202601020304055',
    '20261302030405',
    '20260132030405',
    '20260231030405',
    '20260229030405',
    '20260102240000',
    '20260102036005',
    '2026-01-02',
    'abcdefghijklmn',
  ])('the text %j is not a time', (digits) => {
    expect(fromWireTime(digits)).toBeNaN()
  })
})

describe('relative times [1 §9]', () => {
  it.each([
    [0, 'just now'],
    [5, 'just now'],
    [6, '6 seconds ago'],
    [59, '59 seconds ago'],
    [MINUTE, '1 minute ago'],
    [2 * MINUTE, '2 minutes ago'],
    [60 * MINUTE, '60 minutes ago'],
    [90 * MINUTE, '90 minutes ago'],
    [91 * MINUTE, '2 hours ago'],
    [3 * HOUR, '3 hours ago'],
    [23 * HOUR, '23 hours ago'],
    [DAY, '1 day ago'],
    [2 * DAY, '2 days ago'],
    [6 * DAY, '6 days ago'],
    [WEEK, '1 week ago'],
    [3 * WEEK, '3 weeks ago'],
    [31 * DAY, '1 month ago'],
    [200 * DAY, '7 months ago'],
    [YEAR, '1 year ago'],
    [10 * YEAR, '10 years ago'],
  ])('a time %i seconds ago reads "%s"', (seconds, text) => {
    expect(ago(seconds)).toBe(text)
  })

  it('a future time, from a clock that is ahead, reads "just now"', () => {
    expect(ago(-3600)).toBe('just now')
  })

  it('a unit is singular only after the number 1', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 50 * YEAR }), (seconds) => {
        expect(ago(seconds)).toMatch(
          /^(just now|1 (minute|hour|day|week|month|year) ago|([2-9]|\d{2,}) (second|minute|hour|day|week|month|year)s ago)$/,
        )
      }),
    )
  })

  it('a longer time never has a smaller unit', () => {
    const order = ['now', 'second', 'minute', 'hour', 'day', 'week', 'month', 'year']
    const rank = (seconds: number) => order.findIndex((unit) => ago(seconds).includes(unit))
    const seconds = fc.integer({ min: 0, max: 5 * YEAR })
    fc.assert(
      fc.property(seconds, seconds, (a, b) => {
        expect(rank(Math.min(a, b))).toBeLessThanOrEqual(rank(Math.max(a, b)))
      }),
    )
  })
})

import { describe, expect, it } from 'vitest'
import { BAN_DURATIONS, banDurationText, banEnd, PERMANENT, WARNING } from '../../../contract/ban.ts'

describe('the duration of a ban [2 §4]', () => {
  it('a duration is shown in hours below a day and in rounded days above', () => {
    const texts = ['Warning', '1 hour', '3 hours', '1 day', '7 days', '30 days', 'Permanent']
    expect(BAN_DURATIONS.map(banDurationText)).toEqual(texts)
    expect([23, 25, 35, 36].map(banDurationText)).toEqual(['23 hours', '1 day', '1 day', '2 days'])
  })

  it('a ban ends after its hours', () => {
    expect(BAN_DURATIONS.slice(1, -1).map((hours) => banEnd(5, hours))).toEqual([
      3_600_005, 10_800_005, 86_400_005, 604_800_005, 2_592_000_005,
    ])
  })

  it('a warning has no end', () => {
    expect(banEnd(5, WARNING)).toBeNull()
  })

  it('a permanent ban ends after seven days until it is confirmed', () => {
    expect(banEnd(5, PERMANENT)).toBe(banEnd(5, 168))
  })
})

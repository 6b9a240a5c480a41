import { describe, expect, it } from 'vitest'
import { BAN_DURATIONS, banDurationText, banEnd } from '../../../contract/ban.ts'

describe('how long a ban lasts [2 §4]', () => {
  it('is said in hours below a day, else in days, rounded', () => {
    const words = ['Warning', '1 hour', '3 hours', '1 day', '7 days', '30 days', 'Permanent']
    expect(BAN_DURATIONS.map(banDurationText)).toEqual(words)
    expect([23, 25, 35, 36].map(banDurationText)).toEqual(['23 hours', '1 day', '1 day', '2 days'])
  })

  it('ends after so many hours; a warning and a permanent ban by no time', () => {
    expect(BAN_DURATIONS.map((hours) => banEnd(5, hours))).toEqual([
      null,
      3_600_005,
      10_800_005,
      86_400_005,
      604_800_005,
      2_592_000_005,
      null,
    ])
  })
})

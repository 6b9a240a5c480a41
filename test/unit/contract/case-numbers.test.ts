import { describe, expect, it } from 'vitest'
import { caseNumbersTexts, medianHoursOf } from '../../../contract/case-numbers.ts'

const NUMBERS = { month: 202611, reports: 1200, decisions: 3, acted: 2, upheld: 1, overturned: 0, medianHours: 4 }

describe('the numbers of moderation', () => {
  it('a month has its name, and numbers have commas', () => {
    expect(caseNumbersTexts(NUMBERS)).toMatchObject({
      month: 'November 2026',
      reports: '1,200',
      median: 'within 4 hours',
    })
  })

  it.each([
    [null, '–'],
    [1, 'within 1 hour'],
    [24, 'within 24 hours'],
    [72, 'within 3 days'],
    [8760, 'over 30 days'],
  ])('a median of %s hours reads “%s”', (medianHours, text) => {
    expect(caseNumbersTexts({ ...NUMBERS, medianHours }).median).toBe(text)
  })

  it('the median is the first step with half of the decisions', () => {
    expect(medianHoursOf(new Map())).toBeNull()
    expect(
      medianHoursOf(
        new Map([
          [1, 1],
          [48, 1],
        ]),
      ),
    ).toBe(1)
    expect(
      medianHoursOf(
        new Map([
          [1, 1],
          [4, 1],
          [48, 3],
        ]),
      ),
    ).toBe(48)
  })
})

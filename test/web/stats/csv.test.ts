import { describe, expect, it } from 'vitest'
import type { Series } from '../../../contract/http/stats.ts'
import { csvOf } from '../../../web/features/stats/csv.ts'

const series = (start: string, views: number[]): Series => {
  const none = views.map(() => 0)
  return { start, views, hearts: none, comments: none, ratings: none, fans: none, sketches: none }
}
const HEAD = 'Views,Hearts,Comments,Likes,New fans,Sketches'

describe('the CSV file of statistics', () => {
  it('hours have their time in UTC, across the end of a month', () => {
    expect(csvOf('hours', series('20260228230000', [1, 20]))).toBe(
      `Hour (UTC),${HEAD}\r\n2026-02-28T23:00Z,1,0,0,0,0,0\r\n2026-03-01T00:00Z,20,0,0,0,0,0\r\n`,
    )
  })

  it('days are dates, without a gap at a change of summer time', () => {
    const lines = csvOf('days', series('20260328000000', [1, 2, 3])).split('\r\n')
    expect(lines).toEqual([
      `Day (UTC),${HEAD}`,
      '2026-03-28,1,0,0,0,0,0',
      '2026-03-29,2,0,0,0,0,0',
      '2026-03-30,3,0,0,0,0,0',
      '',
    ])
  })

  it('months go on over the end of a year', () => {
    const lines = csvOf('months', series('20251201000000', [10_000_000, 0])).split('\r\n')
    expect(lines.slice(1, 3)).toEqual(['2025-12,10000000,0,0,0,0,0', '2026-01,0,0,0,0,0,0'])
  })

  it('an empty series has a header only', () => {
    expect(csvOf('days', series('20260101000000', []))).toBe(`Day (UTC),${HEAD}\r\n`)
  })
})

import { describe, expect, it } from 'vitest'
import type { BallotDownload } from '../../../contract/http/compos.ts'
import { resultTable } from '../../../dev/compo-result.ts'

const ballots: BallotDownload = {
  key: 'spring',
  entries: [11, 12, 13, 14],
  disqualified: [],
  sets: [
    { entries: [11, 12, 13, 14], pick: 13 },
    { entries: [14, 12, 13, 11], pick: 13 },
    { entries: [12, 11, 14, 13], pick: 11 },
    { entries: [11, 12, 13, 14], pick: null },
  ],
}

describe('the result from downloaded ballots', () => {
  it('each entry has its place, label, exposure, picks and strength', () => {
    expect(resultTable(JSON.stringify(ballots)).split('\n')).toEqual([
      'place\tlabel\tentry\tseen\tpicks\tstrength',
      '1\t1st\t13\t4\t2\t1.62500',
      '2\t2nd\t11\t4\t1\t1.12500',
      '3\t3rd\t12\t4\t0\t0.625000',
      '3\t3rd\t14\t4\t0\t0.625000',
    ])
  })

  it('a disqualified entry comes last without a place, and those behind it move up', () => {
    const rows = resultTable(JSON.stringify({ ...ballots, disqualified: [11] })).split('\n')
    expect(rows.slice(1)).toEqual([
      '1\t1st\t13\t4\t2\t1.62500',
      '2\t2nd\t12\t4\t0\t0.625000',
      '2\t2nd\t14\t4\t0\t0.625000',
      '\tDisqualified\t11\t4\t1\t1.12500',
    ])
  })

  it('a download without a list of disqualified entries is read', () => {
    const { disqualified: _, ...older } = ballots
    expect(resultTable(JSON.stringify(older))).toBe(resultTable(JSON.stringify(ballots)))
  })

  it.each([
    ['a set of five', { entries: [11, 12, 13, 14, 15], pick: null }],
    ['a set with the same sketch twice', { entries: [11, 11], pick: null }],
    ['a pick outside its set', { entries: [11, 12], pick: 13 }],
  ])('%s is refused', (_, set) => {
    expect(() => resultTable(JSON.stringify({ ...ballots, sets: [set] }))).toThrow()
  })
})

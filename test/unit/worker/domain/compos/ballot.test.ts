import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type BallotEntry, ballotSets, nextSet } from '../../../../../worker/domain/compos/ballot.ts'

const equallySeen = (count: number): BallotEntry[] =>
  Array.from({ length: count }, (_, index) => ({ id: index + 1, exposure: 0 }))

/** All sets of a ballot, answered one after another. */
function wholeBallot(entries: readonly BallotEntry[], seed: number): number[][] {
  const judged = new Set<number>()
  return Array.from({ length: ballotSets(entries.length) }, () => {
    const set = nextSet(entries, judged, seed)
    for (const id of set) judged.add(id)
    return set
  })
}

const entries = fc
  .array(fc.nat(20), { maxLength: 60 })
  .map((exposures) => exposures.map((exposure, index) => ({ id: index + 1, exposure })))
const seed = fc.nat()

describe('the number of sets of a ballot', () => {
  it.each([
    [0, 0],
    [1, 0],
    [2, 1],
    [4, 1],
    [5, 2],
    [39, 10],
    [5000, 10],
  ])('%i eligible entries give %i sets', (eligible, sets) => {
    expect(ballotSets(eligible)).toBe(sets)
  })
})

describe('the next set of a ballot', () => {
  it('the least-seen entries come first', () => {
    const seen = [5, 1, 4, 0, 3, 2].map((exposure, index) => ({ id: index + 1, exposure }))
    expect(nextSet(seen, new Set(), 7).toSorted()).toEqual([2, 4, 5, 6])
  })

  it('entries that the voter has judged come last', () => {
    expect(nextSet(equallySeen(6), new Set([1, 2, 3]), 7)).toEqual(expect.arrayContaining([4, 5, 6]))
  })

  it('a set has four different eligible entries, or all if there are fewer', () => {
    fc.assert(
      fc.property(entries, fc.array(fc.nat(60)), seed, (eligible, judged, seed) => {
        const set = nextSet(eligible, new Set(judged), seed)
        expect(new Set(set).size).toBe(Math.min(4, eligible.length))
        expect(eligible.map(({ id }) => id)).toEqual(expect.arrayContaining(set))
      }),
    )
  })

  it('no entry outside the set is unjudged and seen less than one in it', () => {
    fc.assert(
      fc.property(entries, fc.array(fc.nat(60)), seed, (eligible, judgedIds, seed) => {
        const judged = new Set(judgedIds)
        const set = nextSet(eligible, judged, seed)
        const isIn = ({ id }: BallotEntry) => set.includes(id)
        const unjudged = eligible.filter(({ id }) => !judged.has(id))
        const most = Math.max(...unjudged.filter(isIn).map(({ exposure }) => exposure))
        const others = unjudged.filter((entry) => !isIn(entry))
        if (set.length === 4) expect(others.every(({ exposure }) => exposure >= most || most === -Infinity)).toBe(true)
      }),
    )
  })

  it('the same seed gives the same set, in whatever order the entries are read', () => {
    fc.assert(
      fc.property(entries, seed, (eligible, seed) => {
        expect(nextSet(eligible.toReversed(), new Set(), seed)).toEqual(nextSet(eligible, new Set(), seed))
      }),
    )
  })

  it('a ballot has every entry if there are at most forty', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 40 }), seed, (count, seed) => {
        expect(new Set(wholeBallot(equallySeen(count), seed).flat()).size).toBe(count)
      }),
    )
  })

  it('a ballot repeats no entry as long as there are others', () => {
    fc.assert(
      fc.property(fc.integer({ min: 40, max: 200 }), seed, (count, seed) => {
        expect(new Set(wholeBallot(equallySeen(count), seed).flat()).size).toBe(40)
      }),
    )
  })

  it('over many seeds each equally seen entry comes equally often, and at each position', () => {
    const counts = Array.from({ length: 12 }, () => [0, 0, 0, 0])
    for (let seed = 0; seed < 12_000; seed++) {
      nextSet(equallySeen(12), new Set(), seed).forEach((id, position) => {
        const positions = counts[id - 1] ?? []
        positions[position] = (positions[position] ?? 0) + 1
      })
    }
    // The expected count is 1000 with a standard deviation of 30.
    for (const count of counts.flat()) expect(Math.abs(count - 1000)).toBeLessThan(150)
  })
})

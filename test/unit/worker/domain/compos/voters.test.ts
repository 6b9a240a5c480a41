import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { VoterComparison, type VoterSet } from '../../../../../worker/domain/compos/voters.ts'

/** The comparison of all voters with these sets. */
function compareVoters(sets: readonly VoterSet[], strengths: ReadonlyMap<number, number>) {
  const comparison = new VoterComparison(strengths)
  for (const set of sets) comparison.add(set)
  return comparison.compare()
}

const STRENGTHS = new Map([
  [1, 4],
  [2, 2],
  [3, 1],
  [4, 1],
])

const set = (ballotId: number, pick: number | null, entries = [1, 2, 3, 4]): VoterSet => ({ ballotId, entries, pick })

type Votes = { strengths: Map<number, number>; sets: VoterSet[] }

/** Answered sets of a few voters, and strengths of their entries. */
const votes: fc.Arbitrary<Votes> = fc
  .uniqueArray(fc.integer({ min: 1, max: 30 }), { minLength: 4, maxLength: 8 })
  .chain((ids) => {
    const answered = fc.shuffledSubarray(ids, { minLength: 2, maxLength: 4 }).chain((entries) =>
      fc.record({
        ballotId: fc.integer({ min: 1, max: 6 }),
        entries: fc.constant(entries),
        pick: fc.constantFrom(null, ...entries),
      }),
    )
    const strengths = fc
      .array(fc.integer({ min: 1, max: 50 }), { minLength: ids.length, maxLength: ids.length })
      .map((values) => new Map(ids.map((id, index) => [id, values[index] ?? 1])))
    return fc.record({ strengths, sets: fc.array(answered, { maxLength: 40 }) })
  })

const deviationsOf = ({ sets, strengths }: Votes) =>
  new Map(compareVoters(sets, strengths).map(({ ballotId, deviation }) => [ballotId, deviation]))

describe('voters compared with a result', () => {
  it('the likelihood is the geometric mean of the probabilities of the picks', () => {
    const [only] = compareVoters([set(1, 1), set(1, 3), set(1, null)], STRENGTHS)
    expect(only).toMatchObject({ ballotId: 1, picks: 2, likelihood: expect.closeTo(Math.sqrt((4 / 8) * (1 / 8)), 9) })
  })

  it('a voter who picks against all others comes first, below zero', () => {
    const sets = [1, 2, 3, 4].flatMap((voter) => Array.from({ length: 5 }, () => set(voter, voter === 3 ? 4 : 1)))
    const [first, ...others] = compareVoters(sets, STRENGTHS)
    expect(first?.ballotId).toBe(3)
    expect(first?.deviation).toBeCloseTo(-Math.sqrt(3), 9)
    expect(others.map(({ deviation }) => deviation)).toEqual(others.map(() => expect.closeTo(1 / Math.sqrt(3), 9)))
  })

  it('an unlikely pick in a set of equal entries is no deviation', () => {
    const sets = [set(1, 3, [3, 4]), set(2, 1, [1, 2]), set(3, 2, [1, 2])]
    const deviations = new Map(compareVoters(sets, STRENGTHS).map((fit) => [fit.ballotId, fit.deviation]))
    expect(deviations.get(1)).toBeGreaterThan(deviations.get(3) ?? 0)
    expect(deviations.get(1)).toBeLessThan(deviations.get(2) ?? 0)
  })

  it('voters who skipped every set are left out, and so are picks of entries that left the compo', () => {
    expect(compareVoters([set(1, null), set(2, 9, [1, 2, 3, 9])], STRENGTHS)).toEqual([])
  })

  it('the deviations have the mean 0 and the variance 1, or are all 0', () => {
    fc.assert(
      fc.property(votes, ({ sets, strengths }) => {
        const values = compareVoters(sets, strengths).map(({ deviation }) => deviation)
        fc.pre(values.length > 0)
        const mean = (numbers: number[]) => numbers.reduce((sum, value) => sum + value, 0) / numbers.length
        expect(mean(values)).toBeCloseTo(0, 6)
        const variance = mean(values.map((value) => value ** 2))
        if (values.some((value) => value !== 0)) expect(variance).toBeCloseTo(1, 6)
      }),
    )
  })

  it('voters whose picks fit least come first', () => {
    fc.assert(
      fc.property(votes, ({ sets, strengths }) => {
        const values = compareVoters(sets, strengths).map(({ deviation }) => deviation)
        expect(values).toEqual(values.toSorted((a, b) => a - b))
      }),
    )
  })

  it('neither the order of sets and entries nor the scale of the strengths matters', () => {
    fc.assert(
      fc.property(votes, ({ sets, strengths }) => {
        const before = deviationsOf({ sets, strengths })
        const after = deviationsOf({
          sets: sets.toReversed().map((answered) => ({ ...answered, entries: answered.entries.toReversed() })),
          strengths: new Map([...strengths].map(([id, strength]) => [id, strength * 8])),
        })
        expect(after.size).toBe(before.size)
        for (const [ballotId, deviation] of before) expect(after.get(ballotId)).toBeCloseTo(deviation, 5)
      }),
    )
  })

  it('a pick of a stronger entry never makes the picks of a voter less likely', () => {
    fc.assert(
      fc.property(votes, ({ sets, strengths }) => {
        const index = sets.findIndex(({ pick }) => pick !== null)
        const changed = sets[index]
        fc.pre(changed !== undefined)
        const [strongest = 0] = changed.entries.toSorted((a, b) => (strengths.get(b) ?? 0) - (strengths.get(a) ?? 0))
        const likelihoodIn = (answered: VoterSet[]) =>
          compareVoters(answered, strengths).find(({ ballotId }) => ballotId === changed.ballotId)?.likelihood ?? 0
        const better = sets.with(index, { ...changed, pick: strongest })
        expect(likelihoodIn(better)).toBeGreaterThanOrEqual(likelihoodIn(sets) - 1e-9)
      }),
    )
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AnsweredSet, SetPacker } from '../../../../../worker/domain/compos/answered-sets.ts'
import { finishFit, iterate, startFit } from '../../../../../worker/domain/compos/fit.ts'
import { computeResult, publishedResults, withoutDisqualified } from '../../../../../worker/domain/compos/result.ts'

const repeat = (count: number, set: AnsweredSet) => Array.from({ length: count }, () => set)

/** Strengths by ascending id. */
const strengthsOf = (ids: number[], sets: AnsweredSet[]) =>
  computeResult(ids, sets)
    .toSorted((a, b) => a.id - b.id)
    .map(({ strength }) => strength)

function pack({ ids, sets }: Compo) {
  const packer = new SetPacker(ids, sets.length)
  for (const set of sets) packer.add(set)
  return packer.pack()
}

type Compo = { ids: number[]; sets: AnsweredSet[] }

/** Small compos with picked and skipped sets of two to four entries. */
const compo: fc.Arbitrary<Compo> = fc
  .uniqueArray(fc.integer({ min: 1, max: 99 }), { minLength: 2, maxLength: 9 })
  .chain((ids) => {
    const set = fc
      .shuffledSubarray(ids, { minLength: 2, maxLength: Math.min(4, ids.length) })
      .chain((entries) => fc.record({ entries: fc.constant(entries), pick: fc.constantFrom(null, ...entries) }))
    return fc.record({ ids: fc.constant(ids), sets: fc.array(set, { maxLength: 40 }) })
  })

describe('strengths worked out by hand', () => {
  // The prior adds a win to both: 3 + 1 against 1 + 1.
  it('of two entries with 3 and 1 wins against each other, one is twice as strong', () => {
    const sets = [...repeat(3, { entries: [1, 2], pick: 1 }), { entries: [1, 2], pick: 2 }]
    expect(strengthsOf([1, 2], sets)).toEqual([expect.closeTo(4 / 3, 9), expect.closeTo(2 / 3, 9)])
  })

  // The prior adds a win to each: of 6 + 4 wins, the entries have 4, 3, 2 and 1.
  it('of four entries that are always together, the strength follows the picks', () => {
    const entries = [1, 2, 3, 4]
    const sets = [1, 1, 1, 2, 2, 3].map((pick) => ({ entries, pick }))
    expect(strengthsOf(entries, sets)).toEqual([4, 3, 2, 1].map((wins) => expect.closeTo((4 * wins) / 10, 9)))
  })

  it('a skipped set counts a quarter of a win for each of its four entries', () => {
    const entries = [1, 2, 3, 4]
    const sets = [...repeat(4, { entries, pick: null }), ...repeat(2, { entries, pick: 1 })]
    expect(strengthsOf(entries, sets)).toEqual([4, 2, 2, 2].map((wins) => expect.closeTo((4 * wins) / 10, 9)))
  })

  // For the strength l of the losers, l / (3 - l) + l = 1, because the winner has 3 - 2 l.
  it('an entry that beat two others once each has √13 − 2 of the three', () => {
    const sets = [2, 3].map((loser) => ({ entries: [1, loser], pick: 1 }))
    const [winner, loser] = [Math.sqrt(13) - 2, (5 - Math.sqrt(13)) / 2]
    expect(strengthsOf([1, 2, 3], sets)).toEqual([winner, loser, loser].map((strength) => expect.closeTo(strength, 9)))
  })

  it('an entry that nobody saw has the average strength', () => {
    const entries = [1, 2, 3, 4]
    const result = computeResult([...entries, 5], [{ entries, pick: 1 }])
    expect(result.find(({ id }) => id === 5)).toMatchObject({
      strength: expect.closeTo(1, 9),
      seen: 0,
      picks: 0,
      place: 2,
    })
  })

  it('an entry picked in its only set comes behind one picked nine times of ten', () => {
    const sets = [
      ...[1, 1, 1, 1, 1, 1, 1, 1, 1, 3].map((pick) => ({ entries: [1, 3, 4, 5], pick })),
      { entries: [2, 3, 4, 5], pick: 2 },
    ]
    expect(
      computeResult([1, 2, 3, 4, 5], sets)
        .map(({ id }) => id)
        .slice(0, 2),
    ).toEqual([1, 2])
  })
})

describe('places', () => {
  it('equally strong entries share the place, and the next one follows by count', () => {
    const entries = [1, 2, 3, 4]
    const sets = [1, 1, 2, 3].map((pick) => ({ entries, pick }))
    expect(computeResult(entries, sets).map(({ id, place }) => [id, place])).toEqual([
      [1, 1],
      [2, 2],
      [3, 2],
      [4, 4],
    ])
  })

  it('without any vote all entries share the first place', () => {
    expect(computeResult([3, 1, 2], []).map(({ id, place }) => [id, place])).toEqual([
      [1, 1],
      [2, 1],
      [3, 1],
    ])
  })

  it('a compo without entries has no result', () => {
    expect(computeResult([], [])).toEqual([])
  })

  it('skipped sets alone leave all entries equal', () => {
    fc.assert(
      fc.property(compo, ({ ids, sets }) => {
        const skipped = sets.map(({ entries }) => ({ entries, pick: null }))
        expect(computeResult(ids, skipped).every(({ place }) => place === 1)).toBe(true)
      }),
    )
  })

  it('one more win never lowers the place of an entry', () => {
    fc.assert(
      fc.property(compo, fc.nat(), ({ ids, sets }, choice) => {
        const winner = ids[choice % ids.length] ?? 0
        const entries = [winner, ...ids.filter((id) => id !== winner)].slice(0, 4)
        const placeWith = (answered: AnsweredSet[]) =>
          computeResult(ids, answered).find(({ id }) => id === winner)?.place ?? 0
        expect(placeWith([...sets, { entries, pick: winner }])).toBeLessThanOrEqual(placeWith(sets))
      }),
    )
  })

  it('a pick instead of another answer never lowers the place of the picked entry', () => {
    fc.assert(
      fc.property(compo, fc.nat(), ({ ids, sets }, choice) => {
        const [changed, ...others] = sets
        fc.pre(changed !== undefined)
        const winner = changed.entries[choice % changed.entries.length] ?? 0
        const placeWith = (answered: AnsweredSet[]) =>
          computeResult(ids, answered).find(({ id }) => id === winner)?.place ?? 0
        expect(placeWith([{ ...changed, pick: winner }, ...others])).toBeLessThanOrEqual(placeWith(sets))
      }),
    )
  })

  it('relabelling the entries relabels the places', () => {
    fc.assert(
      fc.property(compo, ({ ids, sets }) => {
        const relabelled = (id: number) => 100 - id
        const result = computeResult(
          ids.map(relabelled),
          sets.map(({ entries, pick }) => ({ entries: entries.map(relabelled), pick: pick && relabelled(pick) })),
        )
        const placesById = new Map(result.map(({ id, place }) => [relabelled(id), place]))
        for (const { id, place } of computeResult(ids, sets)) expect(placesById.get(id)).toBe(place)
      }),
    )
  })

  it('the order of entries and sets does not change a bit of the result', () => {
    fc.assert(
      fc.property(compo, ({ ids, sets }) => {
        const reversed = sets.toReversed().map(({ entries, pick }) => ({ entries: entries.toReversed(), pick }))
        expect(computeResult(ids.toReversed(), reversed)).toEqual(computeResult(ids, sets))
      }),
    )
  })
})

describe('disqualifications after the result', () => {
  const placesOf = (results: readonly { id: number; place: number | null }[]) =>
    results.map(({ id, place }) => [id, place])

  it('each remaining entry has as many better entries as its place says', () => {
    fc.assert(
      fc.property(compo, fc.infiniteStream(fc.boolean()), ({ ids, sets }, choices) => {
        const disqualified = ids.filter(() => choices.next().value)
        const results = computeResult(ids, sets)
        const left = results.filter(({ id }) => !disqualified.includes(id))
        const published = withoutDisqualified(results, disqualified)
        expect(placesOf(published)).toEqual([
          ...left.map(({ id, place }) => [id, 1 + left.filter((other) => other.place < place).length]),
          ...results.filter(({ id }) => disqualified.includes(id)).map(({ id }) => [id, null]),
        ])
      }),
    )
  })

  it('the order in which entries are disqualified is irrelevant, and without any the result stays', () => {
    fc.assert(
      fc.property(compo, ({ ids, sets }) => {
        const results = computeResult(ids, sets)
        expect(withoutDisqualified(results, ids.toReversed())).toEqual(withoutDisqualified(results, ids))
        expect(withoutDisqualified(results, [])).toEqual(results)
      }),
    )
  })

  it('a place of an entry that is left never gets worse', () => {
    fc.assert(
      fc.property(compo, fc.nat(), ({ ids, sets }, choice) => {
        const results = computeResult(ids, sets)
        const before = new Map(results.map(({ id, place }) => [id, place]))
        for (const { id, place } of withoutDisqualified(results, [ids[choice % ids.length] ?? 0]))
          expect(place ?? 1).toBeLessThanOrEqual(before.get(id) ?? 0)
      }),
    )
  })
})

describe('an interrupted fit', () => {
  it('a fit that pauses at any iteration ends with the same numbers', () => {
    fc.assert(
      fc.property(compo, fc.nat(30), (given, iterations) => {
        let fit = startFit(pack(given))
        for (let count = 0; count < iterations && !fit.isDone; count++) fit = iterate(pack(given), fit)
        expect(finishFit(pack(given), fit)).toEqual(finishFit(pack(given)))
      }),
    )
  })

  it('a finished fit does not continue', () => {
    const sets = pack({ ids: [1, 2], sets: [{ entries: [1, 2], pick: 1 }] })
    const fit = finishFit(sets)
    expect(finishFit(sets, fit)).toEqual(fit)
  })

  it('a fit keeps strengths positive and finite, with the mean 1', () => {
    fc.assert(
      fc.property(compo, (given) => {
        const strengths = [...finishFit(pack(given)).strengths]
        expect(strengths.every((strength) => strength > 0 && Number.isFinite(strength))).toBe(true)
        expect(strengths.reduce((sum, strength) => sum + strength, 0) / strengths.length).toBeCloseTo(1, 9)
      }),
    )
  })
})

it('entries have places only if somebody picked one of them', () => {
  const skipped = computeResult([1, 2], [{ entries: [1, 2], pick: null }])
  expect(publishedResults(skipped).map(({ place }) => place)).toEqual([null, null])
  const picked = computeResult([1, 2], [{ entries: [1, 2], pick: 2 }])
  expect(publishedResults(picked).map(({ id, place }) => [id, place])).toEqual([
    [2, 1],
    [1, 2],
  ])
})

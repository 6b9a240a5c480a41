import { describe, expect, it } from 'vitest'
import type { CompoSketch } from '../../../contract/http/compo-item.ts'
import type { BallotSet, CompoBallot } from '../../../contract/http/compos.ts'
import { firstSet, needsSets, savedPick, shownOrder, voteOf } from '../../../web/features/compos/ballot.ts'

const sketch = (id: number): CompoSketch => ({
  ...{ id, title: `Sketch ${id}`, alt: '', imageUrl: '', thumbhash: '', mat: null, width: 4, height: 3, mature: false },
})
const setOf = (ids: number[], answer: BallotSet['answer'] = null): BallotSet => ({ sketches: ids.map(sketch), answer })
const ballotOf = (fields: Partial<CompoBallot>): CompoBallot => ({
  ...{
    title: 'Way home',
    state: 'voting',
    endVotingDate: '29990108000000',
    sets: [setOf([1, 2, 3, 4]), setOf([5, 6, 7, 8])],
    total: 3,
    step: 0,
  },
  ...fields,
})
const idsOf = (sketches: readonly CompoSketch[]) => sketches.map(({ id }) => id)

describe('a ballot on the page [1 §4]', () => {
  it('the picked sketch moves to first position, and the others keep their order', () => {
    expect(idsOf(shownOrder([1, 2, 3, 4].map(sketch), 3))).toEqual([3, 1, 2, 4])
    expect(idsOf(shownOrder([1, 2, 3, 4].map(sketch), undefined))).toEqual([1, 2, 3, 4])
  })

  it('a vote has the picked sketch first', () => {
    expect(voteOf(setOf([1, 2, 3, 4]), 4)).toEqual([4, 1, 2, 3])
  })

  it('a skip negates all sketches', () => {
    expect(voteOf(setOf([1, 2, 3, 4]), 'skip')).toEqual([-1, -2, -3, -4])
  })

  it('a lost tab resumes at the next set', () => {
    expect(firstSet(ballotOf({ step: 1 }))).toBe(1)
  })

  it('a finished ballot starts again at its first set', () => {
    expect(firstSet(ballotOf({ step: 3, total: 2 }))).toBe(0)
  })

  it('an earlier pick is selected, and an earlier skip selects nothing', () => {
    expect(savedPick(setOf([1, 2], 2))).toBe(2)
    expect(savedPick(setOf([1, 2], 'skip'))).toBeUndefined()
  })

  it('the page requests sets for a new ballot, and for one whose next set is missing', () => {
    expect(needsSets(ballotOf({ sets: [], total: 0 }))).toBe(true)
    expect(needsSets(ballotOf({ step: 2 }))).toBe(true)
    expect(needsSets(ballotOf({ step: 1 }))).toBe(false)
    expect(needsSets(ballotOf({ step: 3 }))).toBe(false)
  })

  it('the page requests no sets of a compo that is not in voting', () => {
    expect(needsSets(ballotOf({ state: 'closed', sets: [], total: 0 }))).toBe(false)
  })
})

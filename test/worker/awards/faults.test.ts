import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  addAwards,
  addCategory,
  addNominee,
  addVoter,
  nominateSketch,
  readCategory,
  sendVote,
} from '../../support/worker/awards.ts'
import { type Fault, withEveryFault } from '../../support/worker/faults.ts'
import { addPerson } from '../../support/worker/people.ts'
import { jsonOf, sendRequestWith } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'

const faults: Fault[] = ['refused', 'lost']

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => vi.restoreAllMocks())

describe.each(faults)('writes of awards with one database call %s', (fault) => {
  it('a sketch is nominated once, or can be nominated again', async () => {
    const mira = await addPerson()
    const year = await addAwards('nominating')
    let [categoryId, sketchId] = [await addCategory(year), await addSketch(await addPerson())]
    await withEveryFault(
      fault,
      (bindings) =>
        sendRequestWith(bindings, '/awards', { as: mira, body: { categoryId, action: 'nominateSketch', sketchId } }),
      async () => {
        await jsonOf(nominateSketch(mira, categoryId, sketchId))
        expect((await readCategory(year, mira)).sketches).toHaveLength(1)
        ;[categoryId, sketchId] = [await addCategory(year), await addSketch(await addPerson())]
      },
    )
  })

  it('a vote is recorded once, or can be cast again', async () => {
    const year = await addAwards('voting')
    const categoryId = await addCategory(year)
    const nominee = await addNominee(categoryId)
    let voter = await addVoter()
    await withEveryFault(
      fault,
      (bindings) =>
        sendRequestWith(bindings, '/api/v2/awards/vote', { as: voter, body: { cat: categoryId, obj: nominee.id } }),
      async () => {
        await jsonOf(sendVote(voter, categoryId, nominee.id))
        expect((await readCategory(year, voter)).vote).toBe(nominee.id)
        voter = await addVoter()
      },
    )
  })
})

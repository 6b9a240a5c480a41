import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { addSketchCase, decide } from '../../support/worker/cases.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { errorOf, jsonOf, sendRequest, sendRequestWith } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'
import { staffLogOf } from '../../support/worker/staff.ts'
import { watchedDb } from '../../support/worker/watched-db.ts'

/** An environment in which `meanwhile` happens once, between the reads of a request and its batch. */
function interrupted(meanwhile: () => Promise<unknown>): Cloudflare.Env {
  let happened = false
  const db = watchedDb(env.DB, async (run, statement) => {
    if (statement === null && !happened) {
      happened = true
      await meanwhile()
    }
    return run()
  })
  return { ...env, DB: db }
}

const UNDO = '/api/v2/gloperate/case/undo'
const undo = (as: Person, id: number) => sendRequest(UNDO, { as, body: { id, reason: 'A mistake.' } })

let staff: Person
let other: Person
let ines: Person
let sketch: number
beforeEach(async () => {
  staff = await addPerson({ flags: 'm' })
  other = await addPerson({ flags: 'm' })
  ines = await addPerson()
  sketch = await addSketch(ines)
})

describe('an undo of a decision', () => {
  it('of two at the same moment one acts, and the other cannot undo', async () => {
    const id = await addSketchCase(sketch)
    await jsonOf(decide(staff, id, { action: 'violation', violation: 'notsketch', rule: 'sketches' }))
    const entries = (await staffLogOf(ines)).length
    const bindings = interrupted(() => jsonOf(undo(other, id)))
    const late = sendRequestWith(bindings, UNDO, { as: staff, body: { id, reason: 'A mistake.' } })
    expect(await errorOf(late)).toEqual([409, 'cannot_undo'])
    expect((await staffLogOf(ines)).length).toBe(entries + 1)
  })
})

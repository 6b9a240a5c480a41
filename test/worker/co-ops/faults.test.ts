import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CoOpTree } from '../../../contract/http/co-ops.ts'
import { type Fault, withEveryFault } from '../../support/worker/faults.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { jsonOf, requestJson, sendRequest, sendRequestWith } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'

const faults: Fault[] = ['refused', 'lost']

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => vi.restoreAllMocks())

/** Counts what was made of a sketch, and its entries in the audit log. */
function countsOf(sketchId: number) {
  return env.DB.prepare(
    `SELECT (SELECT count(*) FROM library_images WHERE sketch_id = ?1) AS images,
      (SELECT count(*) FROM co_ops WHERE sketch_id = ?1) AS names,
      (SELECT count(*) FROM sketches WHERE coop_id = ?1) AS parts,
      (SELECT count(*) FROM audit_log WHERE target_id = ?1 AND target_type = 'sketch') AS lines`,
  )
    .bind(sketchId)
    .first()
}

/** Adds a sketch and a continuation of it. */
async function addContinuedSketch(artist: Person): Promise<number> {
  const id = await addSketch(artist)
  await addSketch(artist, { parentId: id })
  return id
}

describe.each(faults)('writes of co-ops with one database call %s', (fault) => {
  const makeImage = (bindings: typeof env, staff: Person, sketchId: number) =>
    sendRequestWith(bindings, '/api/v2/content/createImage', {
      as: staff,
      body: { sketchId, path: 'reference', title: 'Gulls' },
    })

  it('a shared image is created with its audit log entry or not at all', async () => {
    const [ines, staff] = [await addPerson(), await addPerson({ flags: 'm' })]
    const none = { images: 0, names: 0, parts: 0, lines: 0 }
    let sketchId = await addSketch(ines)
    await withEveryFault(
      fault,
      (bindings) => makeImage(bindings, staff, sketchId),
      async (_reply, n) => {
        expect([none, { ...none, images: 1, lines: 1 }], `call ${n}`).toContainEqual(await countsOf(sketchId))
        sketchId = await addSketch(ines)
      },
    )
  })

  it('a shared image that is requested again after a failure is created once', async () => {
    const [ines, staff] = [await addPerson(), await addPerson({ flags: 'm' })]
    let sketchId = await addSketch(ines)
    await withEveryFault(
      fault,
      (bindings) => makeImage(bindings, staff, sketchId),
      async () => {
        await jsonOf(makeImage(env, staff, sketchId))
        expect(await countsOf(sketchId)).toMatchObject({ images: 1 })
        sketchId = await addSketch(ines)
      },
    )
  })

  it('a co-op is created with its name and all continuations, or not at all', async () => {
    const ines = await addPerson()
    let sketchId = await addContinuedSketch(ines)
    const make = (bindings: typeof env) =>
      sendRequestWith(bindings, '/api/v2/content/createCoOpSketch', {
        as: ines,
        body: { sketchId, path: 'co-ops', title: 'Go on', desc: 'Add a floor' },
      })
    await withEveryFault(fault, make, async (_reply, n) => {
      const [before, after] = [
        { images: 0, names: 0, parts: 0, lines: 0 },
        { images: 0, names: 1, parts: 2, lines: 0 },
      ]
      expect([before, after], `call ${n}`).toContainEqual(await countsOf(sketchId))
      await jsonOf(make(env))
      expect(await countsOf(sketchId)).toMatchObject({ names: 1, parts: 2 })
      const tree = await requestJson<CoOpTree>(`/api/v2/coOp/${sketchId}/tree`, { as: ines })
      expect([tree.title, tree.description, tree.nodes.length]).toEqual(['Go on', 'Add a floor', 1])
      sketchId = await addContinuedSketch(ines)
    })
  })

  it('title and description of a co-op change together or not at all', async () => {
    const ines = await addPerson()
    const sketchId = await addContinuedSketch(ines)
    const describeCoOp = (bindings: typeof env, title: string, desc: string) =>
      sendRequestWith(bindings, '/api/v2/content/createCoOpSketch', {
        as: ines,
        body: { sketchId, path: 'co-ops', title, desc },
      })
    await jsonOf(describeCoOp(env, 'Go on', 'Add a floor'))
    await withEveryFault(
      fault,
      (bindings) => describeCoOp(bindings, 'Go higher', 'Add a roof'),
      async () => {
        const { title, description } = await requestJson<CoOpTree>(`/api/v2/coOp/${sketchId}/tree`, { as: ines })
        expect(['Go on: Add a floor', 'Go higher: Add a roof']).toContain(`${title}: ${description}`)
        expect(await countsOf(sketchId)).toEqual({ images: 0, names: 1, parts: 2, lines: 0 })
        expect((await sendRequest(`/api/v2/coOp/${sketchId}`)).status).toBe(200)
        await jsonOf(describeCoOp(env, 'Go on', 'Add a floor'))
      },
    )
  })
})

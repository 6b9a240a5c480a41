import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import type { CoOpTree, LibraryImageList } from '../../../contract/http/co-ops.ts'
import type { ShownSketch } from '../../../contract/http/sketch-page.ts'
import {
  CO_OP_JOINING_COUNTED,
  COOP_TREE_MAX,
  MEMBER_LIMITS,
  SKETCHES_PER_CO_OP_EDIT,
} from '../../../contract/limits.ts'
import { ROWS_TRIED } from '../../../worker/domain/sketch-lists/select-rows.ts'
import { furtherEdits } from '../../../worker/features/co-ops/queries.ts'
import { addBlock } from '../../support/worker/albums.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { countRowsRead, rowsRead } from '../../support/worker/rows-read.ts'
import { errorOf, jsonOf, requestJson, sendRequest, sendRequestWith } from '../../support/worker/site.ts'
import { addCoOp, addSketch, addSketches } from '../../support/worker/sketches.ts'
import { addPicture, addUpload, postUpload } from '../../support/worker/uploads.ts'
import { watchedDb } from '../../support/worker/watched-db.ts'

const MAKE = '/api/v2/content/createCoOpSketch'
const IMAGE = '/api/v2/content/createImage'

const makeCoOp = (as: Person | null, sketchId: number, fields = {}) =>
  sendRequest(MAKE, { as, body: { sketchId, path: 'co-ops', title: 'Go on', desc: 'Add a floor', ...fields } })
const treeOf = (id: number, as: Person | null = null) => requestJson<CoOpTree>(`/api/v2/coOp/${id}/tree`, { as })
const idsOf = ({ nodes }: CoOpTree) => nodes.map(({ id }) => id)
const continueFrom = (as: Person, parentSketchId: number) => addPicture(as, { parentSketchId })
/** Makes sketches continue another one. */
const continueAll = (parentId: number, ids: readonly number[]) =>
  env.DB.prepare('UPDATE sketches SET parent_id = ? WHERE id IN (SELECT value FROM json_each(?))')
    .bind(parentId, JSON.stringify(ids))
    .run()
const setEdits = ({ id }: Person, edits: number) =>
  env.DB.prepare('UPDATE member_counts SET edits = ? WHERE user_id = ?').bind(edits, id).run()
const auditLogOf = async (id: number) =>
  (await env.DB.prepare('SELECT staff_id, action, user_id, changes FROM audit_log WHERE target_id = ?').bind(id).all())
    .results

describe('turning a sketch into a co-op [1 §7]', () => {
  it('the artist turns a sketch into a co-op with its later states', async () => {
    const ines = await addPerson()
    const id = await addSketch(ines, { title: 'Tower' })
    const wip = await addSketch(ines, { parentId: id })
    expect((await makeCoOp(ines, id)).status).toBe(200)
    expect(await treeOf(id)).toMatchObject({
      id,
      title: 'Go on',
      description: 'Add a floor',
      root: { id, parentId: null },
    })
    expect(idsOf(await treeOf(id))).toEqual([wip])
  })

  it('turning their own sketch into a co-op is not in the audit log', async () => {
    const ines = await addPerson()
    const id = await addSketch(ines)
    await makeCoOp(ines, id)
    expect(await auditLogOf(id)).toEqual([])
  })

  it('a second request changes title and description of the co-op', async () => {
    const ines = await addPerson()
    const id = await addSketch(ines, { title: 'Tower' })
    await makeCoOp(ines, id)
    expect((await makeCoOp(ines, id, { title: '', desc: '' })).status).toBe(200)
    expect(await treeOf(id)).toMatchObject({ title: 'Tower', description: '' })
  })

  it('the texts of a co-op count among the edits and the text of a day', async () => {
    const ines = await addPerson()
    const id = await addSketch(ines)
    await jsonOf(makeCoOp(ines, id, { title: 'Tower', desc: 'Up' }))
    const today = () =>
      env.DB.prepare('SELECT edits, text_bytes AS bytes FROM member_counts WHERE user_id = ?').bind(ines.id)
    expect(await today().first()).toEqual({ edits: 1, bytes: 7 })
    await setEdits(ines, MEMBER_LIMITS.editsPerDay.new)
    expect(await errorOf(makeCoOp(ines, id, { title: 'Other' }))).toEqual([409, 'edit_limit'])
    expect(await treeOf(id)).toMatchObject({ title: 'Tower' })
  })

  it('a co-op counts as an edit for each hundred sketches that join it, and new texts of it as one', async () => {
    const ines = await addPerson()
    const id = await addSketch(ines)
    await continueAll(id, await addSketches(ines, SKETCHES_PER_CO_OP_EDIT))
    const edits = () =>
      env.DB.prepare('SELECT sum(edits) AS edits FROM member_counts WHERE user_id = ?').bind(ines.id).first('edits')
    await jsonOf(makeCoOp(ines, id))
    expect(await edits()).toBe(2)
    await jsonOf(makeCoOp(ines, id, { title: 'Other' }))
    expect(await edits()).toBe(3)
  })

  it('above the edits of a day, and for new texts, a call reads none of the sketches that continue it', async () => {
    const ines = await addPerson()
    const [start, coOp] = [await addSketch(ines), await addSketch(ines)]
    await jsonOf(makeCoOp(ines, coOp))
    const readBy = (id: number, title: string) =>
      countRowsRead((bindings) =>
        sendRequestWith(bindings, MAKE, { as: ines, body: { sketchId: id, path: 'co-ops', title, desc: '' } }),
      )
    /** The rows read by a refused start, and by new texts. */
    const readByBoth = async () => {
      await setEdits(ines, MEMBER_LIMITS.editsPerDay.new)
      const refused = await readBy(start, 'A')
      await setEdits(ines, 0)
      return [refused, await readBy(coOp, 'B')]
    }
    const before = await readByBoth()
    const later = await addSketches(ines, 100)
    await continueAll(start, later.slice(50))
    await continueAll(coOp, later.slice(0, 50))
    expect(await readByBoth()).toEqual(before)
  })

  it('a start that too few edits are left for counts as one, so that it cannot be tried without end', async () => {
    const ines = await addPerson()
    const id = await addSketch(ines)
    await continueAll(id, await addSketches(ines, SKETCHES_PER_CO_OP_EDIT))
    await jsonOf(makeCoOp(ines, await addSketch(ines)))
    await setEdits(ines, MEMBER_LIMITS.editsPerDay.new - 1)
    expect(await errorOf(makeCoOp(ines, id))).toEqual([409, 'edit_limit'])
    const counted = env.DB.prepare('SELECT edits FROM member_counts WHERE user_id = ?').bind(ines.id)
    expect(await counted.first('edits')).toBe(MEMBER_LIMITS.editsPerDay.new)
  })

  it('the edits of a day suffice for the largest start that is counted', () => {
    expect(1 + furtherEdits(CO_OP_JOINING_COUNTED)).toBeLessThanOrEqual(MEMBER_LIMITS.editsPerDay.other)
  })

  it('sketches that come between the count and the start do not join uncounted', async () => {
    const ines = await addPerson()
    const id = await addSketch(ines)
    const later = await addSketches(ines, 2 * SKETCHES_PER_CO_OP_EDIT)
    const db = watchedDb(env.DB, async (run, _statement, query) => {
      if (query.includes('co_ops')) await continueAll(id, later)
      return run()
    })
    const body = { sketchId: id, path: 'co-ops', title: 'Go on', desc: '' }
    expect(await errorOf(sendRequestWith({ ...env, DB: db }, MAKE, { as: ines, body }))).toEqual([
      409,
      'in_another_co_op',
    ])
    expect(await env.DB.prepare('SELECT count(*) AS n FROM sketches WHERE coop_id = ?').bind(id).first('n')).toBe(0)
  })

  it('members and staff cannot turn the sketch of another artist into a co-op, nor change its texts', async () => {
    const ines = await addPerson()
    const [sketch, coOp] = [await addSketch(ines), await addSketch(ines)]
    await jsonOf(makeCoOp(ines, coOp))
    for (const as of [await addPerson(), await addPerson({ flags: 'm' }), await addPerson({ flags: 'a' })])
      for (const id of [sketch, coOp])
        expect(await errorOf(makeCoOp(as, id, { title: 'Other' }))).toEqual([403, 'forbidden'])
    expect(await treeOf(coOp)).toMatchObject({ title: 'Go on' })
  })

  it('an unlisted or violating sketch cannot become a co-op', async () => {
    const ines = await addPerson()
    expect(await errorOf(makeCoOp(ines, await addSketch(ines, { unlisted: true })))).toEqual([403, 'forbidden'])
    expect(await errorOf(makeCoOp(ines, await addSketch(ines, { violation: 'notsketch' })))).toEqual([403, 'forbidden'])
  })

  it('an unknown sketch and a malformed path are refused', async () => {
    const ines = await addPerson()
    expect(await errorOf(makeCoOp(ines, 999_999))).toEqual([404, 'not_found'])
    expect(await errorOf(makeCoOp(ines, await addSketch(ines), { path: '../x' }))).toEqual([400, 'bad_request'])
  })

  it('a sketch of another co-op cannot become a co-op', async () => {
    const [ines, mira] = [await addPerson(), await addPerson()]
    const coOp = await addCoOp(mira)
    const { id } = await continueFrom(ines, coOp)
    expect(await errorOf(makeCoOp(ines, id))).toEqual([409, 'in_another_co_op'])
    expect(idsOf(await treeOf(coOp))).toEqual([id])
  })
})

describe('continuations', () => {
  it('a continuation by another artist belongs to the co-op', async () => {
    const [ines, mira] = [await addPerson(), await addPerson()]
    const coOp = await addSketch(ines)
    await makeCoOp(ines, coOp)
    const first = await continueFrom(mira, coOp)
    expect(first.coOpId).toBe(coOp)
    expect((await treeOf(coOp)).nodes).toMatchObject([{ id: first.id, parentId: coOp, nickname: mira.nickname }])
  })

  it('the continuation of a continuation belongs to the co-op', async () => {
    const [ines, tomo] = [await addPerson(), await addPerson()]
    const coOp = await addSketch(ines)
    await makeCoOp(ines, coOp)
    const first = await continueFrom(await addPerson(), coOp)
    const second = await continueFrom(tomo, first.id)
    expect([second.coOpId, second.parent?.id]).toEqual([coOp, first.id])
    expect((await treeOf(coOp)).nodes).toMatchObject([
      { id: first.id, parentId: coOp },
      { id: second.id, parentId: first.id, nickname: tomo.nickname },
    ])
  })

  it('only a sketch in a co-op is continued by other artists', async () => {
    const [ines, mira] = [await addPerson(), await addPerson()]
    for (const parentSketchId of [await addSketch(ines), 999_999]) {
      const { id } = await addUpload(mira)
      expect(await errorOf(postUpload(mira, id, { parentSketchId }))).toEqual([409, 'bad_parent'])
    }
  })

  it('a co-op cannot be continued by an artist whom its artist blocks', async () => {
    const [ines, tomo] = [await addPerson(), await addPerson()]
    await addBlock(ines, tomo)
    const { id } = await addUpload(tomo)
    expect(await errorOf(postUpload(tomo, id, { parentSketchId: await addCoOp(ines) }))).toEqual([409, 'bad_parent'])
  })

  it('the upload of a refused continuation can be posted otherwise', async () => {
    const mira = await addPerson()
    const { id } = await addUpload(mira)
    await postUpload(mira, id, { parentSketchId: 999_999 })
    expect((await postUpload(mira, id)).status).toBe(200)
  })

  it("a continuation of the artist's own sketch needs no co-op", async () => {
    const ines = await addPerson()
    const own = await addSketch(ines)
    const { parent, coOpId } = await continueFrom(ines, own)
    expect([parent?.id, coOpId]).toEqual([own, null])
  })

  it('a continuation stays in the co-op when its parent is deleted', async () => {
    const [ines, mira] = [await addPerson(), await addPerson()]
    const coOp = await addCoOp(ines)
    const first = await continueFrom(mira, coOp)
    const second = await continueFrom(ines, first.id)
    await requestJson(`/api/v2/sketch/${first.id}`, { as: mira, body: { action: 'delete' } })
    expect((await treeOf(coOp)).nodes).toMatchObject([{ id: second.id, parentId: null }])
  })
})

describe('the tree of a co-op', () => {
  it('the tree shows each viewer the continuations that lists show them', async () => {
    const [ines, mira] = [await addPerson(), await addPerson()]
    const coOp = await addCoOp(ines)
    const mine = await addSketch(mira, { coopId: coOp, parentId: coOp })
    await addSketch(ines, { coopId: coOp, parentId: coOp, unlisted: true })
    await addSketch(ines, { coopId: coOp, parentId: coOp, mature: true })
    const tomo = await addPerson()
    await addBlock(tomo, mira)
    expect([idsOf(await treeOf(coOp)), idsOf(await treeOf(coOp, tomo))]).toEqual([[mine], []])
  })

  it.each([{ mature: true }, { unlisted: true }, { violation: 'removed' as const }])(
    'the tree names no parent that it does not show the viewer: %j',
    async (hidden) => {
      const [ines, mira, tomo] = [await addPerson(), await addPerson(), await addPerson()]
      const coOp = await addCoOp(ines)
      const middle = await addSketch(mira, { coopId: coOp, parentId: coOp, ...hidden })
      const last = await addSketch(tomo, { coopId: coOp, parentId: middle })
      for (const as of [null, tomo])
        expect((await treeOf(coOp, as)).nodes).toMatchObject([{ id: last, parentId: null }])
      // Lists show artists their own mature sketches.
      const shown = { id: last, parentId: hidden.mature ? middle : null }
      expect((await treeOf(coOp, mira)).nodes.at(-1)).toMatchObject(shown)
    },
  )

  it('the tree and the facts of a sketch read a number of continuations by blocked members at most', async () => {
    const [ines, mira, tomo] = [await addPerson(), await addPerson(), await addPerson()]
    const coOp = await addCoOp(ines)
    await addSketches(mira, 5 * ROWS_TRIED)
    await env.DB.prepare('UPDATE sketches SET coop_id = ? WHERE user_id = ?').bind(coOp, mira.id).run()
    await addBlock(tomo, mira)
    expect(await rowsRead(`/api/v2/coOp/${coOp}/tree`, { as: tomo })).toBeLessThan(4 * (COOP_TREE_MAX + ROWS_TRIED))
    expect(await rowsRead(`/api/v2/sketchHasCoOps/${coOp}`, { as: tomo })).toBeLessThan(4 * ROWS_TRIED)
    expect(await requestJson(`/api/v2/sketchHasCoOps/${coOp}`, { as: tomo })).toMatchObject({ hasCoOps: false })
  })

  it('only a listed co-op has a tree', async () => {
    const ines = await addPerson()
    const hidden = await addCoOp(ines, { unlisted: true })
    for (const id of [await addSketch(ines), hidden, 999_999]) {
      expect(await errorOf(sendRequest(`/api/v2/coOp/${id}/tree`))).toEqual([404, 'not_found'])
    }
  })

  describe('a co-op with more continuations than its tree shows', () => {
    let coOp: number
    beforeAll(async () => {
      const ines = await addPerson()
      coOp = await addCoOp(ines)
      await env.DB.prepare(
        `INSERT INTO sketches (user_id, title, description, alt_text, width, height, file_key, image_key, bytes, content_type,
           content_hash, thumbhash, colours, perceptual_hash, parent_id, coop_id, created_at)
         WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 600)
         SELECT ?1, 'State ' || i, '', '', 10, 10, 'originals/' || hex(randomblob(16)), lower(hex(randomblob(20))), 1,
           'image/png', hex(randomblob(32)), '', '[]', '0000000000000000', ?2, ?2, i FROM n`,
      )
        .bind(ines.id, coOp)
        .run()
    })

    it('the tree contains 200 continuations', async () => {
      expect(await treeOf(coOp)).toMatchObject({ more: true, nodes: { length: COOP_TREE_MAX } })
    })

    it('the tree reads at most three rows per continuation that it shows', async () => {
      expect(await rowsRead(`/api/v2/coOp/${coOp}/tree`)).toBeLessThanOrEqual(3 * COOP_TREE_MAX + 10)
    })
  })
})

describe('shared images [1 §6]', () => {
  const makeImage = (as: Person, sketchId: number, fields = {}) =>
    sendRequest(IMAGE, { as, body: { sketchId, path: 'reference/hands', title: 'Hands', ...fields } })
  const imagesOf = async (id: number) =>
    (await env.DB.prepare('SELECT path, title FROM library_images WHERE sketch_id = ?').bind(id).all()).results

  it('staff creates one shared image for a sketch and path', async () => {
    const staff = await addPerson({ flags: 'a' })
    const id = await addSketch(await addPerson(), { title: 'Study' })
    expect((await makeImage(staff, id)).status).toBe(200)
    expect((await makeImage(staff, id, { title: '' })).status).toBe(200)
    expect(await imagesOf(id)).toEqual([{ path: 'reference/hands', title: 'Study' }])
  })

  it('every request for a shared image is written to the audit log', async () => {
    const [ines, staff] = [await addPerson(), await addPerson({ flags: 'a' })]
    const id = await addSketch(ines, { title: 'Study' })
    for (const title of ['Hands', '']) await makeImage(staff, id, { title })
    const entry = { action: 'createImage', staff_id: staff.id, user_id: ines.id }
    expect(await auditLogOf(id)).toMatchObject([entry, entry])
  })

  it('no shared image is made of an unlisted, mature or hidden sketch', async () => {
    const [ines, staff] = [await addPerson(), await addPerson({ flags: 'm' })]
    for (const fields of [{ unlisted: true }, { mature: true }, { violation: 'copyright' as const }]) {
      expect(await errorOf(makeImage(staff, await addSketch(ines, fields)))).toEqual([403, 'forbidden'])
    }
    expect(await errorOf(makeImage(staff, 999_999))).toEqual([404, 'not_found'])
  })

  it('a member cannot create a shared image', async () => {
    const ines = await addPerson()
    expect(await errorOf(makeImage(ines, await addSketch(ines)))).toEqual([403, 'forbidden'])
  })

  it('staff list what was made, latest first, and remove it with a reason on the log', async () => {
    const [ines, staff] = [await addPerson(), await addPerson({ flags: 'm' })]
    const [first, second] = [await addSketch(ines), await addSketch(ines)]
    for (const id of [first, second]) await jsonOf(makeImage(staff, id))
    const list = async () =>
      (await requestJson<LibraryImageList>('/api/v2/content/images', { as: staff })).items.filter(
        ({ madeBy }) => madeBy.id === staff.id,
      )
    const [latest, earlier] = await list()
    expect(latest).toMatchObject({ title: 'Hands', path: 'reference/hands', sketch: { id: second } })
    expect(earlier?.sketch.id).toBe(first)
    const remove = () =>
      sendRequest('/api/v2/content/removeImage', { as: staff, body: { id: latest?.id, reason: 'Not a hand.' } })
    await jsonOf(remove())
    expect((await list()).map(({ sketch }) => sketch.id)).toEqual([first])
    expect((await auditLogOf(second)).at(-1)).toMatchObject({ action: 'removeImage', staff_id: staff.id })
    expect(await errorOf(remove())).toEqual([404, 'not_found'])
  })

  it('the list of shared images reads three rows an item', async () => {
    const staff = await addPerson({ flags: 'm' })
    for (let count = 0; count < 5; count++) await jsonOf(makeImage(staff, await addSketch(await addPerson())))
    const { items } = await requestJson<LibraryImageList>('/api/v2/content/images', { as: staff })
    expect(await rowsRead('/api/v2/content/images', { as: staff })).toBeLessThanOrEqual(3 * items.length + 10)
  })

  it('a shared image is deleted with its sketch', async () => {
    const [ines, staff] = [await addPerson(), await addPerson({ flags: 'm' })]
    const { id }: ShownSketch = await addPicture(ines)
    await makeImage(staff, id)
    await requestJson(`/api/v2/sketch/${id}`, { as: ines, body: { action: 'delete' } })
    expect(await imagesOf(id)).toEqual([])
  })
})

import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { EditBody } from '../../../contract/http/edit-sketch.ts'
import type { NotificationList } from '../../../contract/http/notifications.ts'
import type { ShownSketch } from '../../../contract/http/sketch-page.ts'
import type { PostSketchBody, PostSketchReply } from '../../../contract/http/uploads.ts'
import { caseOf, readCase } from '../../support/worker/cases.ts'
import { drawingPng, turnedPng, whiteOnTransparency } from '../../support/worker/drawings.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { countRowsRead } from '../../support/worker/rows-read.ts'
import { errorOf, jsonOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { addSketches } from '../../support/worker/sketches.ts'
import { addPicture, addUpload, postUpload } from '../../support/worker/uploads.ts'
import { editBodyOf } from '../role-table.ts'

let drawings = 0
/** A drawing that no other test uses. */
const newDrawing = () => ++drawings

async function postCopy(as: Person, file: Uint8Array<ArrayBuffer>, fields: Partial<PostSketchBody> = {}) {
  const { id } = await addUpload(as, file)
  return jsonOf<PostSketchReply>(postUpload(as, id, fields))
}

/** A sketch, and a copy of it by another member with an answer. */
async function addRepost(answer: 'mine' | 'permission' | 'study') {
  const [ines, mira, seed] = [await addPerson(), await addPerson(), newDrawing()]
  const original = await addPicture(ines, { title: 'Low tide' }, drawingPng(seed))
  const reply = await postCopy(mira, drawingPng(seed, { width: 300 }), { repostAnswer: answer })
  if (!('sketchId' in reply)) throw new Error('the copy was not posted')
  return { ines, mira, seed, original, sketchId: reply.sketchId }
}

const edit = (as: Person, id: number, fields: EditBody) =>
  sendRequest(`/sketch/${id}/edit?format=json`, { as, body: editBodyOf(fields) })
const page = (id: number, as?: Person) => requestJson<ShownSketch>(`/api/v2/sketch/${id}`, as ? { as } : {})
async function replace(as: Person, id: number, file: Uint8Array<ArrayBuffer>): Promise<Response> {
  const { id: uploadId } = await addUpload(as, file)
  return sendRequest(`/sketch/${id}/version`, { as, body: { uploadId } })
}
const dispute = (as: Person | null, id: number, details = 'This is mine.') =>
  sendRequest(`/sketch/${id}/dispute`, { as, body: { details } })

describe('holding a copy of another member’s sketch', () => {
  it('a resized copy is not posted, and the original is shown to its uploader', async () => {
    const [ines, mira, seed] = [await addPerson(), await addPerson(), newDrawing()]
    const original = await addPicture(ines, { title: 'Low tide' }, drawingPng(seed))
    const { id } = await addUpload(mira, drawingPng(seed, { width: 260 }))
    expect(await jsonOf(postUpload(mira, id))).toMatchObject({
      originals: [{ id: original.id, title: 'Low tide', userId: ines.id, nickname: ines.nickname }],
    })
    const posted = await env.DB.prepare('SELECT id FROM sketches WHERE user_id = ?').bind(mira.id).first()
    expect(posted).toBeNull()
  })

  it('a mirrored copy is held', async () => {
    const seed = newDrawing()
    await addPicture(await addPerson(), {}, drawingPng(seed))
    expect(await postCopy(await addPerson(), drawingPng(seed, { mirrored: true }))).toHaveProperty('originals')
  })

  it('a copy that was uploaded turned is not turned back', async () => {
    const [mira, seed] = [await addPerson(), newDrawing()]
    await addPicture(await addPerson(), {}, drawingPng(seed))
    const copy = await addPicture(mira, {}, turnedPng(drawingPng(seed)))
    expect(await errorOf(edit(mira, copy.id, { angle: 90 }))).toEqual([409, 'like_another'])
  })

  it('an artist turns their own picture back, although a copy was posted since', async () => {
    const [ines, seed] = [await addPerson(), newDrawing()]
    const { id } = await addPicture(ines, {}, drawingPng(seed))
    expect((await edit(ines, id, { angle: 90 })).status).toBe(200)
    await postCopy(await addPerson(), drawingPng(seed, { width: 300 }), { repostAnswer: 'mine' })
    expect((await edit(ines, id, { angle: 0 })).status).toBe(200)
  })

  it('a study of a named original is turned and turned back', async () => {
    const { mira, sketchId } = await addRepost('study')
    for (const angle of [90, 0] as const) expect((await edit(mira, sketchId, { angle })).status).toBe(200)
  })

  it('a copy as white on transparency is held on a black mat', async () => {
    const seed = newDrawing()
    await addPicture(await addPerson(), {}, drawingPng(seed))
    const copy = whiteOnTransparency(drawingPng(seed))
    expect(await postCopy(await addPerson(), copy, { mat: 'black' })).toHaveProperty('originals')
  })

  it('another drawing on white is posted', async () => {
    await addPicture(await addPerson(), {}, drawingPng(newDrawing()))
    expect(await postCopy(await addPerson(), drawingPng(newDrawing()))).toHaveProperty('sketchId')
  })

  it('a member’s copy of their own sketch is posted', async () => {
    const [ines, seed] = [await addPerson(), newDrawing()]
    await addPicture(ines, {}, drawingPng(seed))
    expect(await postCopy(ines, drawingPng(seed, { width: 300 }))).toHaveProperty('sketchId')
  })

  it.each([
    ['unlisted', { unlisted: true }],
    ['mature', { mature: true }],
  ])('an original that is %s is not shown', async (_, fields) => {
    const seed = newDrawing()
    await addPicture(await addPerson(), fields, drawingPng(seed))
    expect(await postCopy(await addPerson(), drawingPng(seed, { width: 300 }))).toEqual({ originals: [null] })
  })

  it('a copy of a sketch that was hidden for a violation is held', async () => {
    const [seed, staff] = [newDrawing(), await addPerson({ flags: 'm' })]
    const { id } = await addPicture(await addPerson(), {}, drawingPng(seed))
    const body = { sketchId: id, violation: 'copyright', reason: 'Copied.' }
    expect((await sendRequest('/gloperate/violation', { as: staff, body })).status).toBe(200)
    expect(await postCopy(await addPerson(), drawingPng(seed, { width: 300 }))).toEqual({ originals: [null] })
  })

  it('a copy of a deleted sketch is posted', async () => {
    const [ines, seed] = [await addPerson(), newDrawing()]
    const { id } = await addPicture(ines, {}, drawingPng(seed))
    await sendRequest(`/api/v2/sketch/${id}`, { as: ines, body: { action: 'delete' } })
    expect(await postCopy(await addPerson(), drawingPng(seed, { width: 300 }))).toHaveProperty('sketchId')
  })

  it('an unknown answer is refused', async () => {
    const mira = await addPerson()
    const { id } = await addUpload(mira)
    const fields = { repostAnswer: 'found it' } as unknown as Partial<PostSketchBody>
    expect(await errorOf(postUpload(mira, id, fields))).toEqual([400, 'bad_request'])
  })

  it('a sketch’s picture is not replaced by a copy', async () => {
    const [mira, seed] = [await addPerson(), newDrawing()]
    await addPicture(await addPerson(), {}, drawingPng(seed))
    const own = await addPicture(mira, {}, drawingPng(newDrawing()))
    const replaced = replace(mira, own.id, drawingPng(seed, { width: 300 }))
    expect(await errorOf(replaced)).toEqual([409, 'like_another'])
  })

  it('an artist retouches their own picture, although a copy was posted since', async () => {
    const [ines, mira, seed] = [await addPerson(), await addPerson(), newDrawing()]
    const { id } = await addPicture(ines, {}, drawingPng(seed))
    await postCopy(mira, drawingPng(seed, { width: 300 }), { repostAnswer: 'mine' })
    expect((await replace(ines, id, drawingPng(seed, { width: 320 }))).status).toBe(200)
  })

  it('a study of a named original is replaced by another study of it', async () => {
    const { mira, seed, sketchId } = await addRepost('study')
    expect((await replace(mira, sketchId, drawingPng(newDrawing()))).status).toBe(200)
    expect((await replace(mira, sketchId, drawingPng(seed, { width: 320 }))).status).toBe(200)
  })

  it('a sketch’s picture is not replaced by a copy of a later sketch', async () => {
    const [mira, seed] = [await addPerson(), newDrawing()]
    const own = await addPicture(mira, {}, drawingPng(newDrawing()))
    await addPicture(await addPerson(), {}, drawingPng(seed))
    const replaced = replace(mira, own.id, drawingPng(seed, { width: 300 }))
    expect(await errorOf(replaced)).toEqual([409, 'like_another'])
  })

  it('a post reads at most 2,000 rows, however many sketches it is like', async () => {
    const [ines, mira] = [await addPerson(), await addPerson()]
    await addSketches(ines, 1500)
    const { id } = await addUpload(mira, drawingPng(newDrawing()))
    await env.DB.prepare(
      'UPDATE sketches SET fingerprint = (SELECT fingerprint FROM pending_uploads WHERE id = ?) WHERE user_id = ?',
    )
      .bind(id, ines.id)
      .run()
    const rows = await countRowsRead((bindings) => jsonOf(postUpload(mira, id, {}, bindings)))
    expect(rows).toBeGreaterThan(90)
    expect(rows).toBeLessThanOrEqual(2000)
  })

  it('the fingerprint follows a replaced picture', async () => {
    const [ines, seed] = [await addPerson(), newDrawing()]
    const sketch = await addPicture(ines, {}, drawingPng(newDrawing()))
    const { id: uploadId } = await addUpload(ines, drawingPng(seed))
    expect((await sendRequest(`/sketch/${sketch.id}/version`, { as: ines, body: { uploadId } })).status).toBe(200)
    expect(await postCopy(await addPerson(), drawingPng(seed, { width: 300 }))).toHaveProperty('originals')
  })
})

describe('answering about an original', () => {
  it.each(['study', 'permission'] as const)('the answer %s links the original for everyone', async (answer) => {
    const { original, sketchId, ines } = await addRepost(answer)
    expect((await page(sketchId)).repost).toEqual({
      answer,
      original: { id: original.id, title: 'Low tide', nickname: ines.nickname },
      ...{ isOwn: false, canDispute: false, disputed: false },
    })
  })

  it('the answer mine is shown to staff and to the original’s artist only', async () => {
    const { sketchId, ines, mira } = await addRepost('mine')
    expect((await page(sketchId)).repost).toBeNull()
    expect((await page(sketchId, mira)).repost).toBeNull()
    expect((await page(sketchId, ines)).repost).toMatchObject({ answer: 'mine', isOwn: true, canDispute: true })
    expect((await page(sketchId, await addPerson({ flags: 'm' }))).repost).toMatchObject({
      answer: 'mine',
      isOwn: false,
    })
  })

  it('an answer about a picture without an original is not kept', async () => {
    const reply = await postCopy(await addPerson(), drawingPng(newDrawing()), { repostAnswer: 'study' })
    expect('sketchId' in reply && (await page(reply.sketchId)).repost).toBeNull()
  })

  it('the original’s artist is told', async () => {
    const { ines, mira, sketchId } = await addRepost('mine')
    const { items } = await requestJson<NotificationList>('/api/v2/notices', { as: ines })
    expect(items).toMatchObject([{ category: 'mentions', actor: { id: mira.id }, sketch: { id: sketchId } }])
  })

  it('the artist of the original is not told of an unlisted sketch, whose link they do not have', async () => {
    const [ines, mira, seed] = [await addPerson(), await addPerson(), newDrawing()]
    await addPicture(ines, {}, drawingPng(seed))
    const copy = { repostAnswer: 'mine', unlisted: true } as const
    expect(await postCopy(mira, drawingPng(seed, { width: 300 }), copy)).toHaveProperty('sketchId')
    expect((await requestJson<NotificationList>('/api/v2/notices', { as: ines })).items).toEqual([])
  })

  it('a deleted original is no longer linked', async () => {
    const { ines, original, sketchId } = await addRepost('study')
    await sendRequest(`/api/v2/sketch/${original.id}`, { as: ines, body: { action: 'delete' } })
    expect((await page(sketchId)).repost).toBeNull()
  })
})

describe('disputing a copy', () => {
  it('a dispute becomes a case with both pictures and the answer', async () => {
    const { ines, mira, original, sketchId } = await addRepost('permission')
    expect((await dispute(ines, sketchId)).status).toBe(200)
    const found = await caseOf('sketch', sketchId)
    const detail = await readCase(await addPerson({ flags: 'm' }), found?.id ?? 0)
    expect(detail).toMatchObject({
      author: { id: mira.id },
      evidence: { original: { id: original.id, userId: ines.id, title: 'Low tide', answer: 'permission' } },
      present: { originalUrl: original.imageUrl },
      reports: [{ userId: ines.id, reasons: ['copyright'], details: 'This is mine.' }],
    })
  })

  it('a second dispute changes nothing', async () => {
    const { ines, sketchId } = await addRepost('mine')
    await dispute(ines, sketchId)
    expect((await dispute(ines, sketchId, 'Again.')).status).toBe(200)
    expect((await page(sketchId, ines)).repost).toMatchObject({ isOwn: true, canDispute: false, disputed: true })
  })

  it('to all others than the original’s artist, there is no answer to dispute', async () => {
    const { mira, sketchId } = await addRepost('mine')
    expect(await errorOf(dispute(mira, sketchId))).toEqual([404, 'not_found'])
    expect(await errorOf(dispute(await addPerson(), sketchId))).toEqual([404, 'not_found'])
    expect(await errorOf(dispute(await addPerson({ flags: 'm' }), sketchId))).toEqual([404, 'not_found'])
    expect(await errorOf(dispute(null, sketchId))).toEqual([401, 'not_logged_in'])
  })

  it('a sketch without an original cannot be disputed', async () => {
    const mira = await addPerson()
    const sketch = await addPicture(await addPerson(), {}, drawingPng(newDrawing()))
    expect(await errorOf(dispute(mira, sketch.id))).toEqual([404, 'not_found'])
  })
})

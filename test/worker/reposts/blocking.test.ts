import { describe, expect, it } from 'vitest'
import type { EditBody } from '../../../contract/http/edit-sketch.ts'
import type { BlockedPictureList } from '../../../contract/http/reposts.ts'
import { drawingPng, turnedPng, whiteOnTransparency } from '../../support/worker/drawings.ts'
import { deleteAccount } from '../../support/worker/leaving.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { pictures, uniqueCopy } from '../../support/worker/pictures.ts'
import { errorOf, jsonOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { staffLogOf } from '../../support/worker/staff.ts'
import { addPicture, addUpload, postUpload, sendFile } from '../../support/worker/uploads.ts'
import { editBodyOf } from '../role-table.ts'

const block = (as: Person | null, sketchId: number, reason = 'Stolen.') =>
  sendRequest('/api/v2/gloperate/picture/block', { as, body: { sketchId, reason } })
const unblock = (as: Person | null, id: number, reason = 'A mistake.') =>
  sendRequest('/api/v2/gloperate/picture/unblock', { as, body: { id, reason } })
const edit = (as: Person, id: number, fields: EditBody) =>
  sendRequest(`/sketch/${id}/edit?format=json`, { as, body: editBodyOf(fields) })
const listBlocked = (as: Person) => requestJson<BlockedPictureList>('/api/v2/gloperate/blockedPictures', { as })

let drawings = 1000
const newDrawing = () => ++drawings

async function addBlocked() {
  const [staff, ines, seed] = [await addPerson({ flags: 'm' }), await addPerson(), newDrawing()]
  const sketch = await addPicture(ines, { title: 'Low tide' }, drawingPng(seed))
  expect((await block(staff, sketch.id)).status).toBe(200)
  return { staff, ines, seed, sketch }
}

describe('blocked pictures', () => {
  it('a copy of a blocked picture cannot be uploaded, also by its artist', async () => {
    const { ines, seed } = await addBlocked()
    for (const member of [ines, await addPerson()])
      expect(await errorOf(sendFile(member, drawingPng(seed, { width: 300 })))).toEqual([403, 'blocked_picture'])
  })

  it('an upload whose picture was blocked meanwhile cannot be posted', async () => {
    const [staff, mira, seed] = [await addPerson({ flags: 'm' }), await addPerson(), newDrawing()]
    const { id } = await addUpload(mira, drawingPng(seed, { width: 300 }))
    const sketch = await addPicture(await addPerson(), {}, drawingPng(seed))
    await block(staff, sketch.id)
    expect(await errorOf(postUpload(mira, id, { repostAnswer: 'mine' }))).toEqual([403, 'blocked_picture'])
  })

  it('an earlier picture of a sketch that was blocked meanwhile cannot be restored', async () => {
    const [staff, mira, seed] = [await addPerson({ flags: 'm' }), await addPerson(), newDrawing()]
    const sketch = await addPicture(mira, {}, drawingPng(seed))
    const { id: uploadId } = await addUpload(mira, drawingPng(newDrawing()))
    const postVersion = (body: object) => sendRequest(`/sketch/${sketch.id}/version`, { as: mira, body })
    expect((await postVersion({ uploadId })).status).toBe(200)
    const copy = await addPicture(await addPerson(), { repostAnswer: 'mine' }, drawingPng(seed, { width: 300 }))
    expect((await block(staff, copy.id)).status).toBe(200)
    const path = `/sketch/${sketch.id}/versions?format=json`
    const { items } = await requestJson<{ items: { id: string }[] }>(path, { as: mira })
    const restored = postVersion({ versionId: items[0]?.id, action: 'restore' })
    expect(await errorOf(restored)).toEqual([403, 'blocked_picture'])
  })

  it('a blocked picture that was uploaded turned cannot be turned back', async () => {
    const { seed } = await addBlocked()
    const mira = await addPerson()
    const sketch = await addPicture(mira, {}, turnedPng(drawingPng(seed)))
    expect(await errorOf(edit(mira, sketch.id, { angle: 90 }))).toEqual([403, 'blocked_picture'])
    expect((await edit(mira, sketch.id, { angle: 180 })).status).toBe(200)
  })

  it('a blocked picture as white on transparency is not shown on a black mat', async () => {
    const { seed } = await addBlocked()
    const mira = await addPerson()
    const { id } = await addUpload(mira, whiteOnTransparency(drawingPng(seed)))
    expect(await errorOf(postUpload(mira, id, { mat: 'black' }))).toEqual([403, 'blocked_picture'])
    const { sketchId } = await jsonOf<{ sketchId: number }>(postUpload(mira, id))
    expect(await errorOf(edit(mira, sketchId, { mat: 'black' }))).toEqual([403, 'blocked_picture'])
  })

  it('a picture that was posted on black is blocked as it looks', async () => {
    const [staff, seed] = [await addPerson({ flags: 'm' }), newDrawing()]
    const picture = whiteOnTransparency(drawingPng(seed))
    const sketch = await addPicture(await addPerson(), { mat: 'black' }, picture)
    expect((await block(staff, sketch.id)).status).toBe(200)
    expect(await errorOf(sendFile(await addPerson(), drawingPng(seed)))).toEqual([403, 'blocked_picture'])
  })

  it('a picture stays blocked after its sketch was deleted', async () => {
    const { ines, seed, sketch } = await addBlocked()
    await sendRequest(`/api/v2/sketch/${sketch.id}`, { as: ines, body: { action: 'delete' } })
    expect(await errorOf(sendFile(ines, drawingPng(seed, { width: 300 })))).toEqual([403, 'blocked_picture'])
  })

  it('a picture stays blocked after its artist left, without title, preview and reason', async () => {
    const { staff, ines, seed, sketch } = await addBlocked()
    await jsonOf(sendRequest(`/api/v2/sketch/${sketch.id}`, { as: ines, body: { action: 'delete' } }))
    await deleteAccount(ines)
    const { items } = await listBlocked(staff)
    expect(items.find(({ sketchId }) => sketchId === sketch.id)).toMatchObject({
      ...{ title: '', thumbhash: '', reason: '' },
    })
    const copy = drawingPng(seed, { width: 300 })
    expect(await errorOf(sendFile(await addPerson(), copy))).toEqual([403, 'blocked_picture'])
  })

  it('blocking twice is one entry of the list and of the log', async () => {
    const { staff, ines, sketch } = await addBlocked()
    expect((await block(staff, sketch.id)).status).toBe(200)
    const { items } = await listBlocked(staff)
    expect(items.filter(({ sketchId }) => sketchId === sketch.id)).toMatchObject([
      { title: 'Low tide', reason: 'Stolen.' },
    ])
    expect(await staffLogOf(ines)).toMatchObject([{ action: 'picture_block', reason: 'Stolen.' }])
  })

  it('an unblocked picture can be uploaded again, and the log says why', async () => {
    const { staff, ines, seed, sketch } = await addBlocked()
    const { items } = await listBlocked(staff)
    const id = items.find(({ sketchId }) => sketchId === sketch.id)?.id ?? 0
    expect((await unblock(staff, id)).status).toBe(200)
    expect((await sendFile(await addPerson(), drawingPng(seed, { width: 300 }))).status).toBe(200)
    expect(await staffLogOf(ines)).toContainEqual(
      expect.objectContaining({ action: 'picture_unblock', reason: 'A mistake.' }),
    )
    expect(await errorOf(unblock(staff, id))).toEqual([404, 'not_found'])
  })

  it('the log names the artist of an unblocked picture whose sketch is gone', async () => {
    const { staff, ines, sketch } = await addBlocked()
    await deleteAccount(ines)
    const { items } = await listBlocked(staff)
    await jsonOf(unblock(staff, items.find(({ sketchId }) => sketchId === sketch.id)?.id ?? 0))
    expect(await staffLogOf(ines)).toContainEqual(expect.objectContaining({ action: 'picture_unblock' }))
  })

  it('staff do not unblock a picture of their own that a colleague blocked', async () => {
    const [staff, colleague] = [await addPerson({ flags: 'm' }), await addPerson({ flags: 'm' })]
    const { id: sketch } = await addPicture(staff, {}, drawingPng(newDrawing()))
    await jsonOf(block(colleague, sketch))
    const { items } = await listBlocked(staff)
    const id = items.find(({ sketchId }) => sketchId === sketch)?.id ?? 0
    expect(await errorOf(unblock(staff, id))).toEqual([403, 'forbidden'])
    await jsonOf(unblock(colleague, id))
  })

  it('a picture that is too plain to be recognised cannot be blocked', async () => {
    const staff = await addPerson({ flags: 'm' })
    const sketch = await addPicture(await addPerson(), {}, uniqueCopy(pictures.png))
    expect(await errorOf(block(staff, sketch.id))).toEqual([409, 'too_plain'])
  })

  it('blocking needs a reason, a sketch and a member of staff', async () => {
    const [staff, mira] = [await addPerson({ flags: 'm' }), await addPerson()]
    expect(await errorOf(block(staff, 1, ''))).toEqual([400, 'bad_request'])
    expect(await errorOf(block(staff, 999_999))).toEqual([404, 'not_found'])
    expect(await errorOf(block(mira, 1))).toEqual([403, 'forbidden'])
  })
})

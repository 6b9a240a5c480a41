import { env } from 'cloudflare:workers'
import { encode } from 'fast-png'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { EditBody, EditFields, EditReply } from '../../../contract/http/edit-sketch.ts'
import type { SketchPageReply } from '../../../contract/http/sketch-page.ts'
import type { SketchList } from '../../../contract/http/sketches.ts'
import type { ShownProfile } from '../../../contract/http/users.ts'
import { MEMBER_LIMITS, NEW_MEMBER_DAYS, VISIBILITY_EDITS } from '../../../contract/limits.ts'
import { WATERMARK } from '../../../contract/watermark.ts'
import { mp4 } from '../../support/videos.ts'
import { addCompo, addSketchToCompo, moveCompo } from '../../support/worker/compos.ts'
import { documentedImages } from '../../support/worker/documented-images.ts'
import { withExif } from '../../support/worker/exif.ts'
import { changedFiles } from '../../support/worker/outages.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { pictures, uniqueCopy } from '../../support/worker/pictures.ts'
import { countRows, rowsRead } from '../../support/worker/rows-read.ts'
import {
  errorOf,
  jsonOf,
  ORIGIN,
  requestJson,
  sendRequest,
  sendRequestWith,
  sendRequestWithoutWaiting,
} from '../../support/worker/site.ts'
import { croquisFile, putFile } from '../../support/worker/sketch-files.ts'
import { addCoOp, addSketch } from '../../support/worker/sketches.ts'
import { impersonate } from '../../support/worker/staff.ts'
import { addPicture, addUpload } from '../../support/worker/uploads.ts'
import { watchedDb } from '../../support/worker/watched-db.ts'
import { editBodyOf } from '../role-table.ts'

const watermark = new Uint8Array(
  encode({
    width: WATERMARK.width,
    height: WATERMARK.height,
    channels: 4,
    depth: 8,
    data: new Uint8Array(WATERMARK.width * WATERMARK.height * 4).fill(255),
  }),
)

const formOf = (id: number, as: Person | null) => requestJson<EditReply>(`/sketch/${id}/edit?format=json`, { as })
/** The reason of staff who edit the sketch of another member. */
const WHY = { reason: 'Asked for it.' }

const edit = (as: Person | null, id: number, fields: EditBody = {}) =>
  sendRequest(`/sketch/${id}/edit?format=json`, { as, body: editBodyOf(fields) })
/** An edit that names no other fields. */
const changeOnly = (as: Person, id: number, body: EditBody) =>
  sendRequest(`/sketch/${id}/edit?format=json`, { as, body })
const pageOf = (id: number, as: Person | null = null) => requestJson<SketchPageReply>(`/api/v2/sketch/${id}`, { as })
const imageOf = async (id: number, as: Person | null = null) => {
  const page = await pageOf(id, as)
  return page.hidden ? '' : page.imageUrl
}
const listed = async (as: Person | null = null) =>
  (await requestJson<SketchList>('/recentSketches', { as })).items.map(({ id }) => id)
const tagCount = async (name: string) =>
  (await env.DB.prepare('SELECT sketches_count AS n FROM tags WHERE name = ?').bind(name).first<{ n: number }>())?.n ??
  0

describe('editing a sketch [1 §7]', () => {
  it('the form contains the current values of the sketch', async () => {
    const ines = await addPerson()
    const { id } = await addPicture(ines, { title: 'Ebb', tags: ['sea', 'mud'] })
    expect(await formOf(id, ines)).toMatchObject({
      id,
      fields: { title: 'Ebb', tags: ['sea', 'mud'], privacy: 'public', angle: 0, parentSketchId: null },
      showMature: true,
      userPro: false,
      videoBytes: null,
      fileBytes: null,
    })
  })

  it('an edit changes the words and tags of the sketch', async () => {
    const ines = await addPerson()
    const { id } = await addPicture(ines, { title: 'Ebb', tags: ['sea', 'mud'] })
    const fields = {
      title: ' Low  tide ',
      description: 'At Cramond.',
      altText: 'Mud',
      tags: ['Mud', 'gulls'],
      madeWithAi: true,
    }
    expect((await edit(ines, id, fields)).status).toBe(200)
    expect(await pageOf(id)).toMatchObject({
      title: 'Low tide',
      description: 'At Cramond.',
      alt: 'Mud',
      tags: ['mud', 'gulls'],
      madeWithAi: true,
    })
    expect((await formOf(id, ines)).fields).toMatchObject({ title: 'Low tide', tags: ['mud', 'gulls'] })
  })

  const named: [keyof EditFields, EditBody][] = [
    ['title', { title: 'Flood' }],
    ['description', { description: 'At noon.' }],
    ['privacy', { privacy: 'unlisted' }],
    ['video', { video: false }],
    ['tags', { tags: ['gulls'] }],
    ['watermark', { watermark: false }],
    ['angle', { angle: 90 }],
    ['parentSketchId', { parentSketchId: null }],
    ['mature', { mature: true }],
  ]
  it.each(named)('what an edit does not name stays as it is [1 §7]: %s alone', async (name, body) => {
    const ines = await addPerson({ flags: 'p' })
    const { id } = await addPicture(ines, { title: 'Ebb', tags: ['sea'], madeWithAi: true, altText: 'Mud' })
    await putFile(ines, `/sketch/${id}/file`, croquisFile())
    await putFile(ines, `/sketch/${id}/video`, mp4())
    const watermarkPicture = btoa(String.fromCharCode(...watermark))
    const parentSketchId = await addSketch(ines)
    await jsonOf(
      sendRequest(`/sketch/${id}/edit`, { as: ines, body: { parentSketchId, watermark: true, watermarkPicture } }),
    )
    const { fields } = await formOf(id, ines)
    expect((await sendRequest(`/sketch/${id}/edit?format=json`, { as: ines, body })).status).toBe(200)
    const edited = (await formOf(id, ines)).fields
    expect(edited).toEqual({ ...fields, ...body })
    expect(edited[name]).not.toEqual(fields[name])
  })

  it('an edit that names nothing changes nothing [1 §7]', async () => {
    const ines = await addPerson()
    const { id } = await addPicture(ines, { title: 'Ebb', tags: ['sea'] })
    const [form, image] = [await formOf(id, ines), await imageOf(id)]
    expect((await sendRequest(`/sketch/${id}/edit`, { as: ines, body: {} })).status).toBe(200)
    expect([await formOf(id, ines), await imageOf(id)]).toEqual([form, image])
  })

  it('an edit that changes none of its fields writes nothing', async () => {
    const ines = await addPerson()
    const { id } = await addPicture(ines, { title: 'Ebb', tags: ['sea'] })
    const body = { title: 'Ebb', tags: ['sea'], angle: 0, privacy: 'public' }
    const { written } = await countRows(async (bindings) => {
      expect((await sendRequestWith(bindings, `/sketch/${id}/edit`, { as: ines, body })).status).toBe(200)
    })
    expect(written).toBe(0)
  })

  it('edits at the same time that name different fields are both kept [1 §7]', async () => {
    const ines = await addPerson()
    const { id } = await addPicture(ines, { title: 'Ebb', tags: ['sea'] })
    const bodies: EditBody[] = [{ title: 'Flood' }, { description: 'At noon.' }, { tags: ['mud'] }, { angle: 180 }]
    await Promise.all(bodies.map((body) => jsonOf(sendRequest(`/sketch/${id}/edit`, { as: ines, body }))))
    expect((await formOf(id, ines)).fields).toMatchObject(Object.assign({}, ...bodies))
  })

  it('only the artist and staff edit a sketch [1 §6]', async () => {
    const other = await addPerson({ flags: 'fp' })
    const id = await addSketch(await addPerson())
    expect(await errorOf(edit(other, id))).toEqual([403, 'forbidden'])
    expect(await errorOf(sendRequest(`/sketch/${id}/edit?format=json`, { as: other }))).toEqual([403, 'forbidden'])
    expect(await errorOf(edit(null, id))).toEqual([401, 'not_logged_in'])
  })

  it.each(['unlisted = 1', "violation = 'removed'", 'mature = 1'])(
    'a sketch that a member may not see answers as a missing one, so that counting ids does not find it [1 §5]: %s',
    async (hidden) => {
      const [ines, staff, stranger] = [await addPerson(), await addPerson({ flags: 'm' }), await addPerson()]
      const { id } = await addPicture(ines)
      await env.DB.prepare(`UPDATE sketches SET ${hidden} WHERE id = ?`).bind(id).run()
      const reads = (as: Person) =>
        ['.png', '/edit?format=json', '/versions?format=json'].map((end) => sendRequest(`/sketch/${id}${end}`, { as }))
      for (const call of [edit(stranger, id), ...reads(stranger)])
        expect(await errorOf(call)).toEqual([404, 'not_found'])
      for (const call of [edit(ines, id), ...reads(ines), ...reads(staff)]) expect((await call).status).toBe(200)
    },
  )

  it('an unknown sketch cannot be edited', async () => {
    const ines = await addPerson()
    expect(await errorOf(edit(ines, 999_999))).toEqual([404, 'not_found'])
    expect(await errorOf(sendRequest('/sketch/999999/edit?format=json', { as: ines }))).toEqual([404, 'not_found'])
  })

  it('the form tells staff that the sketch is not their own', async () => {
    const [ines, staff] = [await addPerson(), await addPerson({ flags: 'm' })]
    const { id } = await addPicture(ines, { title: 'Ebb', tags: ['sea'] })
    expect(await formOf(id, staff)).toMatchObject({ own: false, showMature: false, userPro: false })
    expect(await formOf(id, ines)).toMatchObject({ own: true, showMature: true })
  })

  it('staff neither set nor take away the marks of the sketch of another member by an edit', async () => {
    const [ines, staff] = [await addPerson(), await addPerson({ flags: 'm' })]
    const { id } = await addPicture(ines, { title: 'Ebb' })
    for (const mark of ['mature', 'madeWithAi'] as const)
      for (const on of [true, false]) {
        expect(await errorOf(edit(staff, id, { title: 'Flood', [mark]: on }))).toEqual([403, 'forbidden'])
        await jsonOf(edit(ines, id, { title: 'Ebb', [mark]: on }))
      }
    expect((await formOf(id, ines)).fields.title).toBe('Ebb')
  })

  it('staff give a reason for an edit of the sketch of another member, and its artist does not', async () => {
    const [ines, staff] = [await addPerson(), await addPerson({ flags: 'm' })]
    const id = await addSketch(ines)
    expect(await errorOf(changeOnly(staff, id, { title: 'Flood' }))).toEqual([400, 'bad_request'])
    await jsonOf(changeOnly(ines, id, { title: 'Flood' }))
  })

  describe('the audit log', () => {
    const linesOf = async (id: number) => {
      const { results } = await env.DB.prepare(
        "SELECT staff_id, action, user_id, reason, changes FROM audit_log WHERE target_type = 'sketch' AND target_id = ?",
      )
        .bind(id)
        .all<{ changes: string }>()
      return results.map((line) => ({ ...line, changes: JSON.parse(line.changes) as unknown }))
    }

    it('an edit by staff is written to the audit log with its reason and changes', async () => {
      const [ines, staff] = [await addPerson(), await addPerson({ flags: 'm' })]
      const { id } = await addPicture(ines, { title: 'Flood', tags: ['sea'] })
      const { fields } = await formOf(id, staff)
      expect((await edit(staff, id, { ...fields, title: 'Low tide', altText: 'Mud', ...WHY })).status).toBe(200)
      const changes = { title: ['Flood', 'Low tide'], altText: ['', 'Mud'] }
      expect(await linesOf(id)).toEqual([{ staff_id: staff.id, action: 'edit', user_id: ines.id, ...WHY, changes }])
      expect(await pageOf(id, ines)).toMatchObject({ title: 'Low tide', userId: ines.id, tags: ['sea'] })
    })

    it('an edit by staff that changes nothing is not written to the audit log', async () => {
      const staff = await addPerson({ flags: 'm' })
      const { id } = await addPicture(await addPerson(), { title: 'Flood' })
      await jsonOf(edit(staff, id, { ...(await formOf(id, staff)).fields, ...WHY }))
      expect(await linesOf(id)).toEqual([])
    })

    it('an edit by the artist is not written to the audit log', async () => {
      const ines = await addPerson()
      const { id } = await addPicture(ines, { title: 'Ebb' })
      await edit(ines, id, { ...(await formOf(id, ines)).fields, title: 'Flood' })
      expect(await linesOf(id)).toEqual([])
    })
  })

  it('a turn and a new watermark count as uploads of the day, and other edits do not', async () => {
    const ines = await addPerson({ flags: 'p' })
    const { id } = await addPicture(ines)
    const counted = () =>
      env.DB.prepare('SELECT sum(uploads) AS n FROM member_counts WHERE user_id = ?').bind(ines.id).first('n')
    const watermarkPicture = btoa(String.fromCharCode(...watermark))
    const edits: EditBody[] = [
      { angle: 90 },
      { angle: 90, title: 'Ebb' },
      { watermark: true, watermarkPicture },
      { watermark: true, watermarkPicture, mature: true },
      { watermark: false },
    ]
    const uploads: unknown[] = []
    for (const fields of edits) {
      await jsonOf(edit(ines, id, fields))
      uploads.push(await counted())
    }
    expect(uploads).toEqual([2, 2, 3, 3, 3])
    await env.DB.prepare('UPDATE member_counts SET uploads = ? WHERE user_id = ? AND uploads = 3')
      .bind(MEMBER_LIMITS.uploadsPerDay.new, ines.id)
      .run()
    expect(await errorOf(edit(ines, id, { angle: 180 }))).toEqual([409, 'daily_upload_limit'])
    expect(await errorOf(edit(ines, id, { watermark: true, watermarkPicture }))).toEqual([409, 'daily_upload_limit'])
    await jsonOf(edit(ines, id, { title: 'Flood' }))
  })

  it('an edit that changes something counts among the edits of a day', async () => {
    const ines = await addPerson()
    const id = await addSketch(ines)
    await jsonOf(changeOnly(ines, id, { title: 'Flow' }))
    await env.DB.prepare('UPDATE member_counts SET edits = ? WHERE user_id = ? AND edits = 1')
      .bind(MEMBER_LIMITS.editsPerDay.new - 1, ines.id)
      .run()
    await jsonOf(changeOnly(ines, id, { title: 'Ebb' }))
    await jsonOf(changeOnly(ines, id, { title: 'Ebb' }))
    expect(await errorOf(changeOnly(ines, id, { privacy: 'unlisted' }))).toEqual([409, 'edit_limit'])
    expect((await formOf(id, ines)).fields).toMatchObject({ title: 'Ebb', privacy: 'public' })
  })

  it.each([{ privacy: 'unlisted' as const }, { mature: true }])(
    'an edit that changes in which lists a sketch is counts as five edits: %j',
    async (fields) => {
      const ines = await addPerson()
      const id = await addSketch(ines)
      await jsonOf(changeOnly(ines, id, { title: 'Flow' }))
      const use = (edits: number) =>
        env.DB.prepare('UPDATE member_counts SET edits = ? WHERE user_id = ? AND edits > 0').bind(edits, ines.id).run()
      await use(MEMBER_LIMITS.editsPerDay.new - VISIBILITY_EDITS + 1)
      expect(await errorOf(changeOnly(ines, id, fields))).toEqual([409, 'edit_limit'])
      await use(MEMBER_LIMITS.editsPerDay.new - VISIBILITY_EDITS)
      await jsonOf(changeOnly(ines, id, fields))
      expect(await errorOf(changeOnly(ines, id, { title: 'Ebb' }))).toEqual([409, 'edit_limit'])
    },
  )

  it('from the voting of its compo on, its artist neither turns nor marks the picture of an entry', async () => {
    const ines = await addPerson({ flags: 'p' })
    const { id } = await addPicture(ines)
    const compo = await addCompo()
    await addSketchToCompo(compo, id)
    await moveCompo(compo, 'voting')
    const watermarkPicture = btoa(String.fromCharCode(...watermark))
    for (const fields of [{ angle: 90 as const }, { watermark: true, watermarkPicture }])
      expect(await errorOf(edit(ines, id, fields))).toEqual([409, 'in_judged_compo'])
    await jsonOf(edit(ines, id, { title: 'Flood', angle: 0, watermark: false }))
    await jsonOf(changeOnly(await addPerson({ flags: 'm' }), id, { angle: 90, ...WHY }))
  })

  it('staff cannot turn on the patron options of another member [1 §5]', async () => {
    const [ines, staff] = [await addPerson({ flags: 'p' }), await addPerson({ flags: 'ap' })]
    const id = await addSketch(ines)
    expect(await errorOf(edit(staff, id, { privateFile: true }))).toEqual([403, 'forbidden'])
    expect(await errorOf(edit(staff, id, { watermark: true, watermarkPicture: 'AAAA' }))).toEqual([403, 'forbidden'])
  })

  describe('the files, the watermark and the co-op of a patron’s sketch', () => {
    let [ines, staff] = [] as unknown as [Person, Person]
    let id = 0
    beforeEach(async () => {
      ;[ines, staff] = [await addPerson({ flags: 'p' }), await addPerson({ flags: 'm' })]
      ;({ id } = await addPicture(ines))
      await putFile(ines, `/sketch/${id}/file?private=true`, croquisFile())
      await putFile(ines, `/sketch/${id}/video`, mp4())
      await jsonOf(changeOnly(ines, id, { watermark: true, watermarkPicture: btoa(String.fromCharCode(...watermark)) }))
    })
    const stored = async () => (await formOf(id, ines)).fields
    const changes: EditBody[] = [
      { privateFile: false },
      { file: false },
      { video: false },
      { watermark: false },
      { parentSketchId: 1 },
    ]

    it('staff do not change them [1 §6]', async () => {
      const before = await stored()
      for (const change of changes)
        expect([change, await errorOf(changeOnly(staff, id, { title: 'Flood', ...change }))]).toEqual([
          change,
          [403, 'forbidden'],
        ])
      expect(await stored()).toEqual(before)
    })

    it('staff who act as their artist neither remove nor publish the files', async () => {
      const before = await stored()
      await impersonate(staff, ines)
      for (const change of changes.slice(0, 3))
        expect([change, await errorOf(changeOnly(staff, id, change))]).toEqual([change, [403, 'impersonating']])
      const replaced = putFile(staff, `/sketch/${id}/video`, mp4())
      expect(await errorOf(replaced)).toEqual([403, 'impersonating'])
      await jsonOf(changeOnly(staff, id, { title: 'Flood' }))
      expect(await stored()).toEqual({ ...before, title: 'Flood' })
    })

    it('their artist changes them', async () => {
      await jsonOf(changeOnly(ines, id, { privateFile: false, watermark: false, video: false }))
      expect(await stored()).toMatchObject({ privateFile: false, watermark: false, video: false, file: true })
    })
  })

  it.each([
    { title: 'x'.repeat(65) },
    { description: 'x'.repeat(1025) },
    { altText: 'x'.repeat(501) },
    { tags: Array.from({ length: 21 }, (_, index) => `tag${index}`) },
    { angle: 45 as 90 },
    { privacy: 'friends' as 'public' },
    { parentSketchId: -1 },
    { video: 'no' as unknown as boolean },
  ])('malformed values are refused: %j', async (fields) => {
    const ines = await addPerson()
    expect(await errorOf(edit(ines, await addSketch(ines), fields))).toEqual([400, 'bad_request'])
  })

  it('the counts of tags follow added, removed and unlisted tags exactly', async () => {
    const ines = await addPerson()
    const [removed, kept, added] = [
      `a${crypto.randomUUID()}`,
      `b${crypto.randomUUID()}`,
      `c${crypto.randomUUID()}`,
    ].map((tag) => tag.replaceAll('-', '').slice(0, 20)) as [string, string, string]
    const { id } = await addPicture(ines, { tags: [removed, kept] })
    await edit(ines, id, { tags: [kept, added] })
    expect([await tagCount(removed), await tagCount(kept), await tagCount(added)]).toEqual([0, 1, 1])
    await edit(ines, id, { tags: [added, kept], privacy: 'unlisted' })
    expect([await tagCount(removed), await tagCount(kept), await tagCount(added)]).toEqual([0, 0, 0])
    await edit(ines, id, { tags: [removed] })
    expect([await tagCount(removed), await tagCount(kept), await tagCount(added)]).toEqual([1, 0, 0])
  })

  it('searches find a sketch by the tags that it has, also after an edit [1 §2]', async () => {
    const ines = await addPerson()
    const { id } = await addPicture(ines, { tags: ['porpoise', 'curlew'] })
    const found = async (tag: string) =>
      (await requestJson<SketchList>(`/api/v2/search/sketch?query=${tag}`, { as: ines })).items.map((item) => item.id)
    expect([await found('porpoise'), await found('curlew')]).toEqual([[id], [id]])
    await edit(ines, id, { tags: ['curlew', 'dunlin'] })
    expect([await found('porpoise'), await found('curlew'), await found('dunlin')]).toEqual([[], [id], [id]])
  })

  it('an edit of twenty tags writes the words of the search once', async () => {
    const ines = await addPerson()
    const tagsOf = (word: string) => Array.from({ length: 20 }, (_, index) => `${word}${index}`)
    const { id } = await addPicture(ines, { tags: tagsOf('heron') })
    const editTags = (tags: string[]) =>
      countRows((bindings) => sendRequestWith(bindings, `/sketch/${id}/edit`, { as: ines, body: { tags } }))
    const replaced = await editTags(tagsOf('egret'))
    // Once for each tag, it read 2,219 rows and wrote 665.
    expect(replaced.read).toBeLessThan(600)
    expect(replaced.written).toBeLessThan(600)
    expect((await editTags(tagsOf('egret').toReversed())).written).toBeLessThan(30)
    expect((await editTags(tagsOf('egret').toReversed())).written).toBeLessThan(10)
  })

  it('a sketch made public joins the recent list', async () => {
    const ines = await addPerson()
    const { id } = await addPicture(ines, { unlisted: true })
    await edit(ines, id, { privacy: 'public' })
    expect(await listed(ines)).toContain(id)
  })

  it('a sketch made public joins the feeds of fans', async () => {
    const [ines, fan] = [await addPerson(), await addPerson()]
    await env.DB.prepare('INSERT INTO fans (user_id, fan_id, created_at) VALUES (?, ?, 1)').bind(ines.id, fan.id).run()
    const { id } = await addPicture(ines, { unlisted: true })
    await edit(ines, id, { privacy: 'public' })
    const feed = await requestJson<SketchList>('/activity/1?format=json&filter=uploads', { as: fan })
    expect(feed.items.map((item) => item.id)).toEqual([id])
  })

  it('a sketch made unlisted leaves the recent list', async () => {
    const ines = await addPerson()
    const { id } = await addPicture(ines)
    expect(await listed(ines)).toContain(id)
    await edit(ines, id, { privacy: 'unlisted' })
    expect(await listed(ines)).not.toContain(id)
  })

  it('each change of visibility gives the picture another address', async () => {
    const ines = await addPerson()
    const { id, imageUrl } = await addPicture(ines, { unlisted: true })
    await edit(ines, id, { privacy: 'public' })
    const shown = await imageOf(id)
    expect(shown).not.toBe(imageUrl)
    expect((await sendRequest(`${imageUrl}/100`)).status).toBe(404)
    await edit(ines, id, { privacy: 'unlisted' })
    expect(await imageOf(id, ines)).not.toBe(shown)
  })

  it('[1 §5] a sketch made unlisted has a link that edits keep, and another one after it was public', async () => {
    const ines = await addPerson()
    const { id } = await addPicture(ines)
    const linkKeyAfter = async (fields: Partial<EditBody>) => {
      await edit(ines, id, fields)
      const page = await pageOf(id, ines)
      return page.hidden ? '' : page.linkKey
    }
    const linkKey = await linkKeyAfter({ privacy: 'unlisted' })
    expect(linkKey).toMatch(/^[0-9a-f]{40}$/)
    expect(await linkKeyAfter({ privacy: 'unlisted', angle: 90 })).toBe(linkKey)
    expect(await linkKeyAfter({ privacy: 'public' })).toBeNull()
    expect(await linkKeyAfter({ privacy: 'unlisted' })).not.toBe(linkKey)
  })

  it('an edit of words keeps the address of the picture', async () => {
    const ines = await addPerson()
    const { id, imageUrl } = await addPicture(ines, { unlisted: true })
    await edit(ines, id, { privacy: 'unlisted', title: 'Only words' })
    expect(await imageOf(id, ines)).toBe(imageUrl)
  })

  it('a sketch made mature is no longer at its old address [1 §5]', async () => {
    const ines = await addPerson()
    const { id, imageUrl } = await addPicture(ines)
    expect((await edit(ines, id, { mature: true })).status).toBe(200)
    expect(await pageOf(id)).toEqual({ hidden: true, id, notice: 'mature' })
    expect((await sendRequest(`${imageUrl}/100`)).status).toBe(404)
  })

  it('a sketch made mature is no longer the avatar [1 §5]', async () => {
    const ines = await addPerson()
    const { id } = await addPicture(ines)
    const avatar = async () =>
      (await requestJson<{ user: { avatar: string | null } }>('/api/v2/session', { as: ines })).user.avatar
    await sendRequest('/api/v2/user/setAvatar', { as: ines, body: { sketch: id } })
    expect(await avatar()).not.toBeNull()
    await edit(ines, id, { mature: true })
    expect(await avatar()).toBeNull()
  })

  it('only adults mark a sketch as mature [1 §5]', async () => {
    const minor = await addPerson({ birthDate: `${new Date().getFullYear() - 15}-01-01` })
    const other = await addSketch(minor)
    expect((await formOf(other, minor)).showMature).toBe(false)
    expect(await errorOf(edit(minor, other, { mature: true }))).toEqual([403, 'mature_not_allowed'])
    await env.DB.prepare('UPDATE sketches SET mature = 1 WHERE id = ?').bind(other).run()
    expect((await edit(minor, other, { mature: true, title: 'Still' })).status).toBe(200)
  })

  describe('while something else changes the sketch', () => {
    let ines: Person
    let id: number
    beforeEach(async () => {
      ines = await addPerson()
      id = (await addPicture(ines, { title: 'Ebb' })).id
    })

    /** Sends an edit while another request sets columns of the sketch, after the edit has read them. */
    function editDuring(change: string, body: EditBody) {
      const DB = watchedDb(env.DB, async (run, statement) => {
        const reply = await run()
        // The edit reads the sketch in a batch.
        if (!statement) await env.DB.prepare(`UPDATE sketches SET ${change} WHERE id = ?`).bind(id).run()
        return reply
      })
      return sendRequestWith({ ...env, DB }, `/sketch/${id}/edit?format=json`, { as: ines, body })
    }
    const addMat = () => env.DB.prepare("UPDATE sketches SET mat = 'white' WHERE id = ?").bind(id).run()

    it('an edit is refused if the picture was replaced', async () => {
      const reply = editDuring("file_key = file_key || 'x'", editBodyOf({ title: 'Flood', tags: ['x'] }))
      expect(await errorOf(reply)).toEqual([409, 'changed_meanwhile'])
      expect(await pageOf(id)).toMatchObject({ title: 'Ebb', tags: [] })
    })

    it('a turn is refused if the mat has changed, because the picture was checked on the former one', async () => {
      await addMat()
      expect(await errorOf(editDuring("mat = 'black'", { angle: 90 }))).toEqual([409, 'changed_meanwhile'])
      expect((await formOf(id, ines)).fields).toMatchObject({ angle: 0, mat: 'black' })
    })

    it('a new mat is refused if the picture was turned, because it was checked at the former angle', async () => {
      await addMat()
      const reply = editDuring('rotation = 90, angle = 90', { mat: 'black' })
      expect(await errorOf(reply)).toEqual([409, 'changed_meanwhile'])
      expect((await formOf(id, ines)).fields).toMatchObject({ angle: 90, mat: 'white' })
    })

    it('an edit of words is stored if the picture was turned', async () => {
      await jsonOf(editDuring('rotation = 90, angle = 90', { title: 'Flood' }))
      expect((await formOf(id, ines)).fields).toMatchObject({ title: 'Flood', angle: 90 })
    })
  })
})

describe('rotating a sketch', () => {
  /** Returns the colours of the corners, clockwise from top left, as the artist sees the sketch. */
  async function corners(id: number, as: Person, bindings = env): Promise<string[]> {
    const page = await pageOf(id, as)
    if (page.hidden) throw new Error('it is hidden')
    const reply = await sendRequestWith(bindings, `${page.imageUrl}/50`, { as })
    const png = await env.IMAGES.input(reply.body as ReadableStream).output({ format: 'image/png' })
    const { decode } = await import('fast-png')
    const { width, height, channels, data } = decode(new Uint8Array(await new Response(png.image()).arrayBuffer()))
    const at = (x: number, y: number) => {
      const [red = 0, green = 0, blue = 0] = data.subarray((y * width + x) * channels)
      if (red > 150 && green > 150) return 'yellow'
      return red > green && red > blue ? 'red' : green > blue ? 'green' : 'blue'
    }
    return [at(3, 3), at(width - 4, 3), at(width - 4, height - 4), at(3, height - 4)]
  }
  const clockwise = <T>(list: T[], quarters: number): T[] =>
    list.map((_, index) => list[(index + 4 - quarters) % 4] as T)

  it('each quarter turns the sketch clockwise', async () => {
    const ines = await addPerson()
    const { id } = await addPicture(ines)
    const upright = await corners(id, ines)
    for (const angle of [90, 180, 270, 0] as const) {
      expect((await edit(ines, id, { angle })).status).toBe(200)
      expect(await corners(id, ines)).toEqual(clockwise(upright, angle / 90))
      expect((await formOf(id, ines)).fields.angle).toBe(angle)
    }
  })

  it('each quarter exchanges width and height', async () => {
    const ines = await addPerson()
    const { id } = await addPicture(ines)
    for (const angle of [90, 180, 270, 0] as const) {
      await edit(ines, id, { angle })
      const size = angle % 180 === 0 ? { width: 60, height: 40 } : { width: 40, height: 60 }
      expect(await pageOf(id)).toMatchObject(size)
    }
  })

  it('a rotated sketch has a rotated placeholder', async () => {
    const ines = await addPerson()
    const { id, thumbhash } = await addPicture(ines)
    await edit(ines, id, { angle: 90 })
    expect((await pageOf(id)) as { thumbhash?: string }).not.toMatchObject({ thumbhash })
    await edit(ines, id, { angle: 0 })
    expect(await pageOf(id)).toMatchObject({ thumbhash })
  })

  it('a rotation gives the picture another address', async () => {
    const ines = await addPerson()
    const { id, imageUrl } = await addPicture(ines)
    for (const angle of [90, 0] as const) {
      await edit(ines, id, { angle })
      expect(await imageOf(id)).not.toBe(imageUrl)
    }
  })

  it('a rotation that is sent twice is applied once', async () => {
    const ines = await addPerson()
    const { id } = await addPicture(ines)
    await Promise.all([edit(ines, id, { angle: 90 }), edit(ines, id, { angle: 90 })])
    expect(await pageOf(id)).toMatchObject({ width: 40, height: 60 })
    expect((await formOf(id, ines)).fields.angle).toBe(90)
  })

  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'a rotation builds on the orientation of the camera: orientation %i',
    async (orientation) => {
      const ines = await addPerson()
      const bindings = { ...env, IMAGES: documentedImages }
      const { id } = await addPicture(ines, {}, withExif(uniqueCopy(pictures.jpeg), { orientation }), bindings)
      const upright = await corners(id, ines, bindings)
      await sendRequestWith(bindings, `/sketch/${id}/edit?format=json`, { as: ines, body: editBodyOf({ angle: 90 }) })
      expect(await corners(id, ines, bindings)).toEqual(clockwise(upright, 1))
    },
  )
})

describe('the parent of a sketch', () => {
  it('the parent may be another sketch of the artist', async () => {
    const ines = await addPerson()
    const [first, second] = [await addSketch(ines), await addSketch(ines)]
    expect((await edit(ines, second, { parentSketchId: first })).status).toBe(200)
    expect(await pageOf(second)).toMatchObject({ parent: { id: first } })
    expect(await pageOf(first)).toMatchObject({ wips: [{ id: second }] })
  })

  it('a sketch joins the co-op of its parent', async () => {
    const ines = await addPerson()
    const [coOp, id] = [await addCoOp(await addPerson()), await addSketch(ines)]
    expect((await edit(ines, id, { parentSketchId: coOp })).status).toBe(200)
    const extended = await requestJson<SketchList>(`/api/v2/coOp/${coOp}`)
    expect(extended.items.map((item) => item.id)).toContain(id)
    expect(await requestJson(`/api/v2/sketchHasCoOps/${coOp}`)).toEqual({ hasCoOps: true, coOp })
    expect(await requestJson(`/api/v2/sketchHasCoOps/${id}`)).toEqual({ hasCoOps: false, coOp })
  })

  it('an edit without a parent removes it', async () => {
    const ines = await addPerson()
    const [coOp, id] = [await addCoOp(await addPerson()), await addSketch(ines)]
    await edit(ines, id, { parentSketchId: coOp })
    await edit(ines, id)
    expect(await pageOf(id)).toMatchObject({ parent: null })
    expect(await requestJson(`/api/v2/sketchHasCoOps/${coOp}`)).toEqual({ hasCoOps: false, coOp })
  })

  it('an edit that names no new parent keeps a sketch in the co-op in which its parent was deleted', async () => {
    const [ines, mira] = [await addPerson(), await addPerson()]
    const coOp = await addCoOp(ines)
    const first = await addPicture(mira, { parentSketchId: coOp })
    const second = await addPicture(ines, { parentSketchId: first.id })
    await requestJson(`/api/v2/sketch/${first.id}`, { as: mira, body: { action: 'delete' } })
    expect((await edit(ines, second.id, { title: 'Ebb', parentSketchId: null })).status).toBe(200)
    expect(await requestJson(`/api/v2/sketchHasCoOps/${second.id}`)).toEqual({ hasCoOps: false, coOp })
  })

  const unsuitableParents: [string, (of: { ines: Person; id: number }) => Promise<number> | number][] = [
    ['the sketch itself', ({ id }) => id],
    ['an unknown sketch', () => 999_999],
    ['a hidden sketch of a co-op', async () => addCoOp(await addPerson(), { mature: true })],
    ['a sketch of another artist outside co-ops', async () => addSketch(await addPerson())],
  ]

  it.each(unsuitableParents)('%s cannot be the parent', async (_which, parentOf) => {
    const ines = await addPerson()
    const id = await addSketch(ines)
    const parentSketchId = await parentOf({ ines, id })
    expect(await errorOf(edit(ines, id, { parentSketchId, title: 'No' }))).toEqual([409, 'bad_parent'])
    expect(await pageOf(id)).toMatchObject({ title: 'Low tide', parent: null })
  })

  it('sketches never form a circle, even when both parents are set at the same time', async () => {
    const ines = await addPerson()
    const [first, second, third] = [await addSketch(ines), await addSketch(ines), await addSketch(ines)]
    await edit(ines, second, { parentSketchId: first })
    await edit(ines, third, { parentSketchId: second })
    expect(await errorOf(edit(ines, first, { parentSketchId: third }))).toEqual([409, 'bad_parent'])
    const [fourth, fifth] = [await addSketch(ines), await addSketch(ines)]
    const replies = await Promise.all([
      edit(ines, fourth, { parentSketchId: fifth }),
      edit(ines, fifth, { parentSketchId: fourth }),
    ])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('parent and continuations are shown only to viewers who may see them', async () => {
    const ines = await addPerson()
    const [first, second] = [await addSketch(ines, { mature: true }), await addSketch(ines)]
    await edit(ines, second, { parentSketchId: first })
    expect(await pageOf(second)).toMatchObject({ parent: null })
    expect(await pageOf(second, await addPerson({ showMature: true }))).toMatchObject({ parent: { id: first } })
    await edit(ines, second, { parentSketchId: first, privacy: 'unlisted' })
    expect(await pageOf(first, await addPerson({ showMature: true }))).toMatchObject({ wips: [] })
  })

  it('the page of a sketch reads no more rows when it has many continuations', async () => {
    const ines = await addPerson()
    const root = await addSketch(ines)
    for (let count = 0; count < 30; count++) await addSketch(ines, { parentId: root })
    expect(await rowsRead(`/api/v2/sketch/${root}`)).toBeLessThanOrEqual(3 * 25)
  })
})

describe('downloads, avatars and covers [1 §6]', () => {
  it('the download is an upright PNG in full size, named after the title', async () => {
    const ines = await addPerson()
    const { id } = await addPicture(ines, { title: 'Ebbe: "früh"/spät' })
    await edit(ines, id, { title: 'Ebbe: "früh"/spät', angle: 90 })
    const reply = await sendRequest(`/sketch/${id}.png`, { as: ines })
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(reply.headers.get('content-disposition')).toBe(
      `attachment; filename="Ebbe- -fr_h--sp_t.png"; filename*=UTF-8''Ebbe-%20-fr%C3%BCh--sp%C3%A4t.png`,
    )
    const { decode } = await import('fast-png')
    expect(decode(new Uint8Array(await reply.arrayBuffer()))).toMatchObject({ width: 40, height: 60 })
  })

  it('the PNG that staff view is shown by the browser, which may neither sniff it nor run anything [1 §6]', async () => {
    const { id } = await addPicture(await addPerson(), { title: 'Ebbe' })
    const { status, headers } = await sendRequest(`/sketch/${id}.png?view`, { as: await addPerson({ flags: 'm' }) })
    expect([status, headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(headers.get('content-disposition')).toBe(`inline; filename="Ebbe.png"; filename*=UTF-8''Ebbe.png`)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  it('the PNG of a picture is made once for each rotation, also after a restored version or another address', async () => {
    const ines = await addPerson()
    const { id } = await addPicture(ines)
    const made = vi.spyOn(env.IMAGES, 'input')
    const countMade = async () => {
      made.mockClear()
      const reply = await sendRequest(`/sketch/${id}.png`, { as: ines })
      expect((await reply.arrayBuffer()).byteLength).toBeGreaterThan(0)
      return made.mock.calls.length > 0
    }
    expect([await countMade(), await countMade()]).toEqual([true, false])
    await jsonOf(edit(ines, id, { angle: 90 }))
    expect(await countMade()).toBe(true)
    await jsonOf(edit(ines, id, { angle: 0, privacy: 'unlisted' }))
    expect(await countMade()).toBe(false)
    const { id: uploadId } = await addUpload(ines)
    await jsonOf(sendRequest(`/sketch/${id}/version`, { as: ines, body: { uploadId } }))
    expect(await countMade()).toBe(true)
    const versions = await requestJson<{ items: { id: string }[] }>(`/sketch/${id}/versions?format=json`, { as: ines })
    const body = { versionId: versions.items[0]?.id, action: 'restore' }
    await jsonOf(sendRequest(`/sketch/${id}/version`, { as: ines, body }))
    expect(await countMade()).toBe(false)
    made.mockRestore()
  })

  it('the PNG of a picture is sent even if the edge cannot store it', async () => {
    const ines = await addPerson()
    const { id } = await addPicture(ines, {}, uniqueCopy(pictures.png))
    const put = vi.spyOn(caches.default, 'put').mockRejectedValue(new Error('the cache fails'))
    const reply = await sendRequest(`/sketch/${id}.png`, { as: ines })
    expect([reply.status, (await reply.bytes()).length > 0]).toEqual([200, true])
    expect(put).toHaveBeenCalled()
    put.mockRestore()
  })

  it('the PNG of a picture is at the edge before it is sent, so that it is not held for a slow reader', async () => {
    const ines = await addPerson()
    const { id } = await addPicture(ines, {}, uniqueCopy(pictures.png))
    const { reply, waitForBackground } = await sendRequestWithoutWaiting(env, `/sketch/${id}.png`, { as: ines })
    const row = await env.DB.prepare('SELECT file_key FROM sketches WHERE id = ?')
      .bind(id)
      .first<{ file_key: string }>()
    const name = row?.file_key.split('/')[1]
    const kept = await caches.default.match(`${ORIGIN}/sketch-png/${name}/0`)
    expect(await kept?.bytes()).toEqual(await reply.bytes())
    await waitForBackground()
  })

  describe('the PNGs that are made for a member a day', () => {
    const addNew = (artist: Person) => addPicture(artist, {}, uniqueCopy(pictures.png))
    const download = (id: number, as: Person) => sendRequest(`/sketch/${id}.png`, { as })
    const statusOf = async (reply: Promise<Response>) => {
      const { status, body } = await reply
      await body?.cancel()
      return status
    }
    const countOf = ({ id }: Person) =>
      env.DB.prepare('SELECT sum(made_pngs) AS n FROM member_counts WHERE user_id = ?').bind(id).first<number>('n')
    /** Counts PNGs for a member who had one made, so that one more is allowed. */
    async function allowOneMore({ id }: Person, kind: 'new' | 'other'): Promise<void> {
      const { meta } = await env.DB.prepare(
        'UPDATE member_counts SET made_pngs = ? WHERE user_id = ? AND made_pngs = 1',
      )
        .bind(MEMBER_LIMITS.pngsPerDay[kind] - 1, id)
        .run()
      expect(meta.changes).toBe(1)
    }

    it.each(['new', 'other'] as const)('an artist has a limited number: %s', async (kind) => {
      const ago = Date.now() - (NEW_MEMBER_DAYS + 1) * 86_400_000
      const ines = await addPerson(kind === 'other' ? { createdAt: ago } : {})
      const [first, second, third] = [await addNew(ines), await addNew(ines), await addNew(ines)]
      expect(await statusOf(download(first.id, ines))).toBe(200)
      await allowOneMore(ines, kind)
      await (await download(second.id, ines)).arrayBuffer()
      expect(await errorOf(download(third.id, ines))).toEqual([409, 'daily_png_limit'])
      expect(await statusOf(download(second.id, ines))).toBe(200)
      expect(await statusOf(download(third.id, await addPerson({ flags: 'm' })))).toBe(200)
    })

    it('a PNG that is requested twice at the same time is made and counted once', async () => {
      const ines = await addPerson()
      const { id } = await addNew(ines)
      expect(await Promise.all([statusOf(download(id, ines)), statusOf(download(id, ines))])).toEqual([200, 200])
      expect(await countOf(ines)).toBe(1)
    })

    it('a PNG that the edge does not keep is counted once', async () => {
      const ines = await addPerson()
      const { id } = await addNew(ines)
      const put = vi.spyOn(caches.default, 'put').mockRejectedValue(new Error('the cache fails'))
      expect(await statusOf(download(id, ines))).toBe(200)
      put.mockRestore()
      expect(await countOf(ines)).toBe(1)
    })

    it('staff have a limited number, of which those made while they impersonate a member are a part', async () => {
      const [ines, staff] = [await addPerson(), await addPerson({ flags: 'm' })]
      const [first, second, third] = [await addNew(ines), await addNew(ines), await addNew(ines)]
      expect(await statusOf(download(first.id, staff))).toBe(200)
      await allowOneMore(staff, 'new')
      await impersonate(staff, ines)
      expect(await statusOf(download(second.id, staff))).toBe(200)
      expect(await errorOf(download(third.id, staff))).toEqual([409, 'daily_png_limit'])
      expect(await statusOf(download(third.id, ines))).toBe(200)
    })
  })

  it('the PNGs of one artist leave places for those of others', async () => {
    const ines = await addPerson()
    const { promise: released, resolve: release } = Promise.withResolvers<null>()
    const get = vi.fn(() => released)
    const bindings = { ...env, FILES: changedFiles({ get }) }
    const own = await Promise.all(Array.from({ length: 8 }, () => addPicture(ines, {}, uniqueCopy(pictures.png))))
    const held = own.map(({ id }) => sendRequestWith(bindings, `/sketch/${id}.png`, { as: ines }))
    await expect.poll(() => get.mock.calls.length).toBeGreaterThanOrEqual(4)
    await scheduler.wait(200)
    const mira = await addPerson()
    const { id } = await addPicture(mira, {}, uniqueCopy(pictures.png))
    const reply = await Promise.race([sendRequest(`/sketch/${id}.png`, { as: mira }), scheduler.wait(30_000)])
    expect(reply?.status).toBe(200)
    await reply?.body?.cancel()
    release(null)
    await Promise.all(held)
  })

  it('only the artist and staff download a sketch as PNG', async () => {
    const ines = await addPerson()
    const { id } = await addPicture(ines)
    for (const as of [ines, await addPerson({ flags: 'm' })]) {
      expect((await sendRequest(`/sketch/${id}.png`, { as })).status).toBe(200)
    }
    expect(await errorOf(sendRequest(`/sketch/${id}.png`, { as: await addPerson() }))).toEqual([403, 'forbidden'])
    expect(await errorOf(sendRequest(`/sketch/${id}.png`))).toEqual([401, 'not_logged_in'])
    expect(await errorOf(sendRequest('/sketch/999999.png', { as: ines }))).toEqual([404, 'not_found'])
    expect(await pageOf(id, ines)).toMatchObject({ imagePng: `/sketch/${id}.png` })
    expect(await pageOf(id)).toMatchObject({ imagePng: null })
  })

  const avatarOf = async (as: Person) =>
    (await requestJson<{ user: { avatar: string | null } }>('/api/v2/session', { as })).user.avatar
  const coverOf = async ({ id }: Person) => (await requestJson<ShownProfile>(`/api/user/${id}`)).cover
  const use = (what: 'setAvatar' | 'setCover', as: Person, sketch: number) =>
    sendRequest(`/api/v2/user/${what}`, { as, body: { sketch } })

  it('the avatar follows the address of its sketch', async () => {
    const ines = await addPerson()
    const id = await addSketch(ines, { unlisted: true })
    const earlier = await imageOf(id, ines)
    expect(await (await use('setAvatar', ines, id)).json()).toEqual({ avatar: earlier })
    await edit(ines, id, { privacy: 'public' })
    expect(await imageOf(id)).not.toBe(earlier)
    expect(await avatarOf(ines)).toBe(await imageOf(id))
  })

  it('[1 §5] a sketch made unlisted is no longer avatar and cover, unless the artist chooses it again', async () => {
    const ines = await addPerson()
    const id = await addSketch(ines, { width: 2048, height: 506 })
    for (const what of ['setAvatar', 'setCover'] as const) await use(what, ines, id)
    await edit(ines, id, { privacy: 'unlisted' })
    expect([await avatarOf(ines), await coverOf(ines)]).toEqual([null, null])
    await use('setAvatar', ines, id)
    await edit(ines, id, { title: 'Still unlisted' })
    expect(await avatarOf(ines)).toBe(await imageOf(id, ines))
  })

  it('a sketch that is mature, hidden or of another artist cannot be the avatar', async () => {
    const ines = await addPerson()
    expect(await errorOf(use('setAvatar', ines, await addSketch(ines, { mature: true })))).toEqual([
      409,
      'unsuitable_picture',
    ])
    const violating = await addSketch(ines, { violation: 'copyright' })
    expect(await errorOf(use('setAvatar', ines, violating))).toEqual([409, 'unsuitable_picture'])
    expect(await errorOf(use('setAvatar', ines, await addSketch(await addPerson())))).toEqual([403, 'forbidden'])
    expect(await errorOf(use('setAvatar', ines, 999_999))).toEqual([404, 'not_found'])
    expect(await avatarOf(ines)).toBeNull()
  })

  it('a sketch of another size than 2048 × 506 cannot be the cover [1 §5]', async () => {
    const ines = await addPerson()
    expect(await errorOf(use('setCover', ines, await addSketch(ines)))).toEqual([409, 'unsuitable_picture'])
  })

  it('the cover follows the address of its sketch', async () => {
    const ines = await addPerson()
    const id = await addSketch(ines, { width: 2048, height: 506, unlisted: true })
    const earlier = await imageOf(id, ines)
    expect((await use('setCover', ines, id)).status).toBe(200)
    await edit(ines, id, { privacy: 'public' })
    expect(await imageOf(id)).not.toBe(earlier)
    expect(await coverOf(ines)).toBe(await imageOf(id))
  })

  it('the cover is removed with its sketch', async () => {
    const ines = await addPerson()
    const id = await addSketch(ines, { width: 2048, height: 506 })
    await use('setCover', ines, id)
    expect(await coverOf(ines)).toBe(await imageOf(id))
    await sendRequest(`/api/v2/sketch/${id}`, { as: ines, body: { action: 'delete' } })
    expect(await coverOf(ines)).toBeNull()
  })

  it('a sketch hidden by staff stops being the cover', async () => {
    const ines = await addPerson()
    const id = await addSketch(ines, { width: 2048, height: 506 })
    await use('setCover', ines, id)
    await env.DB.prepare("UPDATE sketches SET violation = 'copyright' WHERE id = ?").bind(id).run()
    expect(await coverOf(ines)).toBeNull()
  })
})

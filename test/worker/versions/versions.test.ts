import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { EditReply } from '../../../contract/http/edit-sketch.ts'
import type { SketchVersion } from '../../../contract/http/versions.ts'
import { MEMBER_LIMITS, VERSIONS_MAX } from '../../../contract/limits.ts'
import { sweepFiles } from '../../../worker/features/uploads/sweep.ts'
import { openDb } from '../../../worker/lib/database.ts'
import { addComment, commentsOf } from '../../support/worker/comments.ts'
import { addCompo, addSketchToCompo, moveCompo, removeAllCompos } from '../../support/worker/compos.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { pictures, uniqueCopy } from '../../support/worker/pictures.ts'
import { errorOf, jsonOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import {
  addPicture,
  addUpload,
  fileKeysOf,
  postUpload,
  removeAllPictures,
  storedOriginals,
} from '../../support/worker/uploads.ts'
import { editBodyOf } from '../role-table.ts'

const versionsOf = async (id: number, as: Person) =>
  (await requestJson<{ items: SketchVersion[] }>(`/sketch/${id}/versions?format=json`, { as })).items
const postVersion = (as: Person | null, id: number, body: unknown) => sendRequest(`/sketch/${id}/version`, { as, body })
const pageOf = (id: number, as: Person | null = null) =>
  requestJson<{ imageUrl: string }>(`/api/v2/sketch/${id}`, { as })

async function replacePicture(as: Person, id: number, file = uniqueCopy(pictures.png)): Promise<void> {
  const upload = await addUpload(as, file)
  const reply = await postVersion(as, id, { uploadId: upload.id })
  if (reply.status !== 200) throw new Error(`unexpected status ${reply.status}: ${await reply.text()}`)
}

beforeEach(removeAllPictures)

describe('replacing the picture of a sketch', () => {
  it('a new picture has another address', async () => {
    const ines = await addPerson()
    const before = await addPicture(ines)
    await replacePicture(ines, before.id, uniqueCopy(pictures.large))
    const after = await pageOf(before.id)
    expect(after).toMatchObject({ width: 1300, height: 900 })
    expect(after.imageUrl).not.toBe(before.imageUrl)
    expect((await sendRequest(`${after.imageUrl}/100`)).status).toBe(200)
    expect((await sendRequest(`${before.imageUrl}/100`)).status).toBe(404)
  })

  it('a sketch keeps its hearts, comments and texts when its picture is replaced', async () => {
    const [ines, mira] = [await addPerson(), await addPerson()]
    const { id } = await addPicture(ines, { title: 'Ebb', tags: ['sea'] })
    await sendRequest('/heart', { as: mira, body: { action: 'heart', which: id } })
    await addComment(mira, id)
    await replacePicture(ines, id)
    expect(await pageOf(id)).toMatchObject({ title: 'Ebb', tags: ['sea'], hearts: 1, comments: 1 })
    expect(await commentsOf(id)).toMatchObject({ total: 1 })
  })

  it('an upload that replaced a picture is no longer pending', async () => {
    const ines = await addPerson()
    await replacePicture(ines, (await addPicture(ines)).id)
    expect((await requestJson<{ pending: unknown[] }>('/api/v2/upload/sketch', { as: ines })).pending).toEqual([])
  })

  it('only the artist and staff see the previous picture', async () => {
    const [ines, staff, stranger] = [await addPerson(), await addPerson({ flags: 'm' }), await addPerson()]
    const { id } = await addPicture(ines)
    await replacePicture(ines, id, uniqueCopy(pictures.large))
    const [version] = await versionsOf(id, ines)
    expect(version).toMatchObject({ width: 60, height: 40 })
    for (const as of [ines, staff]) expect((await sendRequest(`${version?.imageUrl}/100`, { as })).status).toBe(200)
    for (const as of [null, stranger]) expect((await sendRequest(`${version?.imageUrl}/100`, { as })).status).toBe(404)
    expect(await versionsOf(id, staff)).toHaveLength(1)
    expect(await errorOf(sendRequest(`/sketch/${id}/versions?format=json`, { as: stranger }))).toEqual([
      403,
      'forbidden',
    ])
    expect(await errorOf(sendRequest(`/sketch/${id}/versions?format=json`))).toEqual([401, 'not_logged_in'])
  })

  it('repeated and concurrent requests replace the picture once', async () => {
    const ines = await addPerson()
    const { id } = await addPicture(ines)
    const upload = await addUpload(ines)
    const request = () => postVersion(ines, id, { uploadId: upload.id })
    const replies = await Promise.all([request(), request()])
    expect([...replies, await request()].map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await versionsOf(id, ines)).toHaveLength(1)
  })

  it('only own, existing uploads replace a picture', async () => {
    const ines = await addPerson()
    const { id } = await addPicture(ines)
    for (const uploadId of [(await addUpload(await addPerson())).id, crypto.randomUUID()])
      expect(await errorOf(postVersion(ines, id, { uploadId }))).toEqual([404, 'not_found'])
  })

  it('only the artist replaces the picture of a sketch', async () => {
    const mira = await addPerson()
    const { id } = await addPicture(await addPerson())
    expect(await errorOf(postVersion(mira, id, { uploadId: (await addUpload(mira)).id }))).toEqual([403, 'forbidden'])
  })

  it('an unknown sketch has no picture to replace', async () => {
    const ines = await addPerson()
    const reply = postVersion(ines, 999_999, { uploadId: (await addUpload(ines)).id })
    expect(await errorOf(reply)).toEqual([404, 'not_found'])
  })

  it('a malformed replacement is refused', async () => {
    const ines = await addPerson()
    const { id } = await addPicture(ines)
    const { id: uploadId } = await addUpload(ines)
    expect(await errorOf(postVersion(ines, id, { uploadId, action: 'x', versionId: 7 }))).not.toEqual([500, 'internal'])
    expect(await errorOf(postVersion(ines, id, { uploadId: 'no id' }))).toEqual([400, 'bad_request'])
  })

  it('the avatar follows the new picture', async () => {
    const ines = await addPerson()
    const { id } = await addPicture(ines)
    await sendRequest('/api/v2/user/setAvatar', { as: ines, body: { sketch: id } })
    await replacePicture(ines, id)
    const { user } = await requestJson<{ user: { avatar: string } }>('/api/v2/session', { as: ines })
    expect(user.avatar).toBe((await pageOf(id)).imageUrl)
  })
})

describe('previous pictures', () => {
  const restore = (as: Person, id: number, version: SketchVersion | undefined) =>
    postVersion(as, id, { versionId: version?.id, action: 'restore' })

  it('a restored picture swaps places with the current one', async () => {
    const ines = await addPerson()
    const { id } = await addPicture(ines)
    await replacePicture(ines, id, uniqueCopy(pictures.large))
    const [first] = await versionsOf(id, ines)
    expect((await restore(ines, id, first)).status).toBe(200)
    expect(await pageOf(id)).toMatchObject({ width: 60, height: 40 })
    const [second, ...older] = await versionsOf(id, ines)
    expect([second?.width, older]).toEqual([1300, []])
    await restore(ines, id, second)
    expect(await pageOf(id)).toMatchObject({ width: 1300, height: 900 })
  })

  it('a repeated request restores a picture once', async () => {
    const ines = await addPerson()
    const { id } = await addPicture(ines)
    await replacePicture(ines, id, uniqueCopy(pictures.large))
    const [first] = await versionsOf(id, ines)
    for (let time = 0; time < 2; time++) expect((await restore(ines, id, first)).status).toBe(200)
    expect(await versionsOf(id, ines)).toMatchObject([{ width: 1300 }])
  })

  it('a restored picture counts among the edits of a day, and a repeated request does not', async () => {
    const ines = await addPerson()
    const { id } = await addPicture(ines)
    await replacePicture(ines, id, uniqueCopy(pictures.large))
    const restoreLatest = async () => restore(ines, id, (await versionsOf(id, ines))[0])
    await jsonOf(restoreLatest())
    await env.DB.prepare('UPDATE member_counts SET edits = ? WHERE user_id = ? AND edits = 1')
      .bind(MEMBER_LIMITS.editsPerDay.new - 2, ines.id)
      .run()
    await jsonOf(restoreLatest())
    const [last] = await versionsOf(id, ines)
    for (let time = 0; time < 2; time++) await jsonOf(restore(ines, id, last))
    expect(await errorOf(restoreLatest())).toEqual([409, 'edit_limit'])
    expect(await pageOf(id)).toMatchObject({ width: 60, height: 40 })
  })

  it('a restored picture keeps its angle', async () => {
    const ines = await addPerson()
    const { id } = await addPicture(ines)
    await sendRequest(`/sketch/${id}/edit?format=json`, { as: ines, body: editBodyOf({ angle: 90 }) })
    await replacePicture(ines, id, uniqueCopy(pictures.large))
    await restore(ines, id, (await versionsOf(id, ines))[0])
    expect(await pageOf(id)).toMatchObject({ width: 40, height: 60 })
    expect(await requestJson(`/sketch/${id}/edit?format=json`, { as: ines })).toMatchObject({ fields: { angle: 90 } })
  })

  it('a picture cannot be restored while another sketch has the same file', async () => {
    const ines = await addPerson()
    const file = uniqueCopy(pictures.png)
    const { id } = await addPicture(ines, {}, file)
    await replacePicture(ines, id, uniqueCopy(pictures.large))
    const again = await addUpload(ines, file)
    await postUpload(ines, again.id)
    const [version] = await versionsOf(id, ines)
    expect(await errorOf(postVersion(ines, id, { versionId: version?.id, action: 'restore' }))).toEqual([
      409,
      'same_file',
    ])
    expect(await pageOf(id)).toMatchObject({ width: 1300 })
    expect(await versionsOf(id, ines)).toHaveLength(1)
  })

  it('only the artist removes a previous picture, together with its file', async () => {
    const [ines, mira] = [await addPerson(), await addPerson()]
    const { id } = await addPicture(ines)
    await replacePicture(ines, id)
    const [version] = await versionsOf(id, ines)
    const body = { versionId: version?.id, action: 'remove' }
    expect(await errorOf(postVersion(mira, id, body))).toEqual([403, 'forbidden'])
    const sketchOfMira = await addPicture(mira)
    expect(await errorOf(postVersion(mira, sketchOfMira.id, body))).toEqual([404, 'not_found'])
    expect(await storedOriginals()).toHaveLength(3)
    expect((await postVersion(ines, id, body)).status).toBe(200)
    expect(await storedOriginals()).toHaveLength(2)
    expect(await errorOf(postVersion(ines, id, body))).toEqual([404, 'not_found'])
    expect(await versionsOf(id, ines)).toEqual([])
  })

  it(`the oldest of more than ${VERSIONS_MAX} pictures is deleted with its file`, async () => {
    const ines = await addPerson()
    const { id } = await addPicture(ines)
    await replacePicture(ines, id)
    const [oldest] = await versionsOf(id, ines)
    await env.DB.prepare(
      `INSERT INTO sketch_versions (file_key, sketch_id, image_key, width, height, rotation, mirrored, angle, bytes,
          content_type, content_hash, thumbhash, colours, perceptual_hash, replaced_at)
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
        SELECT 'originals/filled-' || i, ?1, hex(randomblob(20)), 1, 1, 0, 0, 0, 1, '', '', '', '[]', '', ?3 + i FROM n`,
    )
      .bind(id, VERSIONS_MAX - 1, Date.now())
      .run()
    expect(await versionsOf(id, ines)).toHaveLength(VERSIONS_MAX)
    await replacePicture(ines, id)
    const left = await versionsOf(id, ines)
    expect([left.length, left.some((version) => version.id === oldest?.id)]).toEqual([VERSIONS_MAX, false])
    expect((await storedOriginals()).some((key) => key.endsWith(oldest?.id ?? ''))).toBe(false)
  })

  it('the sweep keeps previous pictures', async () => {
    const ines = await addPerson()
    const { id } = await addPicture(ines)
    await replacePicture(ines, id)
    const [version] = await versionsOf(id, ines)
    await (await sendRequest(`${version?.imageUrl}/100`, { as: ines })).arrayBuffer()
    const before = (await env.FILES.list()).objects.map(({ key }) => key)
    const swept = await sweepFiles(openDb(env.DB), env.FILES, { now: Date.now() + 7_200_000 })
    expect(swept).toMatchObject({ filesWithoutRow: 0, derivedWithoutRow: 0, rowsChecked: 2 })
    expect((await env.FILES.list()).objects.map(({ key }) => key)).toEqual(before)
  })

  it('previous pictures are deleted with their sketch', async () => {
    const ines = await addPerson()
    const { id } = await addPicture(ines)
    await replacePicture(ines, id)
    const [version] = await versionsOf(id, ines)
    await (await sendRequest(`${version?.imageUrl}/100`, { as: ines })).arrayBuffer()
    await sendRequest(`/api/v2/sketch/${id}`, { as: ines, body: { action: 'delete' } })
    expect((await env.FILES.list()).objects).toEqual([])
    expect(await fileKeysOf(ines)).toEqual([])
  })

  it('the sweep deletes the row of a previous picture whose file is gone', async () => {
    const ines = await addPerson()
    const { id } = await addPicture(ines)
    await replacePicture(ines, id)
    const [version] = await versionsOf(id, ines)
    await env.FILES.delete(`originals/${version?.id}`)
    expect(await sweepFiles(openDb(env.DB), env.FILES, { now: Date.now() + 7_200_000 })).toMatchObject({
      rowsWithoutFile: 1,
    })
    expect(await versionsOf(id, ines)).toEqual([])
    expect((await sendRequest(`${(await pageOf(id)).imageUrl}/100`)).status).toBe(200)
  })
})

describe('the picture of a sketch in a compo', () => {
  afterEach(removeAllCompos)

  it.each(['voting', 'closed'] as const)(
    'the picture of an entry is neither replaced nor restored when the compo is %s',
    async (state) => {
      const ines = await addPerson()
      const { id } = await addPicture(ines)
      await replacePicture(ines, id)
      const [version] = await versionsOf(id, ines)
      const key = await addCompo()
      await addSketchToCompo(key, id)
      await moveCompo(key, state)
      const before = await pageOf(id, ines)
      const upload = await addUpload(ines, uniqueCopy(pictures.png))
      for (const body of [{ uploadId: upload.id }, { action: 'restore', versionId: version?.id }])
        expect(await errorOf(postVersion(ines, id, body))).toEqual([409, 'in_judged_compo'])
      expect((await pageOf(id, ines)).imageUrl).toBe(before.imageUrl)
      expect(await requestJson<EditReply>(`/sketch/${id}/edit?format=json`, { as: ines })).toMatchObject({
        pictureStays: true,
      })
    },
  )

  it('the picture of an entry can be replaced as long as the compo takes entries', async () => {
    const ines = await addPerson()
    const { id } = await addPicture(ines)
    await addSketchToCompo(await addCompo(), id)
    await replacePicture(ines, id)
    expect(await versionsOf(id, ines)).toHaveLength(1)
  })
})

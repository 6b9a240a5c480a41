import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { PostSketchBody, UploadConfig, UploadReply } from '../../../contract/http/uploads.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { pictures, uniqueCopy } from '../../support/worker/pictures.ts'
import { errorOf, jsonOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import {
  addPicture,
  addUpload,
  fileKeysOf,
  postBody,
  postUpload,
  sendFile,
  storedOriginals,
} from '../../support/worker/uploads.ts'
import { watchedDb } from '../../support/worker/watched-db.ts'

const uploadConfig = (as: Person) => requestJson<UploadConfig>('/api/v2/upload/sketch', { as })
const dropUpload = (as: Person | null, uploadId: string) =>
  sendRequest('/api/v2/upload/drop', { as, body: { uploadId } })

/** Returns the birth date of a person who turns `years` years old in `inDays` days. */
function bornYearsAgo(years: number, inDays = 0): string {
  const day = new Date(Date.now() + inDays * 86_400_000)
  day.setUTCFullYear(day.getUTCFullYear() - years)
  return day.toISOString().slice(0, 10)
}

describe('posting an upload [2 §2 Upload]', () => {
  it('the sketch has every field that was sent', async () => {
    const mira = await addPerson()
    const sketch = await addPicture(mira, {
      title: 'Low tide',
      description: 'At Cramond.\nIn March.',
      altText: 'Mud and gulls',
      tags: ['sea', 'mud'],
      mature: true,
      unlisted: true,
      madeWithAi: true,
    })
    expect(sketch).toMatchObject({
      title: 'Low tide',
      description: 'At Cramond.\nIn March.',
      alt: 'Mud and gulls',
      tags: ['sea', 'mud'],
      mature: true,
      unlisted: true,
      madeWithAi: true,
      userId: mira.id,
      width: 60,
      height: 40,
      thumbhash: expect.stringMatching(/.{8,}/),
    })
    const { sketches_count: shown } = (await env.DB.prepare('SELECT sketches_count FROM users WHERE id = ?')
      .bind(mira.id)
      .first<{ sketches_count: number }>()) ?? { sketches_count: -1 }
    expect(shown).toBe(0)
  })

  it('a posted upload is no longer pending', async () => {
    const mira = await addPerson()
    const { id } = await addUpload(mira)
    expect((await uploadConfig(mira)).pending.map((upload) => upload.id)).toEqual([id])
    await jsonOf(postUpload(mira, id))
    expect((await uploadConfig(mira)).pending).toEqual([])
  })

  it('the artist sees a posted sketch in the gallery at once', async () => {
    const mira = await addPerson()
    const { id: sketchId } = await addPicture(mira, { title: 'Ebb' })
    const { items } = await requestJson<{ items: { id: number }[] }>('/recentSketches', { as: mira })
    expect(items[0]).toMatchObject({ id: sketchId, title: 'Ebb' })
  })

  it('tags are normalised', async () => {
    const tags = ['#Night City', 'Cafe\u0301', 'c++!', 'ＷＩＤＥ']
    expect((await addPicture(await addPerson(), { tags })).tags).toEqual(['night-city', 'café', 'c', 'wide'])
  })

  it('tags that are equal once normalised count once, in their first place', async () => {
    const tags = ['#Night City', 'night_city', 'Café', 'NIGHT  CITY', 'cafe\u0301', 'c++!']
    expect((await addPicture(await addPerson(), { tags })).tags).toEqual(['night-city', 'café', 'c'])
  })

  it('a sketch has at most 20 tags', async () => {
    const mira = await addPerson()
    const { id } = await addUpload(mira)
    const tags = (count: number) => Array.from({ length: count }, (_, index) => `tag-${index}`)
    expect(await errorOf(postUpload(mira, id, { tags: tags(21) }))).toEqual([400, 'bad_request'])
    const { sketchId } = await jsonOf<{ sketchId: number }>(postUpload(mira, id, { tags: tags(20) }))
    expect((await requestJson<{ tags: string[] }>(`/api/v2/sketch/${sketchId}`)).tags).toEqual(tags(20))
  })

  const malformed: [string, object][] = [
    ['a title of 65 characters', { title: 'a'.repeat(65) }],
    ['a title of 10,000 characters', { title: 'a'.repeat(10_000) }],
    ['a description of 1025 characters', { description: 'a'.repeat(1025) }],
    ['an alternative text of 501 characters', { altText: 'a'.repeat(501) }],
    ['a tag of 33 characters', { tags: ['a'.repeat(33)] }],
    ['a tag of punctuation only', { tags: ['!!!'] }],
    ['a tag that is not text', { tags: [7] }],
    ['a title that is not text', { title: null }],
    ['a mature flag that is not a boolean', { mature: 'yes' }],
    ['a missing answer about generative AI', { madeWithAi: undefined }],
    ['a malformed upload id', { uploadId: '1' }],
  ]
  const postFields = async (as: Person, fields: object) => {
    const body = { ...postBody((await addUpload(as)).id), ...fields }
    return sendRequest('/api/v2/upload/sketch', { as, body })
  }

  it.each(malformed)('%s is refused', async (_name, fields) => {
    expect(await errorOf(postFields(await addPerson(), fields))).toEqual([400, 'bad_request'])
  })

  it('an upload remains pending when its post is refused', async () => {
    for (const [name, fields] of malformed) {
      const mira = await addPerson()
      await postFields(mira, fields)
      expect((await uploadConfig(mira)).pending, name).toHaveLength(1)
    }
  })

  it('texts of the maximum length are accepted', async () => {
    const full = {
      title: 'a'.repeat(64),
      description: 'a'.repeat(1024),
      altText: 'a'.repeat(500),
      tags: ['a'.repeat(32)],
    }
    const { alt, ...sketch } = await addPicture(await addPerson(), full)
    expect({ ...sketch, altText: alt }).toMatchObject(full)
  })

  it('texts keep markup as typed', async () => {
    const fields: Partial<PostSketchBody> = {
      title: '<script>alert(1)</script>',
      description: '<b>bold</b> & "quotes"',
    }
    expect(await addPicture(await addPerson(), fields)).toMatchObject(fields)
  })

  it('texts lose marks that reverse the text', async () => {
    const sketch = await addPicture(await addPerson(), { altText: '\u202eبحر\u200f sea\u0000' })
    expect(sketch).toMatchObject({ alt: 'بحر sea' })
  })

  it('repeated and concurrent requests create one sketch', async () => {
    const mira = await addPerson()
    const { id } = await addUpload(mira)
    const replies = await Promise.all(Array.from({ length: 6 }, () => jsonOf(postUpload(mira, id, { tags: ['sea'] }))))
    replies.push(await jsonOf(postUpload(mira, id, { title: 'Again', tags: ['mud'] })))
    for (const reply of replies) expect(reply).toEqual(replies[0])
    const rows = await env.DB.prepare('SELECT title FROM sketches WHERE user_id = ?').bind(mira.id).all()
    expect(rows.results).toEqual([{ title: '' }])
  })

  it('an upload of another member is not found', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    const { id } = await addUpload(mira)
    expect(await errorOf(postUpload(ines, id, { tags: ['stolen'] }))).toEqual([404, 'not_found'])
    expect(await errorOf(postUpload(ines, crypto.randomUUID()))).toEqual([404, 'not_found'])
    expect((await uploadConfig(mira)).pending).toHaveLength(1)
    const { sketchId } = await jsonOf<{ sketchId: number }>(postUpload(mira, id))
    expect(await errorOf(postUpload(ines, id))).toEqual([404, 'not_found'])
    expect(await requestJson(`/api/v2/sketch/${sketchId}`)).toMatchObject({ userId: mira.id, tags: [] })
  })

  it('only adults post a mature sketch', async () => {
    for (const [birthDate, adult] of [
      [bornYearsAgo(18), true],
      [bornYearsAgo(18, 1), false],
      [bornYearsAgo(14), false],
    ] as const) {
      const mira = await addPerson({ birthDate })
      const { id } = await addUpload(mira)
      expect((await uploadConfig(mira)).showMature).toBe(adult)
      const { status } = await postUpload(mira, id, { mature: true })
      expect([birthDate, status]).toEqual([birthDate, adult ? 200 : 403])
      if (!adult) expect(await errorOf(postUpload(mira, id, { mature: true }))).toEqual([403, 'mature_not_allowed'])
      if (!adult) expect((await postUpload(mira, id)).status).toBe(200)
    }
  })
})

describe('repeated uploads of one file', () => {
  it('a pending file of the same member is the same upload', async () => {
    const mira = await addPerson()
    const file = uniqueCopy(pictures.png)
    const first = await addUpload(mira, file)
    expect(await jsonOf(sendFile(mira, file, { name: 'other.png' }))).toEqual({ known: false, upload: first })
    expect(await fileKeysOf(mira)).toHaveLength(1)
    expect((await storedOriginals()).filter((key) => key.includes(first.id))).toHaveLength(1)
  })

  it('uploading a posted file of the same member returns its sketch', async () => {
    const mira = await addPerson()
    const file = uniqueCopy(pictures.png)
    const { id } = await addPicture(mira, {}, file)
    const before = await storedOriginals()
    expect(await jsonOf(sendFile(mira, file))).toEqual({ known: true, sketchId: id })
    expect(await storedOriginals()).toEqual(before)
  })

  it('concurrent uploads of one file store one row and one file', async () => {
    const mira = await addPerson()
    const file = uniqueCopy(pictures.png)
    const before = await storedOriginals()
    const replies = await Promise.all(Array.from({ length: 5 }, () => jsonOf<UploadReply>(sendFile(mira, file))))
    for (const reply of replies) expect(reply).toEqual(replies[0])
    const [key = '', ...more] = await fileKeysOf(mira)
    expect(more).toEqual([])
    expect(await storedOriginals()).toEqual([...before, key].sort())
  })

  describe('a file that is posted during its upload', () => {
    async function postDuringUpload() {
      const mira = await addPerson()
      const file = uniqueCopy(pictures.png)
      let batches = 0
      let sketchId = 0
      const db = watchedDb(env.DB, async (run, statement) => {
        const keeps = statement === null && ++batches === 2
        if (keeps) sketchId = (await addPicture(mira, {}, file)).id
        return run()
      })
      const reply = await jsonOf(sendFile(mira, file, { env: { ...env, DB: db } }))
      return { mira, reply, sketchId }
    }

    it('the reply names the sketch', async () => {
      const { reply, sketchId } = await postDuringUpload()
      expect(reply).toEqual({ known: true, sketchId })
    })

    it('the file is stored once', async () => {
      const { mira } = await postDuringUpload()
      const [key = '', ...more] = await fileKeysOf(mira)
      expect([(await storedOriginals()).includes(key), more]).toEqual([true, []])
    })

    it('the file is not pending', async () => {
      const { mira } = await postDuringUpload()
      expect((await uploadConfig(mira)).pending).toEqual([])
    })
  })

  it('a file dropped during its upload is pending with its file or not at all', async () => {
    const mira = await addPerson()
    const file = uniqueCopy(pictures.png)
    const first = await addUpload(mira, file)
    const replies = await Promise.all([dropUpload(mira, first.id), sendFile(mira, file), sendFile(mira, file)])
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    const keys = await fileKeysOf(mira)
    expect((await uploadConfig(mira)).pending.length).toBe(keys.length)
    for (const key of keys) expect(await storedOriginals()).toContain(key)
  })

  it('the same file of another member is a separate upload', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    const file = uniqueCopy(pictures.png)
    const { id } = await addPicture(mira, {}, file)
    const reply = await jsonOf<UploadReply>(sendFile(ines, file))
    expect(reply).toMatchObject({ known: false })
    expect((await addPictureOf(ines, reply)).id).not.toBe(id)
  })

  it('a file can be uploaded again after its sketch was deleted', async () => {
    const mira = await addPerson()
    const file = uniqueCopy(pictures.png)
    const { id } = await addPicture(mira, {}, file)
    await sendRequest(`/api/v2/sketch/${id}`, { as: mira, body: { action: 'delete' } })
    expect(await jsonOf(sendFile(mira, file))).toMatchObject({ known: false })
  })
})

async function addPictureOf(as: Person, reply: UploadReply): Promise<{ id: number }> {
  if (reply.known) return { id: reply.sketchId }
  return { id: (await jsonOf<{ sketchId: number }>(postUpload(as, reply.upload.id))).sketchId }
}

describe('dropping an upload', () => {
  it('a dropped upload loses its row and its files', async () => {
    const mira = await addPerson()
    const { id, imageUrl } = await addUpload(mira)
    await (await sendRequest(`${imageUrl}/200`, { as: mira })).arrayBuffer()
    expect(await jsonOf(dropUpload(mira, id))).toEqual({ ok: true })
    expect((await uploadConfig(mira)).pending).toEqual([])
    expect((await env.FILES.list()).objects.filter(({ key }) => key.includes(id))).toEqual([])
  })

  it('a dropped upload is not found', async () => {
    const mira = await addPerson()
    const { id } = await addUpload(mira)
    await jsonOf(dropUpload(mira, id))
    expect(await errorOf(dropUpload(mira, id))).toEqual([404, 'not_found'])
    expect(await errorOf(postUpload(mira, id))).toEqual([404, 'not_found'])
  })

  it('an upload of another member is not found', async () => {
    const mira = await addPerson()
    const { id } = await addUpload(mira)
    expect(await errorOf(dropUpload(await addPerson({ flags: 'am' }), id))).toEqual([404, 'not_found'])
    expect(await errorOf(dropUpload(null, id))).toEqual([401, 'not_logged_in'])
    expect((await uploadConfig(mira)).pending).toHaveLength(1)
  })

  it('a posted sketch cannot be dropped', async () => {
    const mira = await addPerson()
    const { id } = await addUpload(mira)
    const { sketchId } = await jsonOf<{ sketchId: number }>(postUpload(mira, id))
    expect(await errorOf(dropUpload(mira, id))).toEqual([404, 'not_found'])
    expect(await requestJson(`/api/v2/sketch/${sketchId}`)).toMatchObject({ hidden: false })
    expect((await storedOriginals()).filter((key) => key.includes(id))).toHaveLength(1)
  })
})

describe('the upload configuration [2 §2 Upload]', () => {
  it('the configuration has the upload address and the rights of the member', async () => {
    expect(await uploadConfig(await addPerson({ flags: 'p' }))).toEqual({
      showMature: true,
      uploadUrl: '/api/v2/upload/file',
      userPro: true,
      tags: [],
      pending: [],
      usedBytes: 0,
    })
    expect(await uploadConfig(await addPerson())).toMatchObject({ userPro: false })
  })

  it('the configuration lists the tags of the member, most used first', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    await addPicture(mira, { tags: ['sea', 'mud'] })
    await addPicture(mira, { tags: ['sky', 'sea'] })
    await addPicture(ines, { tags: ['elsewhere'] })
    expect((await uploadConfig(mira)).tags).toEqual(['sea', 'mud', 'sky'])
    expect((await uploadConfig(ines)).tags).toEqual(['elsewhere'])
  })

  it('the configuration lists pending uploads of the member, oldest first', async () => {
    const mira = await addPerson()
    const [first, second] = [await addUpload(mira), await addUpload(mira)]
    await env.DB.prepare('UPDATE pending_uploads SET created_at = created_at - 1000 WHERE id = ?').bind(first.id).run()
    const { pending } = await uploadConfig(mira)
    expect(pending.map(({ id }) => id)).toEqual([first.id, second.id])
    expect(pending[1]).toEqual(second)
    expect((await uploadConfig(await addPerson())).pending).toEqual([])
  })
})

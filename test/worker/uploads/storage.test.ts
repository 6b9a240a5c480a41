import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { concatBytes } from '../../../contract/bytes.ts'
import type { UploadConfig } from '../../../contract/http/uploads.ts'
import type { SketchVersion } from '../../../contract/http/versions.ts'
import { STORAGE_MAX_BYTES } from '../../../contract/limits.ts'
import { sweepFiles } from '../../../worker/features/uploads/sweep.ts'
import { openDb } from '../../../worker/lib/database.ts'
import { mp4 } from '../../support/videos.ts'
import { deleteAccount } from '../../support/worker/leaving.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { pictures, uniqueCopy } from '../../support/worker/pictures.ts'
import { wrongCountsOf } from '../../support/worker/references.ts'
import { errorOf, jsonOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { croquisFile, putFile } from '../../support/worker/sketch-files.ts'
import { addSketch } from '../../support/worker/sketches.ts'
import { addReplay, addStream, postToStream, startBody, startStream } from '../../support/worker/stream-calls.ts'
import { publishTo, segmentsOf, streamObject } from '../../support/worker/stream-sockets.ts'
import {
  addPicture,
  addUpload,
  fileKeysOf,
  postUpload,
  removeAllPictures,
  sendFile,
  storedOriginals,
} from '../../support/worker/uploads.ts'
import { editBodyOf } from '../role-table.ts'

const FULL = [409, 'storage_limit']

let ines: Person
beforeEach(async () => {
  await removeAllPictures()
  ines = await addPerson()
})

const usedBytesOf = async (as: Person) => (await requestJson<UploadConfig>('/api/v2/upload/sketch', { as })).usedBytes

/** Fills a member's storage by a recording, up to so many free bytes. */
async function fillUpTo(as: Person, freeBytes: number): Promise<void> {
  const bytes = STORAGE_MAX_BYTES - freeBytes - (await usedBytesOf(as))
  await addReplay(as, { recordingBytes: bytes })
  await env.DB.prepare('UPDATE users SET stored_bytes = stored_bytes + ? WHERE id = ?').bind(bytes, as.id).run()
}

const replaceBy = (as: Person, id: number, body: object) => sendRequest(`/sketch/${id}/version`, { as, body })
const versionsOf = async (as: Person, id: number) =>
  (await requestJson<{ items: SketchVersion[] }>(`/sketch/${id}/versions?format=json`, { as })).items
const deleteSketch = (as: Person, id: number) => sendRequest(`/api/v2/sketch/${id}`, { as, body: { action: 'delete' } })

describe('the storage of a member', () => {
  it.each([
    ['below the limit', 1, true],
    ['at the limit', 0, true],
    ['above the limit', -1, false],
  ])('a picture is taken if everything then fits: %s', async (_where, spare, isTaken) => {
    const file = uniqueCopy(pictures.png)
    await fillUpTo(ines, file.length + spare)
    const before = await storedOriginals()
    const reply = sendFile(ines, file)
    if (isTaken) expect((await reply).status).toBe(200)
    else expect([await errorOf(reply), await storedOriginals()]).toEqual([FULL, before])
  })

  it.each([
    ['below the limit', 1, true],
    ['at the limit', 0, true],
    ['above the limit', -1, false],
  ])('a video and a sketch file are taken if everything then fits: %s', async (_where, spare, isTaken) => {
    for (const [address, file] of [
      ['video', mp4()],
      ['file', croquisFile()],
    ] as const) {
      const artist = await addPerson()
      const id = await addSketch(artist)
      await fillUpTo(artist, file.length + spare)
      const before = await storedOriginals()
      const reply = putFile(artist, `/sketch/${id}/${address}`, file)
      if (isTaken) expect((await reply).status).toBe(200)
      else expect([await errorOf(reply), await storedOriginals()]).toEqual([FULL, before])
    }
  })

  it('a file that takes the place of another one needs only the difference', async () => {
    const id = await addSketch(ines)
    await putFile(ines, `/sketch/${id}/video`, mp4(500))
    await fillUpTo(ines, 100)
    expect((await putFile(ines, `/sketch/${id}/video`, mp4(600))).status).toBe(200)
    expect(await errorOf(putFile(ines, `/sketch/${id}/video`, mp4(601)))).toEqual(FULL)
    expect(await usedBytesOf(ines)).toBe(STORAGE_MAX_BYTES)
  })

  it('concurrent uploads do not exceed it', async () => {
    const files = Array.from({ length: 4 }, () => uniqueCopy(pictures.png))
    const { length } = files[0] ?? []
    await fillUpTo(ines, 2 * (length ?? 0))
    const replies = await Promise.all(files.map((file) => sendFile(ines, file)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409])
    expect(await fileKeysOf(ines)).toHaveLength(2)
    expect(await storedOriginals()).toHaveLength(2)
  })

  it('pending pictures can be posted, and pictures replaced and restored, when it is full', async () => {
    const sketch = await addPicture(ines)
    const [first, second] = [await addUpload(ines), await addUpload(ines)]
    await fillUpTo(ines, 0)
    await jsonOf(postUpload(ines, first.id))
    await jsonOf(replaceBy(ines, sketch.id, { uploadId: second.id }))
    const [version] = await versionsOf(ines, sketch.id)
    await jsonOf(replaceBy(ines, sketch.id, { action: 'restore', versionId: version?.id }))
    expect(await usedBytesOf(ines)).toBe(STORAGE_MAX_BYTES)
  })

  it('a recording that does not fit is not published until something is deleted', async () => {
    const sketch = await addPicture(ines)
    const id = await addReplay(ines, { replay: 'pending' })
    await fillUpTo(ines, -1)
    const keep = () => postToStream(ines, 'replay', { id, keep: true })
    const { id: uploadId } = sketch
    expect(await errorOf(keep())).toEqual(FULL)
    await jsonOf(deleteSketch(ines, uploadId))
    expect((await keep()).status).toBe(200)
  })

  it.each([
    ['a sketch', async (id: number) => jsonOf(deleteSketch(ines, id))],
    ['a pending upload', async (_id: number, uploadId: string) => dropUpload(ines, uploadId)],
    [
      'an earlier version',
      async (id: number) => {
        const [version] = await versionsOf(ines, id)
        await jsonOf(replaceBy(ines, id, { action: 'remove', versionId: version?.id }))
      },
    ],
    ['a video', (id: number) => editFiles(ines, id, { video: false })],
    ['a sketch file', (id: number) => editFiles(ines, id, { file: false })],
    [
      'a recording',
      async (_id: number, _uploadId: string, streamId: number) =>
        jsonOf(postToStream(ines, 'replay', { id: streamId, keep: false })),
    ],
  ])('deleting makes room again: %s', async (_what, remove) => {
    const { id } = await addPicture(ines)
    await jsonOf(replaceBy(ines, id, { uploadId: (await addUpload(ines)).id }))
    await putFile(ines, `/sketch/${id}/video`, mp4())
    await putFile(ines, `/sketch/${id}/file`, croquisFile())
    const upload = await addUpload(ines)
    await fillUpTo(ines, 0)
    const streamId = await env.DB.prepare('SELECT id FROM streams WHERE user_id = ?').bind(ines.id).first<number>('id')
    expect(await errorOf(sendFile(ines, uniqueCopy(pictures.png)))).toEqual(FULL)
    await remove(id, upload.id, streamId ?? 0)
    expect((await sendFile(ines, uniqueCopy(pictures.png))).status).toBe(200)
  })

  it('deleting the sketch of a replay makes room for its recording', async () => {
    const { id: sketchId } = await addPicture(ines)
    await fillUpTo(ines, 0)
    await env.DB.prepare('UPDATE streams SET replay_sketch_id = ? WHERE user_id = ?').bind(sketchId, ines.id).run()
    await jsonOf(deleteSketch(ines, sketchId))
    expect([await usedBytesOf(ines), await wrongCountsOf(ines)]).toEqual([0, null])
  })

  it('files that the sweep finds missing no longer count', async () => {
    const { id } = await addPicture(ines)
    await jsonOf(replaceBy(ines, id, { uploadId: (await addUpload(ines)).id }))
    await putFile(ines, `/sketch/${id}/video`, mp4())
    await putFile(ines, `/sketch/${id}/file`, croquisFile())
    const { results } = await env.DB.prepare(
      `SELECT file_key FROM sketch_versions UNION ALL SELECT file_key FROM sketch_files WHERE kind = 'video'`,
    ).all<{ file_key: string }>()
    await env.FILES.delete(results.map(({ file_key }) => file_key))
    await sweepFiles(openDb(env.DB), env.FILES, { now: Date.now() })
    expect(await usedBytesOf(ines)).toBe(await storedBytesOf(ines))
  })
})

const dropUpload = (as: Person, uploadId: string) =>
  jsonOf(sendRequest('/api/v2/upload/drop', { as, body: { uploadId } }))
const editFiles = async (as: Person, id: number, fields: object) =>
  jsonOf(sendRequest(`/sketch/${id}/edit?format=json`, { as, body: editBodyOf(fields) }))

/** The size of all of a member's files in R2. */
async function storedBytesOf(as: Person): Promise<number> {
  const objects = await Promise.all((await fileKeysOf(as)).map((key) => env.FILES.head(key)))
  return objects.reduce((sum, object) => sum + (object?.size ?? 0), 0)
}

/** Numbers that repeat from run to run: a linear congruential generator. */
function repeatableNumbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

describe.each([1, 2, 3])('a series of random acts, number %i', (seed) => {
  it('the used storage is always the size of the files that are there', { timeout: 60_000 }, async () => {
    const numberBelow = repeatableNumbers(seed)
    const pick = <T>(items: readonly T[]) => items[numberBelow(items.length)]
    const newPicture = () =>
      concatBytes(uniqueCopy(pictures.png), crypto.getRandomValues(new Uint8Array(numberBelow(2000))))
    const ids = async (table: 'sketches' | 'pending_uploads', as: Person) => {
      const query = env.DB.prepare(`SELECT id FROM ${table} WHERE user_id = ? ORDER BY rowid`).bind(as.id)
      return (await query.all<{ id: never }>()).results.map(({ id }) => id as number | string)
    }
    const mira = await addPerson()
    const withSketch = (act: (as: Person, id: number) => Promise<unknown>) => async (as: Person) => {
      const id = pick(await ids('sketches', as))
      if (id !== undefined) await act(as, Number(id))
    }
    const acts: readonly ((as: Person) => Promise<unknown>)[] = [
      (as) => addPicture(as, {}, newPicture()),
      (as) => addPicture(as, { unlisted: true }, newPicture()),
      (as) => addUpload(as, newPicture()),
      async (as) => {
        const id = pick(await ids('pending_uploads', as))
        if (id) await dropUpload(as, String(id))
      },
      withSketch(async (as, id) => {
        await jsonOf(replaceBy(as, id, { uploadId: (await addUpload(as, newPicture())).id }))
      }),
      withSketch(async (as, id) => {
        const version = pick(await versionsOf(as, id))
        const action = pick(['restore', 'remove'])
        if (version) await jsonOf(replaceBy(as, id, { action, versionId: version.id }))
      }),
      withSketch((as, id) => putFile(as, `/sketch/${id}/video`, mp4(numberBelow(2000) + 100))),
      withSketch((as, id) =>
        putFile(as, `/sketch/${id}/file`, croquisFile({ appVersion: 'x'.repeat(numberBelow(9)) })),
      ),
      withSketch((as, id) =>
        editFiles(as, id, pick([{ video: false }, { file: false }, { privacy: 'unlisted' }]) ?? {}),
      ),
      withSketch((as, id) => deleteSketch(as, id)),
    ]
    for (let count = 0; count < 40; count++) {
      const as = pick([ines, ines, mira]) ?? ines
      const number = numberBelow(acts.length)
      await acts[number]?.(as)
      expect([count, number, await usedBytesOf(as)]).toEqual([count, number, await storedBytesOf(as)])
    }
    const staff = await addPerson({ flags: 'm' })
    await jsonOf(
      sendRequest('/admin/mergeTo', { as: staff, body: { userId: mira.id, targetUserId: ines.id, reason: 'Asked.' } }),
    )
    expect(await usedBytesOf(ines)).toBe(await storedBytesOf(ines))
    expect([await wrongCountsOf(ines), await wrongCountsOf(mira)]).toEqual([null, null])
    await deleteAccount(ines)
    const left = env.DB.prepare('SELECT sum(stored_bytes) FROM users WHERE id IN (?, ?)').bind(ines.id, mira.id)
    expect(await left.first('sum(stored_bytes)')).toBe(0)
  })
})

describe('streams and the storage of a member [2 §2 Streams]', () => {
  it('no stream starts while the storage is full', async () => {
    await fillUpTo(ines, 0)
    expect(await errorOf(postToStream(ines, 'start', startBody()))).toEqual(FULL)
    const announcedId = await addStream(ines, { state: 'announced', startedAt: null, startsAt: Date.now() })
    expect(await errorOf(postToStream(ines, 'start', startBody({ announcedId })))).toEqual(FULL)
  })

  it('a recording ends where the storage is full, and can then be published', async () => {
    await fillUpTo(ines, 320)
    const id = await startStream(ines)
    const publisher = await publishTo(ines, id)
    const sent = []
    for (let second = 0; second < 10; second++)
      sent.push(publisher.publish('picture', { isKey: second % 3 === 0, timeUs: second * 1_000_000 }))
    await publisher.next('recordingFull')
    await streamObject(id).stop('stopped')
    expect((await segmentsOf(id)).flat()).toEqual(sent.slice(0, 6))
    expect(await usedBytesOf(ines)).toBeLessThanOrEqual(STORAGE_MAX_BYTES)
    await jsonOf(postToStream(ines, 'replay', { id, keep: true }))
  })
})

import { createScheduledController } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import type { SketchList } from '../../contract/http/sketch.ts'
import type { UploadConfig } from '../../contract/http/upload.ts'
import { sweepFiles } from '../../worker/features/upload/sweep.ts'
import worker from '../../worker/index.ts'
import { openDb } from '../../worker/lib/db.ts'
import { addPerson, type Person } from '../support/worker/people.ts'
import { another, pictures } from '../support/worker/pictures.ts'
import { ask, askJson } from '../support/worker/site.ts'
import {
  addPicture,
  addUpload,
  fileKeysOf,
  removeAllPictures,
  storedKeys,
  storedOriginals,
} from '../support/worker/uploads.ts'
import { bound } from '../support/worker/watched-db.ts'

const HOUR_MS = 3_600_000
const sweep = (laterMs = 0, files = env.FILES) => sweepFiles(openDb(env.DB), files, Date.now() + laterMs)

async function waiting(as: Person) {
  return (await askJson<UploadConfig>('/api/v2/upload/sketch', { as })).waiting
}

async function gallery(as: Person) {
  return (await askJson<SketchList>('/recentSketches', { as })).items.map(({ id }) => id)
}

type List = R2Bucket['list']

/** The file store with another way to list its files: R2 may answer fewer than it was asked for, and takes its time. */
function changedList(list: (real: List, options: R2ListOptions | undefined) => ReturnType<List>): R2Bucket {
  return new Proxy(env.FILES, {
    get(target, name) {
      if (name === 'list') return (options?: R2ListOptions) => list((given) => target.list(given), options)
      return bound(target, name)
    },
  })
}

beforeEach(removeAllPictures)

describe('the sweep', () => {
  it('changes nothing where every file has its row and every row its file', async () => {
    const mira = await addPerson()
    await addPicture(mira)
    await addUpload(mira)
    const before = await storedKeys()
    expect(await sweep(2 * HOUR_MS)).toEqual({ expired: 0, filesWithoutRow: 0, rowsWithoutFile: 0, rowsFound: 2 })
    expect(await storedKeys()).toEqual(before)
    expect(await waiting(mira)).toHaveLength(1)
    expect(await gallery(mira)).toHaveLength(1)
  })

  it('removes a file without a row, with all that was made of it', async () => {
    await env.FILES.put('originals/stray', pictures.png)
    await env.FILES.put('derived/stray/200.webp', pictures.webp)
    expect(await sweep(2 * HOUR_MS)).toMatchObject({ filesWithoutRow: 1 })
    expect(await storedKeys()).toEqual([])
  })

  it('keeps a young file without a row: its row may be on its way', async () => {
    await env.FILES.put('originals/young', pictures.png)
    expect(await sweep(0.9 * HOUR_MS)).toMatchObject({ filesWithoutRow: 0 })
    expect(await storedKeys()).toEqual(['originals/young'])
  })

  it('forgets an upload whose file is gone', async () => {
    const mira = await addPerson()
    const [lost, kept] = [await addUpload(mira), await addUpload(mira)]
    await env.FILES.delete(`originals/${lost.id}`)
    expect(await sweep()).toMatchObject({ rowsWithoutFile: 1 })
    expect(await waiting(mira)).toEqual([kept])
  })

  it('takes a sketch whose file is gone out of the lists, and brings it back with its file', async () => {
    const mira = await addPerson()
    const sketch = await addPicture(mira)
    const [key = ''] = await fileKeysOf(mira)
    const file = await (await env.FILES.get(key))?.arrayBuffer()
    await env.FILES.delete(key)
    expect(await sweep()).toMatchObject({ rowsWithoutFile: 1 })
    expect(await gallery(mira)).toEqual([])
    expect(await sweep()).toMatchObject({ rowsWithoutFile: 0 })
    await env.FILES.put(key, file ?? '')
    await sweep()
    expect(await gallery(mira)).toEqual([sketch.id])
  })

  it('drops uploads that nobody posted for a day, with their files', async () => {
    const mira = await addPerson()
    await addUpload(mira)
    expect(await sweep(23 * HOUR_MS)).toMatchObject({ expired: 0 })
    expect(await waiting(mira)).toHaveLength(1)
    expect(await sweep(25 * HOUR_MS)).toMatchObject({ expired: 1 })
    expect(await waiting(mira)).toEqual([])
    expect(await storedKeys()).toEqual([])
  })

  it('leaves posted sketches alone, however old', async () => {
    const mira = await addPerson()
    const sketch = await addPicture(mira)
    await sweep(1000 * HOUR_MS)
    expect(await gallery(mira)).toEqual([sketch.id])
    expect(await storedOriginals()).toHaveLength(1)
  })

  it('goes through more files than one list holds, a piece at a time, and begins again', async () => {
    const mira = await addPerson()
    const sketch = await addPicture(mira, {}, another(pictures.png))
    const listed: unknown[] = []
    const inPieces = changedList(async (list, options) => {
      listed.push(options?.startAfter)
      return list({ ...options, limit: 10 })
    })
    const names = Array.from({ length: 24 }, (_, index) => `originals/${index.toString(16).padStart(2, '0')}-stray`)
    await Promise.all(names.map((name) => env.FILES.put(name, '')))
    const swept = []
    for (let turn = 0; turn < 3; turn++) swept.push(await sweep(2 * HOUR_MS, inPieces))
    expect(swept.map(({ filesWithoutRow }) => filesWithoutRow).reduce((sum, count) => sum + count)).toBe(24)
    expect(swept.map(({ rowsFound }) => rowsFound).reduce((sum, count) => sum + count)).toBe(1)
    expect(new Set(listed).size).toBe(3)
    await env.FILES.put('originals/00-early', pictures.png)
    expect(await sweep(2 * HOUR_MS, inPieces)).toMatchObject({ filesWithoutRow: 1, rowsFound: 1 })
    expect(await storedOriginals()).toEqual(await fileKeysOf(mira))
    expect(await gallery(mira)).toEqual([sketch.id])
  })

  it('forgets no upload that comes in while it looks', async () => {
    const mira = await addPerson()
    const busy = changedList(async (list, options) => {
      const files = await list(options)
      if ((await waiting(mira)).length === 0) await addUpload(mira)
      return files
    })
    await sweep(0, busy)
    expect(await waiting(mira)).toHaveLength(1)
  })

  it('runs on the schedule, and forgets sessions and sign-ups that are over', async () => {
    const mira = await addPerson()
    await addUpload(mira)
    await env.DB.prepare(
      `INSERT INTO sign_ups (token_hash, issuer, subject, suggested_nickname, expires_at) VALUES ('x', 'i', 's', '', ?)`,
    )
      .bind(Date.now() + HOUR_MS)
      .run()
    const scheduledTime = new Date(Date.now() + 91 * 24 * HOUR_MS)
    await worker.scheduled(createScheduledController({ scheduledTime, cron: '*/15 * * * *' }), env)
    expect(await storedKeys()).toEqual([])
    const left = await env.DB.prepare(
      'SELECT (SELECT count(*) FROM sessions) + (SELECT count(*) FROM sign_ups) AS n',
    ).first()
    expect(left).toEqual({ n: 0 })
    expect((await ask('/api/v2/sessions', { as: mira })).status).toBe(401)
  })
})

import { createScheduledController } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import type { SketchList } from '../../../contract/http/sketches.ts'
import type { UploadConfig } from '../../../contract/http/uploads.ts'
import { type Sweep, sweepFiles } from '../../../worker/features/uploads/sweep.ts'
import worker from '../../../worker/index.ts'
import { openDb } from '../../../worker/lib/database.ts'
import { changedFiles } from '../../support/worker/outages.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { another, pictures } from '../../support/worker/pictures.ts'
import { ask, askJson } from '../../support/worker/site.ts'
import {
  addPicture,
  addUpload,
  fileKeysOf,
  removeAllPictures,
  storedKeys,
  storedOriginals,
} from '../../support/worker/uploads.ts'
import { watchedDb } from '../../support/worker/watched-db.ts'

const HOUR_MS = 3_600_000
const sweep = (laterMs = 0, files = env.FILES, callsMax?: number) =>
  sweepFiles(openDb(env.DB), files, { now: Date.now() + laterMs, callsMax })

async function waiting(as: Person) {
  return (await askJson<UploadConfig>('/api/v2/upload/sketch', { as })).waiting
}

async function gallery(as: Person) {
  return (await askJson<SketchList>('/recentSketches', { as })).items.map(({ id }) => id)
}

type List = R2Bucket['list']

/** The file store with another way to list its files: R2 may answer fewer than it was asked for, and takes its time. */
function changedList(list: (real: List, options: R2ListOptions | undefined) => ReturnType<List>): R2Bucket {
  return changedFiles({ list: (options?: R2ListOptions) => list((given) => env.FILES.list(given), options) })
}

/** The file store, which lists ten names at a time. */
const inPieces = changedList((list, options) => list({ ...options, limit: 10 }))

/** Sweeps with so many calls at most, which are counted, over lists of ten names. */
async function countedSweep(callsMax: number): Promise<{ swept: Sweep; calls: number }> {
  let calls = 0
  const counted = <T>(run: () => T): T => {
    calls++
    return run()
  }
  const files = changedFiles({
    list: (options?: R2ListOptions) => counted(() => inPieces.list(options)),
    delete: (keys: string[]) => counted(() => env.FILES.delete(keys)),
  })
  const db = openDb(watchedDb(env.DB, counted))
  return { swept: await sweepFiles(db, files, { now: Date.now() + 2 * HOUR_MS, callsMax }), calls }
}

const putAll = (keys: string[]) => Promise.all(keys.map((key) => env.FILES.put(key, 'stray')))
const names = (count: number) =>
  Array.from({ length: count }, (_, index) => `${index.toString(16).padStart(2, '0')}-stray`)

beforeEach(removeAllPictures)

describe('the sweep', () => {
  it('changes nothing where every file has its row and every row its file', async () => {
    const mira = await addPerson()
    const picture = await addPicture(mira)
    await addUpload(mira)
    await (await ask(`${picture.imageUrl}/100`)).arrayBuffer()
    const before = await storedKeys()
    expect(await sweep(2 * HOUR_MS)).toEqual({
      expired: 0,
      filesWithoutRow: 0,
      filesWithheld: 0,
      madeWithoutRow: 0,
      rowsWithoutFile: 0,
      rowsFound: 2,
      done: true,
    })
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

  it('removes what was made of an original that is gone, row and all', async () => {
    const mira = await addPerson()
    const { imageUrl } = await addPicture(mira)
    await (await ask(`${imageUrl}/100`)).arrayBuffer()
    const before = await storedKeys()
    await putAll([
      'derived/gone/200.webp',
      'derived/gone/200.avif',
      'derived/gone/of-other-times',
      'derived/left/50.webp',
    ])
    expect(await sweep()).toMatchObject({ madeWithoutRow: 2, filesWithoutRow: 0 })
    expect(await storedKeys()).toEqual(before)
  })

  it('removes no file while most of them have no row: the database may be the wrong one', async () => {
    const mira = await addPerson()
    await addPicture(mira)
    await putAll(names(120).flatMap((name) => [`originals/${name}`, `derived/${name}/50.webp`]))
    const before = await storedKeys()
    const nothing = { filesWithoutRow: 0, madeWithoutRow: 0 }
    expect(await sweep(2 * HOUR_MS)).toMatchObject({ ...nothing, filesWithheld: 120, rowsFound: 1, done: true })
    expect(await storedKeys()).toEqual(before)
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
    const { imageUrl } = await addUpload(mira)
    await (await ask(`${imageUrl}/100`, { as: mira })).arrayBuffer()
    expect(await sweep(23 * HOUR_MS)).toMatchObject({ expired: 0 })
    expect(await waiting(mira)).toHaveLength(1)
    expect(await sweep(25 * HOUR_MS)).toMatchObject({ expired: 1, madeWithoutRow: 0 })
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

  it('goes through more than one list holds in one run', async () => {
    const mira = await addPerson()
    const sketch = await addPicture(mira, {}, another(pictures.png))
    await putAll(names(24).map((name) => `originals/${name}`))
    await putAll(names(31).map((name) => `derived/${name}/200.webp`))
    const swept = await sweep(2 * HOUR_MS, inPieces)
    expect(swept).toMatchObject({ filesWithoutRow: 24, madeWithoutRow: 31, rowsFound: 1, done: true })
    expect(await storedKeys()).toEqual(await fileKeysOf(mira))
    expect(await gallery(mira)).toEqual([sketch.id])
  })

  it('makes no more calls in a run than it may, goes on where it stopped, and begins again', async () => {
    const mira = await addPerson()
    const kept = [await addUpload(mira), await addUpload(mira)]
    await putAll(names(95).map((name) => `originals/${name}`))
    await putAll(names(95).map((name) => `derived/${name}/200.webp`))
    const runs: Awaited<ReturnType<typeof countedSweep>>[] = []
    do runs.push(await countedSweep(60))
    while (!runs.at(-1)?.swept.done && runs.length < 50)
    for (const { calls } of runs) expect(calls).toBeLessThanOrEqual(60)
    const sum = (what: 'filesWithoutRow' | 'madeWithoutRow' | 'rowsFound') =>
      runs.reduce((total, { swept }) => total + swept[what], 0)
    expect([sum('filesWithoutRow'), sum('madeWithoutRow'), sum('rowsFound')]).toEqual([95, 95, 2])
    expect(runs.length).toBeGreaterThan(3)
    expect(await waiting(mira)).toHaveLength(kept.length)
    await env.FILES.put('originals/00-early', pictures.png)
    expect((await countedSweep(60)).swept).toMatchObject({ filesWithoutRow: 1, rowsFound: 2, done: true })
    expect(await storedKeys()).toEqual((await fileKeysOf(mira)).sort())
  })

  it('takes more at once away than fits into one run, the rest in the next', async () => {
    await putAll(names(150).map((name) => `derived/${name}/200.webp`))
    const every = changedList((list, options) => list(options))
    expect(await sweep(0, every, 100)).toMatchObject({ done: false })
    expect((await storedKeys()).length).toBeGreaterThan(0)
    for (let run = 0; run < 5; run++) await sweep(0, every, 100)
    expect(await storedKeys()).toEqual([])
  })

  it('takes a list that answers with nothing, though there is more, for no end', async () => {
    const mira = await addPerson()
    const sketch = await addPicture(mira)
    await (await ask(`${sketch.imageUrl}/100`)).arrayBuffer()
    await addUpload(mira)
    const before = await storedKeys()
    const slow = changedList(async (list, options) => {
      if (options?.cursor) return list({ ...options, cursor: undefined })
      return { objects: [], delimitedPrefixes: [], truncated: true, cursor: 'on' }
    })
    expect(await sweep(2 * HOUR_MS, slow)).toMatchObject({ filesWithoutRow: 0, rowsWithoutFile: 0, rowsFound: 2 })
    expect(await gallery(mira)).toEqual([sketch.id])
    expect(await waiting(mira)).toHaveLength(1)
    expect(await storedKeys()).toEqual(before)
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
      `INSERT INTO pending_sign_ups (token_hash, issuer, subject, suggested_nickname, expires_at) VALUES ('x', 'i', 's', '', ?)`,
    )
      .bind(Date.now() + HOUR_MS)
      .run()
    const scheduledTime = new Date(Date.now() + 91 * 24 * HOUR_MS)
    await worker.scheduled(createScheduledController({ scheduledTime, cron: '*/15 * * * *' }), env)
    expect(await storedKeys()).toEqual([])
    const left = await env.DB.prepare(
      'SELECT (SELECT count(*) FROM sessions) + (SELECT count(*) FROM pending_sign_ups) AS n',
    ).first()
    expect(left).toEqual({ n: 0 })
    expect((await ask('/api/v2/sessions', { as: mira })).status).toBe(401)
  })
})

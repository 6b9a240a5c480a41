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
import { pictures, uniqueCopy } from '../../support/worker/pictures.ts'
import { requestJson, sendRequest } from '../../support/worker/site.ts'
import { addSketches } from '../../support/worker/sketches.ts'
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

async function pendingUploadsOf(as: Person) {
  return (await requestJson<UploadConfig>('/api/v2/upload/sketch', { as })).pending
}

async function gallery(as: Person) {
  return (await requestJson<SketchList>('/recentSketches', { as })).items.map(({ id }) => id)
}

type List = R2Bucket['list']

/** Wraps the file store with another listing, because R2 may return fewer names than requested, or reply slowly. */
function changedList(list: (real: List, options: R2ListOptions | undefined) => ReturnType<List>): R2Bucket {
  return changedFiles({ list: (options?: R2ListOptions) => list((given) => env.FILES.list(given), options) })
}

/** The file store with ten names a listing. */
const inPieces = changedList((list, options) => list({ ...options, limit: 10 }))

/** Sweeps with a limit of calls over listings of ten names, and returns how many calls it made. */
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
  it('the sweep changes nothing where every file has its row and every row its file', async () => {
    const mira = await addPerson()
    const picture = await addPicture(mira)
    await addUpload(mira)
    await (await sendRequest(`${picture.imageUrl}/100`)).arrayBuffer()
    const before = await storedKeys()
    expect(await sweep(2 * HOUR_MS)).toEqual({
      expired: 0,
      filesWithoutRow: 0,
      filesWithheld: 0,
      derivedWithoutRow: 0,
      rowsWithoutFile: 0,
      rowsWithheld: 0,
      rowsChecked: 2,
      done: true,
    })
    expect(await storedKeys()).toEqual(before)
    expect(await pendingUploadsOf(mira)).toHaveLength(1)
    expect(await gallery(mira)).toHaveLength(1)
  })

  it('the sweep deletes a file without a row, with its derived pictures', async () => {
    await env.FILES.put('originals/stray', pictures.png)
    await env.FILES.put('derived/stray/200.webp', pictures.webp)
    expect(await sweep(2 * HOUR_MS)).toMatchObject({ filesWithoutRow: 1 })
    expect(await storedKeys()).toEqual([])
  })

  it('the sweep deletes derived pictures whose original is gone', async () => {
    const mira = await addPerson()
    const { imageUrl } = await addPicture(mira)
    await (await sendRequest(`${imageUrl}/100`)).arrayBuffer()
    const before = await storedKeys()
    await putAll([
      'derived/gone/200.webp',
      'derived/gone/200.avif',
      'derived/gone/of-other-times',
      'derived/left/50.webp',
    ])
    expect(await sweep()).toMatchObject({ derivedWithoutRow: 2, filesWithoutRow: 0 })
    expect(await storedKeys()).toEqual(before)
  })

  it('the sweep deletes nothing when most files have no row, as if the database were the wrong one', async () => {
    const mira = await addPerson()
    await addPicture(mira)
    await putAll(names(120).flatMap((name) => [`originals/${name}`, `derived/${name}/50.webp`]))
    const before = await storedKeys()
    const nothing = { filesWithoutRow: 0, derivedWithoutRow: 0 }
    expect(await sweep(2 * HOUR_MS)).toMatchObject({ ...nothing, filesWithheld: 120, rowsChecked: 1, done: true })
    expect(await storedKeys()).toEqual(before)
  })

  it('the sweep deletes and marks no row when most rows have no file, as if the bucket were the wrong one', async () => {
    const mira = await addPerson()
    const upload = await addUpload(mira)
    await addSketches(mira, 100)
    await env.FILES.delete(`originals/${upload.id}`)
    expect(await sweep()).toMatchObject({ rowsWithoutFile: 0, rowsWithheld: 101, done: true })
    expect(await pendingUploadsOf(mira)).toEqual([upload])
    expect(await gallery(mira)).toHaveLength(25)
  })

  it('the sweep keeps a young file without a row, whose row may still be written', async () => {
    await env.FILES.put('originals/young', pictures.png)
    expect(await sweep(0.9 * HOUR_MS)).toMatchObject({ filesWithoutRow: 0 })
    expect(await storedKeys()).toEqual(['originals/young'])
  })

  it('the sweep deletes an upload whose file is gone', async () => {
    const mira = await addPerson()
    const [lost, kept] = [await addUpload(mira), await addUpload(mira)]
    await env.FILES.delete(`originals/${lost.id}`)
    expect(await sweep()).toMatchObject({ rowsWithoutFile: 1 })
    expect(await pendingUploadsOf(mira)).toEqual([kept])
  })

  /** Adds a sketch, deletes its file and sweeps. Returns how to put the file back. */
  async function loseFile() {
    const mira = await addPerson()
    const sketch = await addPicture(mira)
    const [key = ''] = await fileKeysOf(mira)
    const file = await (await env.FILES.get(key))?.arrayBuffer()
    await env.FILES.delete(key)
    const swept = await sweep()
    return { mira, sketch, swept, putBack: () => env.FILES.put(key, file ?? '') }
  }

  it('the sweep removes a sketch without its file from lists', async () => {
    const { mira, swept } = await loseFile()
    expect(swept).toMatchObject({ rowsWithoutFile: 1 })
    expect(await gallery(mira)).toEqual([])
  })

  it('the sweep counts a sketch without its file once', async () => {
    await loseFile()
    expect(await sweep()).toMatchObject({ rowsWithoutFile: 0 })
  })

  it('the sweep restores a sketch to lists with its file', async () => {
    const { mira, sketch, putBack } = await loseFile()
    await putBack()
    await sweep()
    expect(await gallery(mira)).toEqual([sketch.id])
  })

  it('the sweep drops uploads that were not posted for a day', async () => {
    const mira = await addPerson()
    const { imageUrl } = await addUpload(mira)
    await (await sendRequest(`${imageUrl}/100`, { as: mira })).arrayBuffer()
    expect(await sweep(23 * HOUR_MS)).toMatchObject({ expired: 0 })
    expect(await pendingUploadsOf(mira)).toHaveLength(1)
    expect(await sweep(25 * HOUR_MS)).toMatchObject({ expired: 1, derivedWithoutRow: 0 })
    expect(await pendingUploadsOf(mira)).toEqual([])
    expect(await storedKeys()).toEqual([])
  })

  it('the sweep keeps posted sketches of any age', async () => {
    const mira = await addPerson()
    const sketch = await addPicture(mira)
    await sweep(1000 * HOUR_MS)
    expect(await gallery(mira)).toEqual([sketch.id])
    expect(await storedOriginals()).toHaveLength(1)
  })

  it('the sweep handles more files than a listing holds', async () => {
    const mira = await addPerson()
    const sketch = await addPicture(mira, {}, uniqueCopy(pictures.png))
    await putAll(names(24).map((name) => `originals/${name}`))
    await putAll(names(31).map((name) => `derived/${name}/200.webp`))
    const swept = await sweep(2 * HOUR_MS, inPieces)
    expect(swept).toMatchObject({ filesWithoutRow: 24, derivedWithoutRow: 31, rowsChecked: 1, done: true })
    expect(await storedKeys()).toEqual(await fileKeysOf(mira))
    expect(await gallery(mira)).toEqual([sketch.id])
  })

  describe('in portions', () => {
    let mira: Person
    const addStrays = async (count: number) => {
      await putAll(names(count).map((name) => `originals/${name}`))
      await putAll(names(count).map((name) => `derived/${name}/200.webp`))
    }
    const sweepAll = async () => {
      const runs: Awaited<ReturnType<typeof countedSweep>>[] = []
      do runs.push(await countedSweep(60))
      while (!runs.at(-1)?.swept.done && runs.length < 50)
      return runs
    }
    beforeEach(async () => {
      mira = await addPerson()
      for (let count = 0; count < 2; count++) await addUpload(mira)
    })

    it('the sweep respects its limit of calls', async () => {
      await addStrays(40)
      const runs = await sweepAll()
      expect(runs.length).toBeGreaterThan(1)
      for (const { calls } of runs) expect(calls).toBeLessThanOrEqual(60)
    })

    it('the sweep continues where it stopped', async () => {
      await addStrays(95)
      const runs = await sweepAll()
      const sum = (what: 'filesWithoutRow' | 'derivedWithoutRow' | 'rowsChecked') =>
        runs.reduce((total, { swept }) => total + swept[what], 0)
      expect([sum('filesWithoutRow'), sum('derivedWithoutRow'), sum('rowsChecked')]).toEqual([95, 95, 2])
      expect(runs.length).toBeGreaterThan(3)
      expect(await pendingUploadsOf(mira)).toHaveLength(2)
    })

    it('the sweep starts again once it is done', async () => {
      await addStrays(40)
      await sweepAll()
      await env.FILES.put('originals/00-early', pictures.png)
      expect((await countedSweep(60)).swept).toMatchObject({ filesWithoutRow: 1, rowsChecked: 2, done: true })
      expect(await storedKeys()).toEqual((await fileKeysOf(mira)).sort())
    })
  })

  it('the sweep deletes the rest of a large number of files in its next runs', async () => {
    await putAll(names(150).map((name) => `derived/${name}/200.webp`))
    const every = changedList((list, options) => list(options))
    expect(await sweep(0, every, 100)).toMatchObject({ done: false })
    expect((await storedKeys()).length).toBeGreaterThan(0)
    for (let run = 0; run < 5; run++) await sweep(0, every, 100)
    expect(await storedKeys()).toEqual([])
  })

  it('an empty listing that is truncated is not the end', async () => {
    const mira = await addPerson()
    const sketch = await addPicture(mira)
    await (await sendRequest(`${sketch.imageUrl}/100`)).arrayBuffer()
    await addUpload(mira)
    const before = await storedKeys()
    const slow = changedList(async (list, options) => {
      if (options?.cursor) return list({ ...options, cursor: undefined })
      return { objects: [], delimitedPrefixes: [], truncated: true, cursor: 'on' }
    })
    expect(await sweep(2 * HOUR_MS, slow)).toMatchObject({ filesWithoutRow: 0, rowsWithoutFile: 0, rowsChecked: 2 })
    expect(await gallery(mira)).toEqual([sketch.id])
    expect(await pendingUploadsOf(mira)).toHaveLength(1)
    expect(await storedKeys()).toEqual(before)
  })

  it('an upload that arrives during the sweep is kept', async () => {
    const mira = await addPerson()
    const busy = changedList(async (list, options) => {
      const files = await list(options)
      if ((await pendingUploadsOf(mira)).length === 0) await addUpload(mira)
      return files
    })
    await sweep(0, busy)
    expect(await pendingUploadsOf(mira)).toHaveLength(1)
  })

  const runSchedule = (inDays: number) => {
    const scheduledTime = new Date(Date.now() + inDays * 24 * HOUR_MS)
    return worker.scheduled(createScheduledController({ scheduledTime, cron: '*/15 * * * *' }), env)
  }

  it('the sweep runs on schedule', async () => {
    await addUpload(await addPerson())
    await runSchedule(91)
    expect(await storedKeys()).toEqual([])
  })

  it('the schedule deletes expired sessions', async () => {
    const mira = await addPerson()
    await runSchedule(91)
    expect(await env.DB.prepare('SELECT count(*) AS n FROM sessions').first('n')).toBe(0)
    expect((await sendRequest('/api/v2/sessions', { as: mira })).status).toBe(401)
  })

  it('the schedule deletes expired sign-ups', async () => {
    await env.DB.prepare(
      `INSERT INTO pending_sign_ups (token_hash, issuer, subject, suggested_nickname, expires_at) VALUES ('x', 'i', 's', '', ?)`,
    )
      .bind(Date.now() + HOUR_MS)
      .run()
    await runSchedule(1)
    expect(await env.DB.prepare('SELECT count(*) AS n FROM pending_sign_ups').first('n')).toBe(0)
  })
})

import { runDurableObjectAlarm } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { RECORDING_RETENTION_DAYS } from '../../../contract/limits.ts'
import { streamFolder } from '../../../durable-objects/stream/stream.ts'
import { setLiveStatus } from '../../../worker/features/streams/object-queries.ts'
import { deleteRemovedReplays } from '../../../worker/features/streams/schedule.ts'
import { openDb } from '../../../worker/lib/database.ts'
import { runStreamJobs } from '../../support/worker/jobs.ts'
import { changedFiles } from '../../support/worker/outages.ts'
import { addPerson } from '../../support/worker/people.ts'
import { errorOf, jsonOf, sendRequest } from '../../support/worker/site.ts'
import {
  addAnnounced,
  addReplay,
  addStream,
  postToStream,
  shownStream,
  storedFiles,
  storeReplay,
} from '../../support/worker/stream-calls.ts'
import { streamObject } from '../../support/worker/stream-sockets.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const streamRow = (id: number) =>
  env.DB.prepare('SELECT replay, files_deletion_pending, finalized, state, end_reason FROM streams WHERE id = ?')
    .bind(id)
    .first()

beforeEach(async () => {
  // Finishes the streams of earlier tests, which the job would otherwise check as well.
  await env.DB.prepare("UPDATE streams SET finalized = 1, state = iif(state = 'live', 'ended', state)").run()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => vi.restoreAllMocks())

describe('the jobs for streams', () => {
  describe('deletion of recordings', () => {
    const past = () => Date.now() - RECORDING_RETENTION_DAYS * DAY_MS - 1000
    async function afterJobs(fields: Parameters<typeof addReplay>[1]) {
      const mira = await addPerson()
      const id = await addReplay(mira, fields)
      await storeReplay(id)
      await runStreamJobs()
      return { mira, id }
    }

    it('a pending recording is deleted after seven days', async () => {
      const { mira, id } = await afterJobs({ replay: 'pending', endedAt: past() })
      expect(await shownStream(mira, id)).toMatchObject({ replay: 'none', preview: null })
      expect(await storedFiles(id)).toEqual([])
    })

    it('a pending recording is kept for seven days', async () => {
      const { id } = await afterJobs({ replay: 'pending', endedAt: past() + HOUR_MS })
      expect(await storedFiles(id)).toHaveLength(3)
      expect(await streamRow(id)).toMatchObject({ replay: 'pending' })
    })

    it('a kept replay is not deleted', async () => {
      const { id } = await afterJobs({ endedAt: past() })
      expect(await storedFiles(id)).toHaveLength(3)
    })
  })

  it('the seven days of a recording hidden by staff begin when it is shown again', async () => {
    const [mira, staff] = [await addPerson(), await addPerson({ flags: 'm' })]
    const past = Date.now() - RECORDING_RETENTION_DAYS * DAY_MS - 1000
    const id = await addReplay(mira, { replay: 'pending', endedAt: past })
    const hide = (hidden: boolean) => jsonOf(postToStream(staff, 'hideReplay', { id, hidden, reason: 'Not drawn.' }))
    await hide(true)
    await runStreamJobs()
    expect(await streamRow(id)).toMatchObject({ replay: 'hidden' })
    await hide(false)
    await runStreamJobs()
    expect(await streamRow(id)).toMatchObject({ replay: 'pending' })
  })

  it('an announced stream is deleted a day after its time', async () => {
    const mira = await addPerson()
    const [past, late] = [
      await addAnnounced(mira, { startsAt: Date.now() - DAY_MS - 1000 }),
      await addAnnounced(mira, { startsAt: Date.now() - DAY_MS + HOUR_MS }),
    ]
    await runStreamJobs()
    expect(await errorOf(sendRequest(`/api/v2/stream/${past}`))).toEqual([404, 'not_found'])
    expect(await shownStream(null, late)).toMatchObject({ state: 'announced' })
  })

  it('a live stream without a publisher is ended as lost', async () => {
    const id = await addStream(await addPerson(), { startedAt: Date.now() - HOUR_MS })
    const recentId = await addStream(await addPerson())
    await runStreamJobs()
    expect(await streamRow(id)).toMatchObject({ state: 'live', finalized: 0 })
    vi.setSystemTime(Date.now() + HOUR_MS)
    expect(await runDurableObjectAlarm(streamObject(id))).toBe(true)
    vi.useRealTimers()
    expect(await streamRow(id)).toMatchObject({ state: 'ended', end_reason: 'lost', finalized: 1 })
    expect(await streamRow(recentId)).toMatchObject({ state: 'live' })
    expect(await runDurableObjectAlarm(streamObject(recentId))).toBe(false)
  })

  describe('streams without contact', () => {
    const long = () => Date.now() - 5 * HOUR_MS
    const addSilentStreams = async (count: number, lastContactAt: number) => {
      const ids: number[] = []
      while (ids.length < count) {
        const fields = { state: 'ended', endReason: 'stopped', startedAt: long(), lastContactAt } as const
        ids.push(await addStream(await addPerson(), fields))
      }
      return ids
    }
    const isSettled = async (ids: number[]) => (await Promise.all(ids.map(streamRow))).map((row) => row?.finalized)

    it('the job begins with the streams that had no contact for longest', async () => {
      const later = await addSilentStreams(2, long() + 2000)
      const silent = await addSilentStreams(25, long())
      await runStreamJobs()
      expect(new Set(await isSettled(silent))).toEqual(new Set([1]))
      expect(await isSettled(later)).toEqual([0, 0])
      await runStreamJobs()
      expect(await isSettled(later)).toEqual([1, 1])
    })

    it('the job does not check streams with recent contact', async () => {
      const lately = await addSilentStreams(30, Date.now() - 60_000)
      const [silent] = await addSilentStreams(1, long())
      await runStreamJobs()
      expect(await isSettled([silent ?? 0])).toEqual([1])
      expect(new Set(await isSettled(lately))).toEqual(new Set([0]))
    })
  })

  it('streams that do not reply do not keep the job from checking others', async () => {
    const unreachable = { getByName: () => ({ stop: () => Promise.reject(new Error('gone')) }) }
    const startedAt = Date.now() - 5 * HOUR_MS
    const add = async () => addStream(await addPerson(), { state: 'ended', endReason: 'stopped', startedAt })
    for (let nth = 0; nth < 25; nth++) await add()
    await runStreamJobs({ STREAM: unreachable as unknown as Cloudflare.Env['STREAM'] })
    const id = await add()
    await runStreamJobs()
    expect(await streamRow(id)).toMatchObject({ finalized: 1 })
  })

  it('a report of the object counts as contact', async () => {
    const [reported, silent] = [await addStream(await addPerson()), await addStream(await addPerson())]
    await env.DB.prepare('UPDATE streams SET last_contact_at = 0').run()
    const status = { viewersCount: 2, viewsCount: 3, previewNumber: 0, width: 0, height: 0 }
    await setLiveStatus(openDb(env.DB), { streamId: reported, status, now: Date.now() })
    await env.DB.prepare("UPDATE streams SET state = 'ended', end_reason = 'stopped' WHERE id IN (?, ?)")
      .bind(reported, silent)
      .run()
    await runStreamJobs()
    expect([(await streamRow(reported))?.finalized, (await streamRow(silent))?.finalized]).toEqual([0, 1])
  })

  it('an ended stream whose object did not report is settled', async () => {
    const id = await addStream(await addPerson(), {
      ...{ state: 'ended', endReason: 'staff', startedAt: Date.now() - HOUR_MS },
    })
    await runStreamJobs()
    expect(await streamRow(id)).toMatchObject({ state: 'ended', end_reason: 'staff', finalized: 1 })
  })

  it('files that could not be deleted are deleted later', async () => {
    const mira = await addPerson()
    const id = await addReplay(mira, { replay: 'none', filesDeletionPending: true })
    await storeReplay(id)
    const broken = changedFiles({ delete: () => Promise.reject(new Error('no store')) })
    await runStreamJobs({ FILES: broken }).catch(() => undefined)
    expect(await streamRow(id)).toMatchObject({ files_deletion_pending: 1 })
    await runStreamJobs()
    expect([await storedFiles(id), (await streamRow(id))?.files_deletion_pending]).toEqual([[], 0])
  })

  it('a recording of many files does not keep those of other members from being deleted', async () => {
    const addRemoved = async () => {
      const id = await addReplay(await addPerson(), { replay: 'none', filesDeletionPending: true })
      await storeReplay(id)
      return id
    }
    const [large, small] = [await addRemoved(), await addRemoved()]
    // The folder of the large recording never becomes empty.
    const files = changedFiles({
      list: async (options?: R2ListOptions) => {
        const listed = await env.FILES.list(options)
        return options?.prefix === streamFolder(large) ? { ...listed, truncated: true } : listed
      },
    })
    await deleteRemovedReplays(openDb(env.DB), files)
    expect((await streamRow(large))?.files_deletion_pending).toBe(1)
    expect([await storedFiles(small), (await streamRow(small))?.files_deletion_pending]).toEqual([[], 0])
  })

  it('the only removed recording gets all calls of a run', async () => {
    await env.DB.prepare('UPDATE streams SET files_deletion_pending = 0').run()
    const id = await addReplay(await addPerson(), { replay: 'none', filesDeletionPending: true })
    await storeReplay(id)
    const files = changedFiles({ list: (options?: R2ListOptions) => env.FILES.list({ ...options, limit: 1 }) })
    await deleteRemovedReplays(openDb(env.DB), files)
    expect([await storedFiles(id), (await streamRow(id))?.files_deletion_pending]).toEqual([[], 0])
  })

  it('the folder of an unknown stream is deleted', async () => {
    await storeReplay(900_001)
    await runStreamJobs()
    expect(await storedFiles(900_001)).toEqual([])
  })

  it('the folder of a stream with nothing to show is deleted', async () => {
    const id = await addReplay(await addPerson(), { replay: 'none' })
    await storeReplay(id)
    await runStreamJobs()
    expect(await storedFiles(id)).toEqual([])
  })

  it('the folders of live streams and of streams with a preview are kept', async () => {
    const mira = await addPerson()
    for (const id of [await addReplay(mira, { replay: 'none', previewNumber: 1 }), await addStream(mira)]) {
      await storeReplay(id)
      await runStreamJobs()
      expect(await storedFiles(id)).toEqual(expect.arrayContaining(['0.seg']))
    }
  })

  it('all folders are checked in portions, whatever their number', async () => {
    const inPieces = changedFiles({
      list: (options?: R2ListOptions) => env.FILES.list({ ...options, limit: Math.min(options?.limit ?? 2, 2) }),
    })
    for (const id of [900_011, 900_012, 900_013]) await storeReplay(id)
    for (let run = 0; run < 40; run++) await runStreamJobs({ FILES: inPieces })
    expect(await Promise.all([900_011, 900_012, 900_013].map(storedFiles))).toEqual([[], [], []])
  })

  it('nothing is deleted when most folders belong to no stream, as if the database were the wrong one', async () => {
    const { objects } = await env.FILES.list({ prefix: 'streams/' })
    await env.FILES.delete(objects.map(({ key }) => key))
    const unknownIds = Array.from({ length: 12 }, (_, index) => 900_100 + index)
    for (const id of unknownIds) await env.FILES.put(`${streamFolder(id)}0.seg`, 'frames')
    await runStreamJobs()
    expect(await Promise.all(unknownIds.map(storedFiles))).toEqual(unknownIds.map(() => ['0.seg']))
    await env.FILES.delete(unknownIds.map((id) => `${streamFolder(id)}0.seg`))
  })
})

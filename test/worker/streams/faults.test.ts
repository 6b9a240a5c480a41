import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { NotificationList } from '../../../contract/http/notifications.ts'
import type { ReportedStreams } from '../../../contract/http/reports.ts'
import { becomeFan, profileOf } from '../../support/worker/fans-and-blocks.ts'
import { type Fault, withEveryFault } from '../../support/worker/faults.ts'
import { runStreamJobs } from '../../support/worker/jobs.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { jsonOf, requestJson, sendRequest, sendRequestWith } from '../../support/worker/site.ts'
import {
  addAnnounced,
  addReplay,
  addStream,
  postToStream,
  shownStream,
  startBody,
  storedFiles,
  storeReplay,
} from '../../support/worker/stream-calls.ts'
import { addUpload, postUpload } from '../../support/worker/uploads.ts'

const faults: Fault[] = ['refused', 'lost']

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => vi.restoreAllMocks())

/** Sends a write of streams in an environment where a call may fail. */
const postToStreamWith = (bindings: Cloudflare.Env, as: Person, path: string, body: unknown) =>
  sendRequestWith(bindings, `/api/v2/stream/${path}`, { as, body })
const roomCountOf = async ({ id }: Person) => {
  const rooms = env.DB.prepare("SELECT count(*) AS count FROM chat_rooms WHERE owner_id = ? AND kind = 'stream'").bind(
    id,
  )
  return (await rooms.first<{ count: number }>())?.count
}
const liveStreamsOf = async ({ id }: Person) => {
  const live = env.DB.prepare("SELECT id, notified_up_to FROM streams WHERE user_id = ? AND state = 'live'").bind(id)
  return (await live.all<{ id: number; notified_up_to: number | null }>()).results
}
const auditLogCountOf = async (id: number) => {
  const entries = env.DB.prepare(
    "SELECT count(*) AS count FROM audit_log WHERE target_type = 'stream' AND target_id = ?",
  )
  return (await entries.bind(id).first<{ count: number }>())?.count
}

type Write = {
  call: (bindings: Cloudflare.Env) => Promise<Response>
  /** Reads the state that the write changes: either the initial or the `wanted` one. */
  readState: () => Promise<unknown>
  wanted: unknown
}

/** Writes of one statement, each with its own setup. */
const WRITES: Record<string, () => Promise<Write>> = {
  'a reminder': async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    const id = await addAnnounced(mira)
    const readState = async () => (await shownStream(ines, id)).reminders
    return {
      call: (bindings) => postToStreamWith(bindings, ines, 'remind', { id, remind: true }),
      readState,
      wanted: 1,
    }
  },
  'an edit': async () => {
    const mira = await addPerson()
    const id = await addStream(mira)
    const readState = async () => (await shownStream(null, id)).title
    return {
      call: (bindings) => postToStreamWith(bindings, mira, 'edit', { id, title: 'Colours' }),
      readState,
      wanted: 'Colours',
    }
  },
  'a notification setting of a fan': async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    await becomeFan(ines, mira)
    const body = { user: mira.id, which: 'stream', value: true }
    const readState = async () => {
      const profile = await profileOf(mira, ines)
      return !profile.hidden && profile.notify?.stream
    }
    return {
      call: (bindings) => sendRequestWith(bindings, '/api/v2/fan/notify', { as: ines, body }),
      readState,
      wanted: true,
    }
  },
  'a report': async () => {
    const [ines, staff] = [await addPerson(), await addPerson({ flags: 'm' })]
    const stream = await addStream(await addPerson())
    const readState = async () => {
      const { items } = await requestJson<ReportedStreams>('/api/v2/gloperate/reportedStreams', { as: staff })
      return items.filter(({ reporterId }) => reporterId === ines.id).length
    }
    return {
      call: (bindings) => sendRequestWith(bindings, '/api/v2/report', { as: ines, body: { stream } }),
      readState,
      wanted: 1,
    }
  },
}

describe.each(faults)('writes of streams with one database or file call %s', (fault) => {
  describe.each(Object.entries(WRITES))('%s', (_name, prepare) => {
    it('the write is stored or not', async () => {
      let write = await prepare()
      const before = await write.readState()
      await withEveryFault(
        fault,
        (bindings) => write.call(bindings),
        async (_reply, n) => {
          expect([before, write.wanted], `call ${n}`).toContain(await write.readState())
          write = await prepare()
        },
      )
      expect(await write.readState()).toEqual(write.wanted)
    })

    it('a retry stores the write once', async () => {
      let write = await prepare()
      await withEveryFault(
        fault,
        (bindings) => write.call(bindings),
        async (_reply, n) => {
          await jsonOf(write.call(env))
          expect([n, await write.readState()]).toEqual([n, write.wanted])
          write = await prepare()
        },
      )
    })
  })

  describe('starting a stream', () => {
    let mira: Person
    let ines: Person
    let body: ReturnType<typeof startBody>
    const start = (bindings: Cloudflare.Env) => postToStreamWith(bindings, mira, 'start', body)
    const addArtist = async () => {
      mira = await addPerson()
      body = startBody()
      await becomeFan(ines, mira)
      const setting = { user: mira.id, which: 'stream', value: true }
      await jsonOf(sendRequest('/api/v2/fan/notify', { as: ines, body: setting }))
    }
    beforeEach(async () => {
      ines = await addPerson()
      await addArtist()
    })

    it('a stream starts with its room or not at all', async () => {
      await withEveryFault(fault, start, async (_reply, n) => {
        expect([n, await roomCountOf(mira)]).toEqual([n, (await liveStreamsOf(mira)).length])
        await addArtist()
      })
    })

    it('a retry starts the stream once', async () => {
      await withEveryFault(fault, start, async () => {
        const { id } = await jsonOf<{ id: number }>(start(env))
        expect(await liveStreamsOf(mira)).toEqual([{ id, notified_up_to: null }])
        expect(await roomCountOf(mira)).toBe(1)
        await addArtist()
      })
    })

    it('a retry leaves one notification for each fan', async () => {
      await withEveryFault(fault, start, async (_reply, n) => {
        const { id } = await jsonOf<{ id: number }>(start(env))
        const { items } = await requestJson<NotificationList>('/api/v2/notices?category=streams', { as: ines })
        expect([n, items.filter(({ stream }) => stream?.id === id).length]).toEqual([n, 1])
        await addArtist()
      })
    })
  })

  it('the schedule completes interrupted notifications', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    const id = await addAnnounced(mira)
    await jsonOf(postToStream(ines, 'remind', { id, remind: true }))
    const body = startBody({ announcedId: id })
    let notified = 0
    await withEveryFault(
      fault,
      (bindings) => postToStreamWith(bindings, mira, 'start', body),
      async () => {
        await runStreamJobs()
        const { items } = await requestJson<NotificationList>('/api/v2/notices?category=streams', { as: ines })
        notified = Math.max(notified, items.length)
        if ((await liveStreamsOf(mira)).length > 0)
          expect([items.length, (await liveStreamsOf(mira))[0]?.notified_up_to]).toEqual([1, null])
      },
    )
    expect(notified).toBe(1)
  })

  it('an announcement is stored once', async () => {
    let [mira, body] = [await addPerson(), { ...startBody(), startsAt: '20270101000000' }]
    const { source: _source, ...announcement } = body
    const announce = (bindings: Cloudflare.Env) => postToStreamWith(bindings, mira, 'announce', announcement)
    vi.setSystemTime(Date.UTC(2026, 11, 1))
    await withEveryFault(fault, announce, async (_reply, n) => {
      const again = await jsonOf<{ id: number }>(announce(env))
      const { results } = await env.DB.prepare('SELECT id FROM streams WHERE user_id = ?').bind(mira.id).all()
      expect([n, results]).toEqual([n, [again]])
      ;[mira, body] = [await addPerson(), body]
    })
    vi.useRealTimers()
  })

  it('staff ends a stream together with the audit log entry, or not at all', async () => {
    const [mira, staff] = [await addPerson(), await addPerson({ flags: 'm' })]
    let id = await addStream(mira)
    const end = (bindings: Cloudflare.Env) => postToStreamWith(bindings, staff, 'end', { id, reason: 'shows a film' })
    await withEveryFault(fault, end, async (_reply, n) => {
      const { state } = await shownStream(mira, id)
      expect([n, await auditLogCountOf(id)]).toEqual([n, state === 'ended' ? 1 : 0])
      await jsonOf(end(env))
      expect([await shownStream(mira, id), await auditLogCountOf(id)]).toMatchObject([
        { state: 'ended', end: 'staff' },
        1,
      ])
      id = await addStream(mira)
    })
  })

  it('a replay is hidden together with the audit log entry, or not at all', async () => {
    const [mira, staff] = [await addPerson(), await addPerson({ flags: 'm' })]
    let id = await addReplay(mira)
    const hide = (bindings: Cloudflare.Env) =>
      postToStreamWith(bindings, staff, 'hideReplay', { id, hidden: true, reason: 'Not drawn.' })
    await withEveryFault(fault, hide, async (_reply, n) => {
      const { replay } = await shownStream(mira, id)
      expect([n, await auditLogCountOf(id)]).toEqual([n, replay === 'hidden' ? 1 : 0])
      await jsonOf(hide(env))
      expect([(await shownStream(mira, id)).replay, await auditLogCountOf(id)]).toEqual(['hidden', 1])
      id = await addReplay(mira)
    })
  })

  it('a replay is kept with its chat, or remains pending', async () => {
    const mira = await addPerson()
    let id = await addReplay(mira, { replay: 'pending' })
    const keepReplay = (bindings: Cloudflare.Env) => postToStreamWith(bindings, mira, 'replay', { id, keep: true })
    await withEveryFault(fault, keepReplay, async (_reply, n) => {
      const { replay } = await shownStream(mira, id)
      if (replay === 'kept') expect([n, await storedFiles(id)]).toEqual([n, ['chat.json']])
      else expect([n, replay]).toEqual([n, 'pending'])
      await jsonOf(keepReplay(env))
      expect((await shownStream(mira, id)).replay).toBe('kept')
      id = await addReplay(mira, { replay: 'pending' })
    })
  })

  it('a removed replay leaves nothing, at the latest after the schedule', async () => {
    const mira = await addPerson()
    const addRecorded = async () => {
      const id = await addReplay(mira)
      await storeReplay(id)
      await postToStream(mira, 'chapters', { id, chapters: [{ atMs: 0, title: 'Lines' }] })
      return id
    }
    let id = await addRecorded()
    await withEveryFault(
      fault,
      (bindings) => postToStreamWith(bindings, mira, 'replay', { id, keep: false }),
      async (_reply, n) => {
        const { replay, chapters } = await shownStream(mira, id)
        if (replay === 'kept') expect([n, chapters.length, (await storedFiles(id)).length]).toEqual([n, 1, 3])
        else {
          expect([n, chapters]).toEqual([n, []])
          await runStreamJobs()
          expect([n, await storedFiles(id)]).toEqual([n, []])
        }
        id = await addRecorded()
      },
    )
  })

  it('chapters are replaced completely or not at all', async () => {
    const mira = await addPerson()
    const id = await addReplay(mira)
    const set = (bindings: Cloudflare.Env, title: string) =>
      postToStreamWith(bindings, mira, 'chapters', { id, chapters: [{ atMs: 0, title }] })
    await set(env, 'before')
    await withEveryFault(
      fault,
      (bindings) => set(bindings, 'after'),
      async (_reply, n) => {
        const titles = (await shownStream(mira, id)).chapters.map(({ title }) => title)
        expect([['before'], ['after']], `call ${n}`).toContainEqual(titles)
        await set(env, 'before')
      },
    )
  })

  it('a sketch is posted together with its replay, or neither', async () => {
    const mira = await addPerson()
    const addReplayAndUpload = async () => ({
      streamId: await addReplay(mira, { replay: 'pending' }),
      uploadId: (await addUpload(mira)).id,
    })
    let { streamId, uploadId } = await addReplayAndUpload()
    const post = (bindings: Cloudflare.Env) => postUpload(mira, uploadId, { streamId }, bindings)
    await withEveryFault(fault, post, async (_reply, n) => {
      const pending = await env.DB.prepare('SELECT 1 FROM pending_uploads WHERE id = ?').bind(uploadId).first()
      const { replay, sketch } = await shownStream(mira, streamId)
      expect([n, replay, sketch === null]).toEqual(pending ? [n, 'pending', true] : [n, 'kept', false])
      const { sketchId } = await jsonOf<{ sketchId: number }>(post(env))
      expect(await shownStream(mira, streamId)).toMatchObject({ replay: 'kept', sketch: { id: sketchId } })
      ;({ streamId, uploadId } = await addReplayAndUpload())
    })
  })
})

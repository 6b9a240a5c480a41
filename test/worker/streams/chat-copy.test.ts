import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { streamChannel } from '../../../contract/channel.ts'
import type { ReplayChatReply } from '../../../contract/http/streams.ts'
import type { OutboxEvent } from '../../../durable-objects/chat/ChatReports.ts'
import { replayChatKey } from '../../../durable-objects/stream/stream.ts'
import {
  copyChatToReplay,
  forgetInReplayChat,
  removeFromReplayChat,
} from '../../../worker/domain/streams/replay-chat.ts'
import { SiteForChat } from '../../../worker/features/chat/SiteForChat.ts'
import { enterRoom } from '../../support/worker/chat.ts'
import { changedFiles } from '../../support/worker/outages.ts'
import { addPerson } from '../../support/worker/people.ts'
import { errorOf, jsonOf, sendRequest, sendRequestWith } from '../../support/worker/site.ts'
import { addReplay, startStream } from '../../support/worker/stream-calls.ts'
import { watchedDb } from '../../support/worker/watched-db.ts'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => vi.restoreAllMocks())

const site = (bindings: Partial<Cloudflare.Env> = {}) =>
  new SiteForChat(createExecutionContext(), { ...env, ...bindings })
const copyOf = async (id: number) => (await env.FILES.get(replayChatKey(id)))?.text()
const linesOf = async (id: number) =>
  (JSON.parse((await copyOf(id)) ?? '') as ReplayChatReply).lines.map(({ message }) => message)

/** Creates a stream with a stored chat of two lines, and the events of a deletion of the first one by staff. */
async function withStoredChat(copied: string = copy()) {
  const staff = await addPerson({ flags: 'm' })
  const id = await startStream(await addPerson())
  await env.FILES.put(replayChatKey(id), copied)
  const events: OutboxEvent[] = [
    { kind: 'gone', at: 1, numbers: [1] },
    { kind: 'act', at: 1, staffId: staff.id, act: 'chat_delete', userId: null, reason: '', changes: {} },
  ]
  const outbox = events.map((event, index) => ({ id: index + 1, event }))
  const actions = async () => {
    const { results } = await env.DB.prepare('SELECT action FROM audit_log WHERE staff_id = ?').bind(staff.id).all()
    return results.map(({ action }) => action)
  }
  return {
    id,
    actions,
    deliver: (bindings: Partial<Cloudflare.Env> = {}) => site(bindings).deliverEvents(streamChannel(id), outbox),
  }
}

function copy(): string {
  const user = { id: 1, nickname: 'Ines', avatar: null }
  const lines = ['how unkind', 'what a line'].map((message, index) => ({ id: index + 1, atMs: 0, user, message }))
  return JSON.stringify({ lines } satisfies ReplayChatReply)
}

describe('events from the chat room of a stream', () => {
  describe.each(['{"lines":[{"at', '{"lines":[{"message":"of before"}]}'])(
    'with a stored chat that cannot be read: %s',
    (unreadable) => {
      it('the events are processed', async () => {
        const { actions, deliver } = await withStoredChat(unreadable)
        await deliver()
        expect(await actions()).toEqual(['chat_delete'])
      })

      it('the stored chat stays unchanged', async () => {
        const { id, deliver } = await withStoredChat(unreadable)
        await deliver()
        expect(await copyOf(id)).toBe(unreadable)
      })
    },
  )

  describe.each(['get', 'put'])('when the file store fails at %s', (call) => {
    const broken = () => changedFiles({ [call]: () => Promise.reject(new Error('no store')) })

    it('the events are processed', async () => {
      const { id, actions, deliver } = await withStoredChat()
      await expect(deliver({ FILES: broken() })).rejects.toThrow('no store')
      expect(await actions()).toEqual(['chat_delete'])
      expect(await linesOf(id)).toEqual(['how unkind', 'what a line'])
    })

    it('the next delivery changes the stored chat', async () => {
      const { id, deliver } = await withStoredChat()
      await expect(deliver({ FILES: broken() })).rejects.toThrow('no store')
      await deliver()
      expect(await linesOf(id)).toEqual(['what a line'])
    })

    it('the next delivery does not process the events again', async () => {
      const { actions, deliver } = await withStoredChat()
      await expect(deliver({ FILES: broken() })).rejects.toThrow('no store')
      await deliver()
      expect(await actions()).toEqual(['chat_delete'])
    })
  })
})

describe('the stored chat of a replay', () => {
  it('the stored chat has no line that is deleted while it is being written', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    const id = await startStream(mira)
    const channel = streamChannel(id)
    const room = await enterRoom(ines, channel)
    await room.say('what a line')
    const left = [await room.say('how unkind'), await room.say('and once more')]
    const row = env.DB.prepare('SELECT last_event FROM chat_rooms WHERE channel = ?').bind(channel)
    const lastEvent = async () => (await row.first<number>('last_event')) ?? 0
    // Deletes another line in the room each time the chat is about to be stored.
    const late = changedFiles({
      put: async (...put: Parameters<R2Bucket['put']>) => {
        const gone = left.shift()
        if (gone) {
          const before = await lastEvent()
          await jsonOf(
            sendRequest('/api/v2/chat/moderate', { as: mira, body: { action: 'delete', channel, id: gone.id } }),
          )
          await expect.poll(lastEvent).toBeGreaterThan(before)
        }
        return env.FILES.put(...put)
      },
    })
    const times = { id, userId: mira.id, startedAt: Date.now() - 60_000, endedAt: Date.now() + 60_000 }
    await copyChatToReplay({ ...env, FILES: late }, times)
    expect(await linesOf(id)).toEqual(['what a line'])
    room.close()
  })

  it('a chat that changes all the time is stored five times', async () => {
    const mira = await addPerson()
    const id = await startStream(mira)
    let reads = 0
    const user = { id: 1, nickname: 'Ines', avatar: null }
    const linesBetween = async () => [{ id: ++reads, date: '20260101000000', user, message: `line ${reads}` }]
    const CHAT = { getByName: () => ({ linesBetween }) } as unknown as Cloudflare.Env['CHAT']
    const put = vi.fn(env.FILES.put.bind(env.FILES))
    await copyChatToReplay(
      { CHAT, FILES: changedFiles({ put }) },
      { id, userId: mira.id, startedAt: 0, endedAt: Date.now() },
    )
    expect(put).toHaveBeenCalledTimes(5)
    expect(await linesOf(id)).toEqual([`line ${reads}`])
  })

  it('a chat that changes all the time is stored without lines that were deleted during the last copies', async () => {
    const mira = await addPerson()
    const id = await startStream(mira)
    const user = { id: 1, nickname: 'Ines', avatar: null }
    const inRoom = new Set([1, 2, 3])
    let reads = 0
    const linesBetween = async () => {
      reads++
      return [...inRoom].map((id) => ({ id, date: '20260101000000', user, message: `line ${id} of ${reads}` }))
    }
    const CHAT = { getByName: () => ({ linesBetween }) } as unknown as Cloudflare.Env['CHAT']
    let puts = 0
    const put = async (...args: Parameters<R2Bucket['put']>) => {
      puts++
      if (puts === 4) inRoom.delete(2)
      if (puts === 5) {
        inRoom.delete(3)
        await removeFromReplayChat(env, id, [3])
      }
      return env.FILES.put(...args)
    }
    await copyChatToReplay(
      { CHAT, FILES: changedFiles({ put }) },
      { id, userId: mira.id, startedAt: 0, endedAt: Date.now() },
    )
    expect(await linesOf(id)).toEqual([`line 1 of ${reads}`])
  })

  it('a chat that is stored many times at once is read from its room once', async () => {
    const mira = await addPerson()
    const id = await startStream(mira)
    const put = vi.fn(env.FILES.put.bind(env.FILES))
    const times = { id, userId: mira.id, startedAt: Date.now() - 60_000, endedAt: Date.now() + 60_000 }
    const copies = Array.from({ length: 5 }, () => copyChatToReplay({ ...env, FILES: changedFiles({ put }) }, times))
    await Promise.all(copies)
    expect(put).toHaveBeenCalledTimes(1)
  })

  it('the chat of a recording that is deleted while it is published is not stored', async () => {
    const mira = await addPerson()
    const id = await addReplay(mira, { replay: 'pending' })
    const replay = (bindings: Cloudflare.Env, keep: boolean) =>
      sendRequestWith(bindings, '/api/v2/stream/replay', { as: mira, body: { id, keep } })
    const put = async (...put: Parameters<R2Bucket['put']>) => {
      await jsonOf(replay(env, false))
      return env.FILES.put(...put)
    }
    const published = replay({ ...env, FILES: changedFiles({ put }) }, true)
    expect(await errorOf(published)).toEqual([404, 'not_found'])
    expect(await copyOf(id)).toBeUndefined()
  })

  it('a recording that is published twice at once keeps its chat', async () => {
    const mira = await addPerson()
    const id = await addReplay(mira, { replay: 'pending' })
    const replay = (bindings: Cloudflare.Env) =>
      sendRequestWith(bindings, '/api/v2/stream/replay', { as: mira, body: { id, keep: true } })
    const DB = watchedDb(env.DB, async (run, _, query) => {
      if (query.startsWith('update "streams"')) await jsonOf(replay(env))
      return run()
    })
    await jsonOf(replay({ ...env, DB }))
    expect(await linesOf(id)).toEqual([])
  })

  it('the chats of two streams are stored at a time, because they fill the memory', async () => {
    const members = [await addPerson(), await addPerson(), await addPerson()]
    const streams = await Promise.all(members.map(async (as) => ({ id: await addReplay(as), userId: as.id })))
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const put = vi.fn(async (...put: Parameters<R2Bucket['put']>) => {
      await released
      return env.FILES.put(...put)
    })
    const times = { startedAt: Date.now() - 60_000, endedAt: Date.now() + 60_000 }
    const bindings = { ...env, FILES: changedFiles({ put }) }
    const copies = streams.map((stream) => copyChatToReplay(bindings, { ...stream, ...times }))
    await expect.poll(() => put).toHaveBeenCalledTimes(2)
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(put).toHaveBeenCalledTimes(2)
    release()
    await Promise.all(copies)
    for (const { id } of streams) expect(await linesOf(id)).toEqual([])
  })

  it('the chats of one member leave a place for those of others', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const put = vi.fn(async (...put: Parameters<R2Bucket['put']>) => {
      await released
      return env.FILES.put(...put)
    })
    const times = { startedAt: Date.now() - 60_000, endedAt: Date.now() + 60_000 }
    const held = [await addReplay(mira), await addReplay(mira)].map((id) =>
      copyChatToReplay({ ...env, FILES: changedFiles({ put }) }, { id, userId: mira.id, ...times }),
    )
    await expect.poll(() => put).toHaveBeenCalled()
    const id = await addReplay(ines)
    const copied = copyChatToReplay(env, { id, userId: ines.id, ...times }).then(() => true)
    expect(await Promise.race([copied, scheduler.wait(30_000)])).toBe(true)
    release()
    await Promise.all(held)
  })

  it('a deleted member disappears from the stored chat, also where lines mention them', async () => {
    const id = await startStream(await addPerson())
    const author = { id: 8, nickname: 'Tomo', avatar: 'a' }
    const mentions = [{ userId: 8, start: 6, length: 5 }]
    const lines = [
      { id: 1, atMs: 0, user: author, message: 'hello' },
      { id: 2, atMs: 1, user: { ...author, id: 9, nickname: 'Pia' }, message: 'look, @Tomo!', mentions },
    ]
    await env.FILES.put(replayChatKey(id), JSON.stringify({ lines } satisfies ReplayChatReply))
    await forgetInReplayChat(env, id, [8])
    const text = await copyOf(id)
    expect(text).not.toContain('Tomo')
    expect(await linesOf(id)).toEqual(['hello', 'look, @deleted member!'])
  })

  it('of two changes at once, neither undoes the other', async () => {
    const { id } = await withStoredChat()
    let changedBetween = false
    const files = changedFiles({
      put: async (...put: Parameters<R2Bucket['put']>) => {
        if (!changedBetween) {
          changedBetween = true
          // Removes the first line, as another isolate does.
          const { lines } = JSON.parse((await copyOf(id)) ?? '') as ReplayChatReply
          await env.FILES.put(replayChatKey(id), JSON.stringify({ lines: lines.slice(1) }))
        }
        return env.FILES.put(...put)
      },
    })
    await forgetInReplayChat({ FILES: files }, id, [1])
    expect(await copyOf(id)).not.toContain('Ines')
    expect(await linesOf(id)).toEqual(['what a line'])
  })

  it('one stored chat is changed at a time, because it fills the memory', async () => {
    const ids = [(await withStoredChat()).id, (await withStoredChat()).id]
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const get = vi.fn(async (key: string) => {
      await released
      return env.FILES.get(key)
    })
    const changed = ids.map((id) => removeFromReplayChat({ FILES: changedFiles({ get }) }, id, [1]))
    await expect.poll(() => get).toHaveBeenCalled()
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(get).toHaveBeenCalledOnce()
    release()
    await Promise.all(changed)
    for (const id of ids) expect(await linesOf(id)).toEqual(['what a line'])
  })

  it('the changes of one stored chat leave their turn to those of others', async () => {
    const [busy, other] = [(await withStoredChat()).id, (await withStoredChat()).id]
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const read: string[] = []
    const get = async (key: string) => {
      read.push(key)
      await released
      return env.FILES.get(key)
    }
    const remove = (id: number) => removeFromReplayChat({ FILES: changedFiles({ get }) }, id, [1])
    const first = remove(busy)
    await expect.poll(() => read).not.toEqual([])
    const changed = [first, remove(busy), remove(busy)]
    await new Promise((resolve) => setTimeout(resolve, 100))
    changed.push(remove(other))
    await new Promise((resolve) => setTimeout(resolve, 100))
    release()
    await Promise.all(changed)
    expect(read).toEqual([busy, other, busy, busy].map(replayChatKey))
  })

  it('the stored chat is not read when a line is deleted that was written after the stream', async () => {
    const mira = await addPerson()
    const id = await startStream(mira)
    const user = { id: 1, nickname: 'Ines', avatar: null }
    const date = '20260101000000'
    const linesBetween = async () => [1, 2].map((id) => ({ id, date, user, message: `line ${id}` }))
    const CHAT = { getByName: () => ({ linesBetween }) } as unknown as Cloudflare.Env['CHAT']
    await copyChatToReplay({ ...env, CHAT }, { id, userId: mira.id, startedAt: 0, endedAt: Date.now() })
    const get = vi.fn(env.FILES.get.bind(env.FILES))
    const remove = (line: number) => removeFromReplayChat({ FILES: changedFiles({ get }) }, id, [line])
    await remove(3)
    expect(get).not.toHaveBeenCalled()
    await remove(2)
    await remove(3)
    expect(get).toHaveBeenCalledOnce()
    expect(await linesOf(id)).toEqual(['line 1'])
  })

  it('the stored chat keeps the ids of members whom its lines mention', async () => {
    const [mira, ines] = [await addPerson(), await addPerson({ nickname: 'ines_copied' })]
    const id = await startStream(mira)
    const room = await enterRoom(ines, streamChannel(id))
    const line = await room.say('I am @ines_copied')
    const mentions = [{ userId: ines.id, start: 5, length: 12 }]
    const times = { id, userId: mira.id, startedAt: Date.now() - 60_000, endedAt: Date.now() + 60_000 }
    const copied = async () => {
      await copyChatToReplay(env, times)
      return JSON.parse((await copyOf(id)) ?? '').lines
    }
    await expect.poll(copied).toMatchObject([{ id: line.id, mentions }])
    room.close()
  })
})

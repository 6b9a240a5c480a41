import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { ReplayChatReply } from '../../../contract/http/streams.ts'
import { streams } from '../../../worker/domain/streams/schema.ts'
import { openDb } from '../../../worker/lib/database.ts'
import { enterRoom } from '../../support/worker/chat.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { jsonOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { postToStream, startStream, storedFiles } from '../../support/worker/stream-calls.ts'

const DAY_MS = 86_400_000

describe('the chat of a replay', () => {
  const replay = (as: Person, id: number, keep: boolean) => postToStream(as, 'replay', { id, keep })

  it('a replay includes each chat line of its time that was not deleted [2 §2 Streams]', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    const id = await startStream(mira)
    const room = await enterRoom(ines, `stream-${id}`)
    await room.say('what a line')
    const gone = await room.say('never mind')
    room.send({ type: 'delete', id: gone.id })
    await room.next('delete')
    const ended = { state: 'ended', finalized: true, replay: 'pending', endedAt: Date.now() + DAY_MS } as const
    await openDb(env.DB)
      .update(streams)
      .set({ ...ended, startedAt: Date.now() - 60_000 })
      .where(eq(streams.id, id))
    await jsonOf(replay(mira, id, true))
    expect(await storedFiles(id)).toEqual(['chat.json'])
    const { lines } = await requestJson<ReplayChatReply>(`/stream/${id}/replay/chat.json`)
    expect(lines).toEqual([
      {
        id: expect.any(Number),
        atMs: expect.any(Number),
        user: { id: ines.id, nickname: ines.nickname, avatar: null },
        message: 'what a line',
      },
    ])
    expect(lines[0]?.atMs).toBeGreaterThan(55_000)
    room.close()
  })

  it('a line that is deleted later disappears from the chat of the replay', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    const id = await startStream(mira)
    const channel = `stream-${id}`
    const room = await enterRoom(ines, channel)
    const [kept, gone] = [await room.say('what a line'), await room.say('how unkind')]
    const ended = { state: 'ended', finalized: true, replay: 'pending', endedAt: Date.now() + DAY_MS } as const
    await openDb(env.DB).update(streams).set(ended).where(eq(streams.id, id))
    await jsonOf(replay(mira, id, true))
    await jsonOf(sendRequest('/api/v2/chat/moderate', { as: mira, body: { action: 'delete', channel, id: gone.id } }))
    const lineIds = async () =>
      (await requestJson<ReplayChatReply>(`/stream/${id}/replay/chat.json`)).lines.map((line) => line.id)
    await expect.poll(lineIds).toEqual([kept.id])
    room.close()
  })
})

import { evictDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { ChatLine } from '../../../contract/socket/chat.ts'
import { SOCKET_CLOSE } from '../../../contract/socket/sockets.ts'
import { addSketchCase, decide } from '../../support/worker/cases.ts'
import { enterRoom, openSocket } from '../../support/worker/chat.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { jsonOf, sendRequest } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'
import { postToStream, startStream } from '../../support/worker/stream-calls.ts'
import { addPicture } from '../../support/worker/uploads.ts'

const LOBBY = 'lobby'

describe('the announcement of a stream in the lobby', () => {
  /** Announces a stream in the lobby and ends it. */
  async function announceAndEnd() {
    const mira = await addPerson()
    const lobby = await enterRoom(await addPerson(), LOBBY)
    await lobby.next('chats')
    const id = await startStream(mira, { title: 'Inks' })
    const { line } = await lobby.next('chat')
    expect(line.message).toBe('is live: Inks')
    await jsonOf(postToStream(mira, 'end', { id }))
    return {
      mira,
      id,
      lobby,
      line,
      ended: { message: 'was live: Inks', link: { path: `/stream/${id}`, label: 'Open' } },
    }
  }

  it('the line changes for members in the lobby when the stream ends', async () => {
    const { lobby, line, ended } = await announceAndEnd()
    expect(await lobby.next('edit')).toMatchObject({ id: line.id, ...ended })
    lobby.close()
  })

  it('members who enter later get the changed line', async () => {
    const { lobby, line, ended } = await announceAndEnd()
    await lobby.next('edit')
    lobby.close()
    await evictDurableObject(env.CHAT.getByName(LOBBY), { webSockets: 'close' })
    const late = await enterRoom(await addPerson(), LOBBY)
    const { lines } = await late.next('chats')
    expect(lines.find(({ id }: ChatLine) => id === line.id)).toEqual({ ...line, ...ended })
    late.close()
  })

  it.each(['live', 'ended'])('the line is deleted when the stream becomes mature: %s', async (state) => {
    const mira = await addPerson()
    const lobby = await enterRoom(await addPerson(), LOBBY)
    await lobby.next('chats')
    const id = await startStream(mira, { title: 'Nudes' })
    const { line } = await lobby.next('chat')
    if (state === 'ended') {
      await jsonOf(postToStream(mira, 'end', { id }))
      await lobby.next('edit')
    }
    const body = { id, title: 'Nudes', description: '', mature: true, sketchId: null, challengeId: null }
    await jsonOf(postToStream(mira, 'edit', body))
    expect(await lobby.next('delete')).toMatchObject({ ids: [line.id] })
    lobby.close()
    await evictDurableObject(env.CHAT.getByName(LOBBY), { webSockets: 'close' })
    const late = await enterRoom(await addPerson(), LOBBY)
    expect((await late.next('chats')).lines.map((kept: ChatLine) => kept.id)).not.toContain(line.id)
    late.close()
  })

  const becomesMature = {
    'its artist edits the sketch': async (mira: Person, id: number) => {
      const sketch = await keepReplay(mira, id)
      await jsonOf(sendRequest(`/sketch/${sketch}/edit?format=json`, { as: mira, body: { mature: true } }))
    },
    'staff mark the sketch on its page': async (mira: Person, id: number) => {
      const body = { sketchId: await keepReplay(mira, id), mark: 'mature', on: true, rule: 'mature', reason: '' }
      await jsonOf(sendRequest('/gloperate/mark', { as: await addPerson({ flags: 'm' }), body }))
    },
    'staff mark the sketch at the desk': async (mira: Person, id: number) => {
      const caseId = await addSketchCase(await keepReplay(mira, id))
      const decision = { action: 'mature', rule: 'mature', reason: '' }
      await jsonOf(decide(await addPerson({ flags: 'm' }), caseId, decision))
    },
    'the recording is posted with a mature sketch': async (mira: Person, id: number) => {
      await env.DB.prepare("UPDATE streams SET replay = 'pending', replay_pending_at = 1 WHERE id = ?").bind(id).run()
      await addPicture(mira, { streamId: id, mature: true })
    },
  }

  it.each(Object.entries(becomesMature))('the line is deleted when the replay becomes mature: %s', async (_, act) => {
    const { mira, id, lobby, line } = await announceAndEnd()
    await lobby.next('edit')
    const [viewer, channel] = [await addPerson(), `stream-${id}`]
    const room = await enterRoom(viewer, channel)
    await room.next('chats')
    await act(mira, id)
    expect(await lobby.next('delete')).toMatchObject({ ids: [line.id] })
    expect(await room.closed()).toBe(SOCKET_CLOSE.restarting)
    expect(await (await openSocket(viewer, channel)).closed()).toBe(SOCKET_CLOSE.forbidden)
    lobby.close()
  })
})

/** Keeps the recording of a stream with a new sketch. Returns the sketch. */
async function keepReplay(mira: Person, id: number): Promise<number> {
  const sketch = await addSketch(mira)
  await env.DB.prepare("UPDATE streams SET replay = 'kept', replay_sketch_id = ? WHERE id = ?").bind(sketch, id).run()
  return sketch
}

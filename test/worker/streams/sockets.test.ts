import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { SOCKET_CLOSE } from '../../../contract/socket/sockets.ts'
import { streamSocketPath } from '../../../contract/socket/stream-messages.ts'
import { addBan } from '../../support/worker/bans.ts'
import { enterRoom } from '../../support/worker/chat.ts'
import { block, unblock } from '../../support/worker/fans-and-blocks.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { errorOf, jsonOf, sendRequest } from '../../support/worker/site.ts'
import { addStream, openStream, publishTo, startStream, streamObject, watch } from '../../support/worker/streams.ts'

const closedFor = async (person: Person | null, streamId: number) => (await openStream(person, streamId)).closed()

describe('the socket of a live stream [2 §7 Real-time]', () => {
  it('the socket needs a login and no suspension [2 §6]', async () => {
    const { streamId } = await startStream()
    expect(await closedFor(null, streamId)).toBe(SOCKET_CLOSE.notLoggedIn)
    expect(await closedFor(await addBan(await addPerson(), 24), streamId)).toBe(SOCKET_CLOSE.forbidden)
    expect(await errorOf(sendRequest(streamSocketPath(streamId), { as: await addPerson() }))).toEqual([
      426,
      'not_a_socket',
    ])
  })

  it('the socket of a stream that is not live is refused', async () => {
    const { streamId } = await startStream()
    const mira = await addPerson()
    expect(await closedFor(mira, streamId + 1000)).toBe(SOCKET_CLOSE.notFound)
    await streamObject(streamId).stop('stopped')
    expect(await closedFor(mira, streamId)).toBe(SOCKET_CLOSE.notFound)
  })

  it('the socket of a mature stream is for its artist, staff and members who show mature sketches [1 §5]', async () => {
    const owner = await addPerson()
    const streamId = await addStream(owner, { mature: true })
    await publishTo(owner, streamId)
    await watch(await addPerson({ showMature: true }), streamId)
    await watch(await addPerson({ flags: 'm' }), streamId)
    expect(await closedFor(await addPerson(), streamId)).toBe(SOCKET_CLOSE.forbidden)
  })

  it('a stream that becomes mature disconnects other viewers, here and at relays', async () => {
    const { owner, streamId } = await startStream()
    const [mira, tomo] = [await addPerson(), await addPerson({ showMature: true })]
    const here = await watch(mira, streamId)
    for (let userId = 1_000_000; userId < 1_000_000 + Number(env.STREAM_VIEWERS_MAX); userId++)
      await streamObject(streamId).objectNameFor(userId)
    const there = await watch(await addPerson(), streamId)
    const words = { id: streamId, title: 'Figures', description: '', mature: true, sketchId: null, challengeId: null }
    await jsonOf(sendRequest('/api/v2/stream/edit', { as: owner, body: words }))
    for (const viewer of [here, there]) expect(await viewer.closed()).toBe(SOCKET_CLOSE.restarting)
    expect(await closedFor(mira, streamId)).toBe(SOCKET_CLOSE.forbidden)
    await watch(tomo, streamId)
  })

  it('a block in either direction refuses the socket', async () => {
    const { owner, streamId } = await startStream()
    const [mira, tomo] = [await addPerson(), await addPerson()]
    const block = env.DB.prepare('INSERT INTO blocks (user_id, blocked_id, created_at) VALUES (?, ?, 1)')
    await env.DB.batch([block.bind(owner.id, mira.id), block.bind(tomo.id, owner.id)])
    for (const one of [mira, tomo]) expect(await closedFor(one, streamId)).toBe(SOCKET_CLOSE.forbidden)
  })

  it('a new block closes the sockets of stream and chat room between the two members, and no others', async () => {
    const { owner, streamId } = await startStream()
    const [mira, tomo, ines] = [await addPerson(), await addPerson(), await addPerson({ flags: 'm' })]
    const [theirs, room] = [await watch(mira, streamId), await enterRoom(mira, `stream-${streamId}`)]
    const [other, staff] = [await watch(tomo, streamId), await watch(ines, streamId)]
    await block(mira, owner)
    for (const socket of [theirs, room]) expect(await socket.closed()).toBe(SOCKET_CLOSE.restarting)
    expect(await closedFor(mira, streamId)).toBe(SOCKET_CLOSE.forbidden)
    for (const one of [tomo, ines]) await block(owner, one)
    for (const socket of [other, staff]) expect(await socket.closed()).toBe(SOCKET_CLOSE.restarting)
    expect(await closedFor(tomo, streamId)).toBe(SOCKET_CLOSE.forbidden)
    await watch(ines, streamId)
    await unblock(owner, tomo)
    await watch(tomo, streamId)
  })

  it('the end of the session and a ban close the socket', async () => {
    const { streamId } = await startStream()
    const [mira, tomo] = [await addPerson(), await addPerson()]
    const [leaves, isBanned] = [await watch(mira, streamId), await watch(tomo, streamId)]
    await jsonOf(sendRequest('/logout', { as: mira, body: {} }))
    expect(await leaves.closed()).toBe(SOCKET_CLOSE.notLoggedIn)
    await addBan(tomo, 24)
    expect(await isBanned.closed()).toBe(SOCKET_CLOSE.forbidden)
  })
})

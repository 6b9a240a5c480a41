import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { SOCKET_CLOSE } from '../../../contract/socket/sockets.ts'
import { streamSocketPath } from '../../../contract/socket/stream-messages.ts'
import { addBan } from '../../support/worker/bans.ts'
import { enterRoom } from '../../support/worker/chat.ts'
import { block, unblock } from '../../support/worker/fans-and-blocks.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { errorOf, jsonOf, sendRequest } from '../../support/worker/site.ts'
import {
  addStreamWithRoom,
  openStream,
  publishNewStream,
  publishTo,
  streamObject,
  watch,
} from '../../support/worker/stream-sockets.ts'

const closedFor = async (person: Person | null, streamId: number) => (await openStream(person, streamId)).closed()

describe('the socket of a live stream [2 §7 Real-time]', () => {
  it('the socket needs a login [2 §6]', async () => {
    const { streamId } = await publishNewStream()
    expect(await closedFor(null, streamId)).toBe(SOCKET_CLOSE.notLoggedIn)
  })

  it('the socket of a suspended member is refused [2 §6]', async () => {
    const { streamId } = await publishNewStream()
    expect(await closedFor(await addBan(await addPerson(), 24), streamId)).toBe(SOCKET_CLOSE.forbidden)
  })

  it('a plain request for the socket is refused', async () => {
    const { streamId } = await publishNewStream()
    expect(await errorOf(sendRequest(streamSocketPath(streamId), { as: await addPerson() }))).toEqual([
      426,
      'not_a_socket',
    ])
  })

  it('the socket of a stream that is not live is refused', async () => {
    const { streamId } = await publishNewStream()
    const mira = await addPerson()
    expect(await closedFor(mira, streamId + 1000)).toBe(SOCKET_CLOSE.notFound)
    await streamObject(streamId).stop('stopped')
    expect(await closedFor(mira, streamId)).toBe(SOCKET_CLOSE.notFound)
  })

  it('the socket of a mature stream is for its artist, staff and members who show mature sketches [1 §5]', async () => {
    const owner = await addPerson()
    const streamId = await addStreamWithRoom(owner, { mature: true })
    await publishTo(owner, streamId)
    await watch(await addPerson({ showMature: true }), streamId)
    await watch(await addPerson({ flags: 'm' }), streamId)
    expect(await closedFor(await addPerson(), streamId)).toBe(SOCKET_CLOSE.forbidden)
  })

  it('a stream that becomes mature disconnects other viewers, here and at relays', async () => {
    const { owner, streamId } = await publishNewStream()
    const [mira, tomo] = [await addPerson(), await addPerson({ showMature: true })]
    const viewer = await watch(mira, streamId)
    for (let userId = 1_000_000; userId < 1_000_000 + Number(env.STREAM_VIEWERS_MAX); userId++)
      await streamObject(streamId).objectNameFor(userId)
    const relayedViewer = await watch(await addPerson(), streamId)
    const body = { id: streamId, title: 'Figures', description: '', mature: true, sketchId: null, challengeId: null }
    await jsonOf(sendRequest('/api/v2/stream/edit', { as: owner, body }))
    for (const client of [viewer, relayedViewer]) expect(await client.closed()).toBe(SOCKET_CLOSE.restarting)
    expect(await closedFor(mira, streamId)).toBe(SOCKET_CLOSE.forbidden)
    await watch(tomo, streamId)
  })

  it('a block in either direction refuses the socket', async () => {
    const { owner, streamId } = await publishNewStream()
    const [mira, tomo] = [await addPerson(), await addPerson()]
    const block = env.DB.prepare('INSERT INTO blocks (user_id, blocked_id, created_at) VALUES (?, ?, 1)')
    await env.DB.batch([block.bind(owner.id, mira.id), block.bind(tomo.id, owner.id)])
    for (const member of [mira, tomo]) expect(await closedFor(member, streamId)).toBe(SOCKET_CLOSE.forbidden)
  })

  it('a new block by a viewer closes their sockets of stream and chat room', async () => {
    const { owner, streamId } = await publishNewStream()
    const mira = await addPerson()
    const sockets = [await watch(mira, streamId), await enterRoom(mira, `stream-${streamId}`)]
    await block(mira, owner)
    for (const socket of sockets) expect(await socket.closed()).toBe(SOCKET_CLOSE.restarting)
    expect(await closedFor(mira, streamId)).toBe(SOCKET_CLOSE.forbidden)
  })

  it('a new block by the artist closes the socket of the viewer', async () => {
    const { owner, streamId } = await publishNewStream()
    const tomo = await addPerson()
    const socket = await watch(tomo, streamId)
    await block(owner, tomo)
    expect(await socket.closed()).toBe(SOCKET_CLOSE.restarting)
    expect(await closedFor(tomo, streamId)).toBe(SOCKET_CLOSE.forbidden)
  })

  it('a new block leaves the sockets of other members open', async () => {
    const { owner, streamId, publisher } = await publishNewStream()
    const [mira, tomo] = [await addPerson(), await addPerson()]
    const [blocked, other] = [await watch(mira, streamId), await watch(tomo, streamId)]
    await block(mira, owner)
    await blocked.closed()
    publisher.publish('picture', { isKey: true, timeUs: 0 })
    await other.receivedFrame('picture', 0)
  })

  it('staff reconnect to a stream across a block', async () => {
    const { owner, streamId } = await publishNewStream()
    const staff = await addPerson({ flags: 'm' })
    const socket = await watch(staff, streamId)
    await block(owner, staff)
    expect(await socket.closed()).toBe(SOCKET_CLOSE.restarting)
    await watch(staff, streamId)
  })

  it('a viewer reconnects once the block has ended', async () => {
    const { owner, streamId } = await publishNewStream()
    const tomo = await addPerson()
    await block(owner, tomo)
    expect(await closedFor(tomo, streamId)).toBe(SOCKET_CLOSE.forbidden)
    await unblock(owner, tomo)
    await watch(tomo, streamId)
  })

  it('the end of the session closes the socket', async () => {
    const { streamId } = await publishNewStream()
    const mira = await addPerson()
    const socket = await watch(mira, streamId)
    await jsonOf(sendRequest('/logout', { as: mira, body: {} }))
    expect(await socket.closed()).toBe(SOCKET_CLOSE.notLoggedIn)
  })

  it('a ban closes the socket', async () => {
    const { streamId } = await publishNewStream()
    const tomo = await addPerson()
    const socket = await watch(tomo, streamId)
    await addBan(tomo, 24)
    expect(await socket.closed()).toBe(SOCKET_CLOSE.forbidden)
  })
})

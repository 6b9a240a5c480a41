import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { SOCKET_CLOSE } from '../../../contract/socket/sockets.ts'
import { handshakeRequest, openSocketAt } from '../../../durable-objects/realtime/handshake.ts'
import { addChannel } from '../../support/worker/chat.ts'
import { addPerson } from '../../support/worker/people.ts'
import { publishNewStream, streamObject } from '../../support/worker/stream-sockets.ts'
import { boardObject } from '../../support/worker/whiteboard.ts'

const SESSION = 'a session that ended'
const member = (id: number) => ({ id, nickname: 'Mira', avatar: null, flags: '', registeredAt: 0 })

async function closedRoom() {
  const [{ id }, channel] = [await addPerson(), await addChannel()]
  const object = env.CHAT.getByName(channel)
  await object.revokeSessions({ userId: id }, SOCKET_CLOSE.notLoggedIn)
  const facts = { roomId: 1, channel, title: null, ownerId: null, offeredTo: null }
  return { object, handshake: { ...facts, session: SESSION, member: { ...member(id), fan: false, inGroup: false } } }
}

async function closedBoard() {
  const { id } = await addPerson()
  await boardObject().revokeSessions({ userId: id }, SOCKET_CLOSE.notLoggedIn)
  return { object: boardObject(), handshake: { session: SESSION, member: member(id) } }
}

async function endedStream() {
  const { streamId } = await publishNewStream()
  await streamObject(streamId).stop('stopped')
  const facts = { streamId, ownerId: 1, startedAt: 0 }
  return { object: streamObject(streamId), handshake: { ...facts, session: SESSION, member: member(2) } }
}

async function endedChannel() {
  const object = env.MEMBER_CHANNEL.getByName(String((await addPerson()).id))
  await object.endAll()
  return { object, handshake: { session: SESSION, state: null } }
}

// A socket that an object opens and closes keeps it in memory until the client answers.
it.each([
  ['a room', closedRoom],
  ['the whiteboard', closedBoard],
  ['a stream', endedStream],
  ["a member's channel", endedChannel],
])('%s opens no socket for a member whom it refuses, and the page still gets the close code', async (_what, refuse) => {
  const { object, handshake } = await refuse()
  const reply = await object.fetch(handshakeRequest(handshake))
  expect([reply.status, reply.webSocket]).toEqual([403, null])
  const { webSocket } = await openSocketAt(object, handshake)
  const code = new Promise((resolve) => webSocket?.addEventListener('close', (event) => resolve(event.code)))
  webSocket?.accept()
  expect(Object.values(SOCKET_CLOSE)).toContain(await code)
})

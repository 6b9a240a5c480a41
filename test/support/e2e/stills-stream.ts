import sharp from 'sharp'
import type WebSocket from 'ws'
import { streamChannel } from '../../../contract/channel.ts'
import { ticketReply } from '../../../contract/http/chat.ts'
import { type StreamStartBody, streamIdReply } from '../../../contract/http/streams.ts'
import { chatServerFrame, chatSocketPath } from '../../../contract/socket/chat.ts'
import { encodeFrame } from '../../../contract/socket/stream-frame.ts'
import {
  type StreamClientMessage,
  type StreamServerEvent,
  streamSocketPath,
} from '../../../contract/socket/stream-messages.ts'
import { onEachFrame, openSocketTo } from '../open-socket.ts'
import { test as base, expect } from './fixtures.ts'
import type { Member } from './people.ts'
import { currentUserId } from './profiles.ts'
import { siteHeaders } from './site.ts'
import { CAMERA } from './streams.ts'

const STILL_INTERVAL_MS = 500

type StillsOptions = {
  /** Length of what is sent at once; at most nine seconds, because frames may not be far ahead of the clock. */
  lengthMs?: number
}

type Fixtures = {
  /**
   * Publishes a stream of stills in the camera's colour as a member without a browser, which encodes nothing; returns
   * its id once the site has the stills. Every browser shows stills.
   */
  streamStills: (artist: Member, fields?: Partial<StreamStartBody>, options?: StillsOptions) => Promise<number>
  /** Watches a stream as a member without a browser. */
  watchBySocket: (viewer: Member, id: number) => Promise<void>
}

export const test = base.extend<Fixtures>({
  // The members must outlive their streams.
  streamStills: async ({ anotherMember: _members }, use) => {
    const started: { artist: Member; id: number; socket: WebSocket }[] = []
    await use(async (artist, fields = {}, { lengthMs = 1000 } = {}) => {
      const data: StreamStartBody = { title: 'Market crowd', source: 'camera', key: crypto.randomUUID(), ...fields }
      const reply = await artist.request.post('/api/v2/stream/start', { headers: siteHeaders(), data })
      expect(reply.status(), await reply.text()).toBe(200)
      const { id } = streamIdReply.parse(await reply.json())
      started.push({ artist, id, socket: await publishStills(artist, id, lengthMs) })
      return id
    })
    for (const { artist, id, socket } of started) {
      await artist.request.post('/api/v2/stream/end', { headers: siteHeaders(), data: { id } })
      socket.terminate()
    }
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
  watchBySocket: async ({}, use) => {
    const opened: WebSocket[] = []
    await use(async (viewer, id) => {
      opened.push(await enterStream(viewer, id, 'viewer'))
    })
    for (const socket of opened) socket.terminate()
  },
})

/** Opens a socket as a member; also returns what the member authenticates with in a room. */
async function openSocketAs(member: Member, path: string, channel: string) {
  const userId = await currentUserId(member)
  const ticket = await member.request.get('/api/v2/chat/ticket', { params: { channel } })
  const { chatId } = ticketReply.parse(await ticket.json())
  const { cookies } = await member.request.storageState()
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  return { socket: await openSocketTo(siteHeaders().origin, path, { cookie }), userId, chatId }
}

async function enterStream(
  member: Member,
  streamId: number,
  as: 'publisher' | 'viewer',
  onEvent: (event: StreamServerEvent, socket: WebSocket) => void = () => undefined,
): Promise<WebSocket> {
  const { socket, userId, chatId } = await openSocketAs(member, streamSocketPath(streamId), streamChannel(streamId))
  onEachFrame(socket, (bytes, isBinary) => {
    if (isBinary) return
    for (const event of JSON.parse(String(bytes)) as StreamServerEvent[]) onEvent(event, socket)
  })
  send(socket, { type: 'auth', chatId, streamId, userId, as, level: 'all' })
  return socket
}

/** Sends a line to the chat of a stream as a member without a browser; resolves once it is published. */
export async function sayInStream(member: Member, streamId: number, message: string): Promise<void> {
  const channel = streamChannel(streamId)
  const { socket, chatId } = await openSocketAs(member, chatSocketPath(channel), channel)
  const { promise: published, resolve, reject } = Promise.withResolvers<void>()
  socket.once('close', (code) => reject(new Error(`the room closed the socket with ${code}`)))
  onEachFrame(socket, (bytes) => {
    for (const { type } of chatServerFrame.parse(JSON.parse(String(bytes)))) {
      if (type === 'chats') socket.send(JSON.stringify({ type: 'chat', key: crypto.randomUUID(), message }))
      if (type === 'chat') resolve()
    }
  })
  socket.send(JSON.stringify({ type: 'auth', chatId, channel }))
  await published
  socket.terminate()
}

const send = (socket: WebSocket, message: StreamClientMessage) => socket.send(JSON.stringify(message))

/** Publishes stills; resolves once the site has received them. */
async function publishStills(artist: Member, id: number, lengthMs: number): Promise<WebSocket> {
  const data = await cameraStill()
  const count = Math.floor(lengthMs / STILL_INTERVAL_MS) + 1
  const { promise: received, resolve, reject } = Promise.withResolvers<void>()
  let isSent = false
  const socket = await enterStream(artist, id, 'publisher', (event, socket) => {
    if (event.type === 'chapters') {
      if (isSent) return resolve()
      // A chapter without a title adds none; the answer to it comes after the frames were received.
      send(socket, { type: 'chapter', title: '' })
      isSent = true
    }
    if (event.type !== 'publish') return
    for (let number = event.next.still; number < count; number++) {
      const timeUs = number * STILL_INTERVAL_MS * 1000
      socket.send(encodeFrame({ kind: 'still', isKey: true, number, timeUs, data }))
    }
  })
  socket.once('close', (code) => reject(new Error(`the stream closed the socket with ${code}`)))
  await received
  return socket
}

async function cameraStill(): Promise<Uint8Array<ArrayBuffer>> {
  const [r, g, b] = CAMERA
  const picture = sharp({ create: { width: 320, height: 240, channels: 3, background: { r, g, b } } })
  return new Uint8Array(await picture.webp().toBuffer())
}

import { once } from 'node:events'
import WebSocket from 'ws'
import { type ChatClientMessage, chatSocketPath } from '../../../contract/socket/chat.ts'
import { parseMark } from '../../../contract/socket/sockets.ts'
import { type ChatMember, ticketOf } from './members.ts'

/** A room of a site. */
export type RoomAddress = { origin: string; channel: string }

/** A member's open socket in a room, which says what it has read as a page does; nothing was said on it yet. */
export function openSocket({ origin, channel }: RoomAddress, who: ChatMember): Promise<WebSocket> {
  return openSocketAt(origin, chatSocketPath(channel), who)
}

/** A member's open socket at a path of a site, which says what it has read as a page does. */
export async function openSocketAt(origin: string, path: string, { cookie }: ChatMember): Promise<WebSocket> {
  const address = `${origin.replace('http', 'ws')}${path}`
  const socket = new WebSocket(address, {
    origin,
    headers: { cookie },
    perMessageDeflate: false,
    handshakeTimeout: 5000,
  })
  socket.on('message', (frame: Buffer) => {
    const mark = markIn(frame)
    if (mark !== null) sendTo(socket, { type: 'ack', mark })
  })
  await once(socket, 'open')
  return socket
}

/** Hears what is said on a socket, frame by frame, but for the marks among it. */
export function eachFrame(socket: WebSocket, hear: (frame: Buffer<ArrayBuffer>, isBinary: boolean) => void): void {
  socket.on('message', (frame: Buffer<ArrayBuffer>, isBinary) => markIn(frame) === null && hear(frame, isBinary))
}

/** The mark that a frame is, if it is one; such frames are short. */
const markIn = (frame: Buffer): number | null => (frame.length < 100 ? parseMark(String(frame)) : null)

export function sendTo(socket: WebSocket, message: ChatClientMessage): void {
  socket.send(JSON.stringify(message))
}

/** Says who comes, and the last number that they have of the room. */
export async function sayWho(socket: WebSocket, { channel }: RoomAddress, who: ChatMember, last?: number) {
  sendTo(socket, { type: 'auth', chatId: await ticketOf(who), channel, last })
}

/** Someone comes in; answered when the room has told them its lines. */
export async function enterRoom(room: RoomAddress, who: ChatMember): Promise<WebSocket> {
  const socket = await openSocket(room, who)
  const told = hearing(socket, '"type":"chats"')
  await sayWho(socket, room, who)
  await told
  return socket
}

/** The next frame in which these words are, as they are on the wire. */
export function hearing(socket: WebSocket, words: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const closed = (code: number) => reject(new Error(`closed with ${code}`))
    socket.once('close', closed)
    // Several frames may come in one turn, of which a promise for each would miss some.
    socket.on('message', function look(frame: Buffer) {
      if (!frame.includes(words)) return
      socket.off('message', look)
      socket.off('close', closed)
      resolve()
    })
  })
}

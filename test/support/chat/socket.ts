import type WebSocket from 'ws'
import { type ChatClientMessage, chatSocketPath } from '../../../contract/socket/chat.ts'
import { openSocketTo } from '../open-socket.ts'
import { type ChatMember, ticketOf } from './members.ts'

export type RoomAddress = { origin: string; channel: string }

/** Opens a socket to a room without `auth`. Acknowledges marks like the page. */
export function openSocket({ origin, channel }: RoomAddress, member: ChatMember): Promise<WebSocket> {
  return openSocketTo(origin, chatSocketPath(channel), member)
}

export function sendMessage(socket: WebSocket, message: ChatClientMessage): void {
  socket.send(JSON.stringify(message))
}

export async function authenticate(socket: WebSocket, { channel }: RoomAddress, member: ChatMember, last?: number) {
  sendMessage(socket, { type: 'auth', chatId: await ticketOf(member), channel, last })
}

/** Enters a room; resolves when its lines have arrived. */
export async function enterRoom(room: RoomAddress, member: ChatMember): Promise<WebSocket> {
  const socket = await openSocket(room, member)
  const received = waitForText(socket, '"type":"chats"')
  await authenticate(socket, room, member)
  await received
  return socket
}

/** Waits for a frame that contains this text. Rejects if the socket closes. */
export function waitForText(socket: WebSocket, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const closed = (code: number) => reject(new Error(`closed with ${code}`))
    socket.once('close', closed)
    // Several frames can arrive in one turn; a promise for each would miss some.
    socket.on('message', function checkFrame(frame: Buffer) {
      if (!frame.includes(text)) return
      socket.off('message', checkFrame)
      socket.off('close', closed)
      resolve()
    })
  })
}

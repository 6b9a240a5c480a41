import { env } from 'cloudflare:workers'
import {
  type ChatClientMessage,
  type ChatLine,
  type ChatServerEvent,
  chatServerFrame,
  chatSocketPath,
} from '../../../contract/socket/chat.ts'
import { TestSocket } from './heard-socket.ts'
import type { Person } from './people.ts'
import { ask, askJson } from './site.ts'

/** Someone's socket in a room. */
export class ChatClient extends TestSocket<ChatServerEvent> {
  /** The frames as they came. */
  readonly frames: ChatServerEvent[][] = []

  constructor(socket: WebSocket) {
    super(socket)
    socket.accept()
  }

  protected override hear(raw: string | ArrayBuffer): void {
    const frame = chatServerFrame.parse(JSON.parse(String(raw)))
    this.frames.push(frame)
    this.keep(frame)
  }

  send(message: ChatClientMessage): void {
    this.sendRaw(JSON.stringify(message))
  }

  /** Says something, and waits until it stands. */
  async say(message: string, fields: { key?: string; replyTo?: number; again?: number } = {}): Promise<ChatLine> {
    const { key = newKey(), ...rest } = fields
    this.send({ type: 'chat', key, message, ...rest })
    for (;;) {
      const { line } = await this.next('chat')
      if (line.key === key) return line
    }
  }
}

let keys = 0

/** A key that no other line has. */
export const newKey = () => `key-${String(++keys).padStart(8, '0')}`

export async function ticketOf(person: Person, channel: string): Promise<string> {
  const { chatId } = await askJson<{ chatId: string }>(`/api/v2/chat/ticket?channel=${encodeURIComponent(channel)}`, {
    as: person,
  })
  return chatId
}

/** A socket of someone's, before they have said who they are. */
export async function openSocket(person: Person | null, channel: string): Promise<ChatClient> {
  const reply = await ask(chatSocketPath(channel), { as: person, headers: { upgrade: 'websocket' } })
  if (!reply.webSocket) throw new Error(`answered ${reply.status}: ${await reply.text()}`)
  return new ChatClient(reply.webSocket)
}

/** Someone comes into a room; they have been told of it up to who is there. */
export async function enterRoom(person: Person, channel: string, last?: number): Promise<ChatClient> {
  const client = await openSocket(person, channel)
  client.send({ type: 'auth', chatId: await ticketOf(person, channel), channel, ...(last !== undefined && { last }) })
  return client
}

/** A room of its own for a test, which nobody owns. */
let rooms = 0
export async function addChannel(fields: { ownerId?: number } = {}): Promise<string> {
  const channel = `room-${++rooms}`
  await env.DB.prepare("INSERT INTO chat_rooms (channel, kind, owner_id, created_at) VALUES (?, 'open', ?, 0)")
    .bind(channel, fields.ownerId ?? null)
    .run()
  return channel
}

import { env } from 'cloudflare:workers'
import {
  type ChatClientMessage,
  type ChatLine,
  type ChatServerEvent,
  chatServerFrame,
  chatSocketPath,
} from '../../../contract/socket/chat.ts'
import { signTicket } from '../../../durable-objects/realtime/ticket.ts'
import { type Person, sessionHash } from './people.ts'
import { requestJson, sendRequest } from './site.ts'
import { TestSocket } from './test-socket.ts'

export class ChatClient extends TestSocket<ChatServerEvent> {
  /** Frames in order of arrival. */
  readonly frames: ChatServerEvent[][] = []

  constructor(socket: WebSocket) {
    super(socket)
    socket.accept()
  }

  protected override receiveFrame(raw: string | ArrayBuffer): void {
    const frame = chatServerFrame.parse(JSON.parse(String(raw)))
    this.frames.push(frame)
    this.queueEvents(frame)
  }

  send(message: ChatClientMessage): void {
    this.sendRaw(JSON.stringify(message))
  }

  /** Sends a line and waits for its confirmation. */
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

export const newKey = () => `key-${String(++keys).padStart(8, '0')}`

export async function ticketOf(person: Person, channel: string): Promise<string> {
  const { chatId } = await requestJson<{ chatId: string }>(
    `/api/v2/chat/ticket?channel=${encodeURIComponent(channel)}`,
    {
      as: person,
    },
  )
  return chatId
}

/** Signs a ticket of a room that is valid for some seconds. */
export async function shortTicketOf(
  { id, nickname, token }: Person,
  channel: string,
  seconds: number,
): Promise<string> {
  const member = { id, nickname, avatar: null, flags: '', registeredAt: 0 }
  const relation = { channel, fan: false, inGroup: false }
  const claims = { member, session: await sessionHash(token), relation }
  return signTicket(env.TICKET_SECRET, claims, Date.now() - (600 - seconds) * 1000)
}

/** Opens a socket without `auth`. */
export async function openSocket(person: Person | null, channel: string): Promise<ChatClient> {
  const reply = await sendRequest(chatSocketPath(channel), { as: person, headers: { upgrade: 'websocket' } })
  if (!reply.webSocket) throw new Error(`unexpected status ${reply.status}: ${await reply.text()}`)
  return new ChatClient(reply.webSocket)
}

/** Opens a socket and sends `auth`. */
export async function enterRoom(person: Person, channel: string, last?: number): Promise<ChatClient> {
  const client = await openSocket(person, channel)
  client.send({ type: 'auth', chatId: await ticketOf(person, channel), channel, ...(last !== undefined && { last }) })
  return client
}

/** A fresh room, by default without owner. */
let rooms = 0
export async function addChannel(fields: { ownerId?: number } = {}): Promise<string> {
  const channel = `room-${++rooms}`
  await env.DB.prepare("INSERT INTO chat_rooms (channel, kind, owner_id, created_at) VALUES (?, 'open', ?, 0)")
    .bind(channel, fields.ownerId ?? null)
    .run()
  return channel
}

/** Adds visits of other sessions of a member to that number of new rooms, entered now. */
export async function addVisits({ id }: Person, count: number): Promise<void> {
  const channels = []
  for (let room = 0; room < count; room++) channels.push(await addChannel())
  await env.DB.prepare(
    `INSERT INTO chat_room_sessions (user_id, session_id, room_id, entered_at)
     SELECT ?1, 'elsewhere', id, ?2 FROM chat_rooms WHERE channel IN (SELECT value FROM json_each(?3))`,
  )
    .bind(id, Date.now(), JSON.stringify(channels))
    .run()
}

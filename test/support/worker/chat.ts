import { env } from 'cloudflare:workers'
import {
  type ChatClientMessage,
  type ChatLine,
  type ChatServerEvent,
  chatServerFrame,
  chatSocketPath,
} from '../../../contract/socket/chat.ts'
import type { Person } from './people.ts'
import { ask, askJson } from './site.ts'

type EventOf<Type extends ChatServerEvent['type']> = Extract<ChatServerEvent, { type: Type }>

/** Someone's socket in a room: what it is told waits here until the test asks for it. */
export class ChatClient {
  readonly #socket: WebSocket
  readonly #events: ChatServerEvent[] = []
  readonly #waiting = new Set<() => void>()
  /** The frames as they came. */
  readonly frames: ChatServerEvent[][] = []
  #closed: number | null = null

  constructor(socket: WebSocket) {
    this.#socket = socket
    socket.addEventListener('message', ({ data }) => {
      const frame = chatServerFrame.parse(JSON.parse(String(data)))
      this.frames.push(frame)
      this.#events.push(...frame)
      this.#wake()
    })
    socket.addEventListener('close', ({ code }) => {
      this.#closed ??= code
      this.#wake()
    })
    socket.accept()
  }

  #wake(): void {
    for (const wake of this.#waiting) wake()
  }

  async #until<T>(look: () => T | undefined, what: string): Promise<T> {
    for (;;) {
      const found = look()
      if (found !== undefined) return found
      if (this.#closed !== null) throw new Error(`closed with ${this.#closed} before ${what}`)
      await new Promise<void>((resolve) => {
        const wake = () => {
          this.#waiting.delete(wake)
          resolve()
        }
        this.#waiting.add(wake)
      })
    }
  }

  /** The next event of one of these kinds; what came before it and was not asked for is passed over. */
  next<Type extends ChatServerEvent['type']>(...types: Type[]): Promise<EventOf<Type>> {
    return this.#until(() => {
      const at = this.#events.findIndex(({ type }) => types.some((one) => one === type))
      return at < 0 ? undefined : (this.#events.splice(0, at + 1).at(-1) as EventOf<Type>)
    }, types.join(' or '))
  }

  /** The code that the socket is closed with. */
  closed(): Promise<number> {
    return this.#until(() => this.#closed ?? undefined, 'being closed').catch(() => this.#closed ?? -1)
  }

  send(message: ChatClientMessage): void {
    this.#socket.send(JSON.stringify(message))
  }

  sendRaw(data: string | ArrayBuffer): void {
    this.#socket.send(data)
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

  close(): void {
    this.#socket.close(1000)
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
export async function enter(person: Person, channel: string, last?: number): Promise<ChatClient> {
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

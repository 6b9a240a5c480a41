import type WebSocket from 'ws'
import { type ChatLine, type ChatServerEvent, chatServerFrame } from '../../../contract/socket/chat.ts'
import { onEachFrame } from '../open-socket.ts'
import type { ChatMember } from './members.ts'
import { authenticate, openSocket, type RoomAddress, sendMessage } from './socket.ts'

/** Lines sent but not yet confirmed. */
const PENDING_MAX = 3

type PendingLine = { message: string; again: number }

/**
 * A member who chats like the page: unconfirmed lines are resent under their keys, and a reconnection sends the
 * latest number. `received` has every line in order of arrival, including duplicates.
 */
export class ChatBot {
  readonly received: ChatLine[] = []
  readonly sentKeys: string[] = []
  readonly #member: ChatMember
  readonly #onFrame: () => void
  readonly #pending = new Map<string, PendingLine>()
  #last: number | undefined
  #remaining = 0

  /** `onFrame` is called after each frame. */
  constructor(member: ChatMember, onFrame: () => void) {
    this.#member = member
    this.#onFrame = onFrame
  }

  /** Latest number of the room. */
  get last(): number | undefined {
    return this.#last
  }

  /** Number of own lines that were confirmed. */
  get confirmed(): number {
    return this.sentKeys.length - this.#pending.size
  }

  /** Enters or re-enters the room and sends `lines` lines, until the socket closes. */
  async sendUntilClosed(room: RoomAddress, lines: number): Promise<void> {
    this.#remaining = lines
    const socket = await openSocket(room, this.#member).catch(() => null)
    if (!socket) return
    const closed = new Promise<unknown>((resolve) => socket.once('close', resolve))
    socket.on('error', () => socket.terminate())
    onEachFrame(socket, (frame) => {
      for (const event of chatServerFrame.parse(JSON.parse(String(frame)))) this.#onEvent(event, socket)
      this.#onFrame()
    })
    await authenticate(socket, room, this.#member, this.#last)
    await closed
  }

  #onEvent(event: ChatServerEvent, socket: WebSocket): void {
    if (event.type === 'chats') this.#resume(event.lines, event.number, socket)
    else if (event.type === 'chat') this.#addLine(event.line)
    else return
    this.#sendMore(socket)
  }

  #resume(lines: readonly ChatLine[], number: number, socket: WebSocket): void {
    this.received.push(...lines)
    this.#last = number
    for (const { key } of lines) this.#pending.delete(key)
    for (const [key, line] of this.#pending) sendMessage(socket, { type: 'chat', key, ...line })
  }

  #addLine(line: ChatLine): void {
    const { last = 0 } = this
    const isAnswer = line.id <= last && this.#pending.has(line.key)
    if (!isAnswer) this.received.push(line)
    this.#last = Math.max(last, line.id)
    this.#pending.delete(line.key)
  }

  #sendMore(socket: WebSocket): void {
    for (; this.#remaining > 0 && this.#pending.size < PENDING_MAX; this.#remaining--) {
      const message = `line ${this.sentKeys.length + 1}`
      const key = `talker-${this.#member.id}-${this.sentKeys.length + 1}`
      this.sentKeys.push(key)
      this.#pending.set(key, { message, again: this.last ?? 0 })
      sendMessage(socket, { type: 'chat', key, message })
    }
  }
}

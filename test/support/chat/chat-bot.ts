import type WebSocket from 'ws'
import { type ChatLine, type ChatServerEvent, chatServerFrame } from '../../../contract/socket/chat.ts'
import type { ChatMember } from './members.ts'
import { authenticate, eachFrame, openSocket, type RoomAddress, sendTo } from './socket.ts'

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
  readonly #who: ChatMember
  readonly #onTold: () => void
  readonly #unheard = new Map<string, PendingLine>()
  #last: number | undefined
  #toSay = 0

  /** `onTold` is called after each frame. */
  constructor(who: ChatMember, onTold: () => void) {
    this.#who = who
    this.#onTold = onTold
  }

  /** Latest number of the room. */
  get last(): number | undefined {
    return this.#last
  }

  /** Number of own lines that were confirmed. */
  get confirmed(): number {
    return this.sentKeys.length - this.#unheard.size
  }

  /** Enters or re-enters the room and sends `lines` lines, until the socket closes. */
  async sendUntilClosed(room: RoomAddress, lines: number): Promise<void> {
    this.#toSay = lines
    const socket = await openSocket(room, this.#who).catch(() => null)
    if (!socket) return
    const closed = new Promise<unknown>((resolve) => socket.once('close', resolve))
    socket.on('error', () => socket.terminate())
    eachFrame(socket, (frame) => {
      for (const event of chatServerFrame.parse(JSON.parse(String(frame)))) this.#take(event, socket)
      this.#onTold()
    })
    await authenticate(socket, room, this.#who, this.#last)
    await closed
  }

  #take(event: ChatServerEvent, socket: WebSocket): void {
    if (event.type === 'chats') this.#comeBack(event.lines, event.number, socket)
    else if (event.type === 'chat') this.#hear(event.line)
    else return
    this.#sayMore(socket)
  }

  #comeBack(lines: readonly ChatLine[], number: number, socket: WebSocket): void {
    this.received.push(...lines)
    this.#last = number
    for (const { key } of lines) this.#unheard.delete(key)
    for (const [key, unheard] of this.#unheard) sendTo(socket, { type: 'chat', key, ...unheard })
  }

  #hear(line: ChatLine): void {
    const { last = 0 } = this
    const isAnswer = line.id <= last && this.#unheard.has(line.key)
    if (!isAnswer) this.received.push(line)
    this.#last = Math.max(last, line.id)
    this.#unheard.delete(line.key)
  }

  #sayMore(socket: WebSocket): void {
    for (; this.#toSay > 0 && this.#unheard.size < PENDING_MAX; this.#toSay--) {
      const message = `line ${this.sentKeys.length + 1}`
      const key = `talker-${this.#who.id}-${this.sentKeys.length + 1}`
      this.sentKeys.push(key)
      this.#unheard.set(key, { message, again: this.last ?? 0 })
      sendTo(socket, { type: 'chat', key, message })
    }
  }
}

import type WebSocket from 'ws'
import { type ChatLine, type ChatServerEvent, chatServerFrame } from '../../../contract/socket/chat.ts'
import type { ChatMember } from './members.ts'
import { eachFrame, openSocket, type RoomAddress, authenticate, sendTo } from './socket.ts'

/** So many lines are on their way at once. */
const PENDING_MAX = 3

type PendingLine = { message: string; again: number }

/**
 * A member who talks as a page does. Lines that were not told are said again under their key, and who comes back says the
 * last number they have. `told` is every line in the order in which it came, also one that came twice.
 */
export class ChatBot {
  readonly received: ChatLine[] = []
  /** Keys of all lines that were said. */
  readonly sentKeys: string[] = []
  readonly #who: ChatMember
  readonly #onTold: () => void
  readonly #unheard = new Map<string, PendingLine>()
  #last: number | undefined
  #toSay = 0

  /** `onTold` is called whenever they have been told something. */
  constructor(who: ChatMember, onTold: () => void) {
    this.#who = who
    this.#onTold = onTold
  }

  /** The last number that they have of the room. */
  get last(): number | undefined {
    return this.#last
  }

  /** How many of their lines have been told them. */
  get confirmed(): number {
    return this.sentKeys.length - this.#unheard.size
  }

  /** Comes into the room, or back to it, and says so many lines, until the socket closes. */
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

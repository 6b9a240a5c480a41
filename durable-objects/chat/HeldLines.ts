import type { ChatServerEvent } from '../../contract/socket/chat.ts'
import { type Connection, TOO_SLOW_MS, unitsIn } from '../realtime/Connection.ts'
import type { ConnectionRegistry } from '../realtime/ConnectionRegistry.ts'
import { type ChatSocketState, chatFrame, type Member } from './state.ts'

type ChatConnection = Connection<ChatSocketState>

/** Held lines that were refused, because of other sockets, are sent again as soon as that is possible. */
const RETRY_MS = 1000

type Deps = {
  connections: Pick<ConnectionRegistry<ChatSocketState, ChatConnection>, 'has'>
  /** The event with the held lines that a member may see; null for no lines. */
  eventFor: (member: Member) => ChatServerEvent | null
  /** Stores new lines. */
  flush: () => void
  /** Closes the connection of a client that does not read. */
  drop: (connection: ChatConnection) => void
}

/**
 * Sends the held lines of a room after the room. They are apart, because a moderator's queue may be too long for a
 * client that is not known to read, or for a room whose clients have read little.
 */
export class HeldLines {
  readonly #deps: Deps
  readonly #waiting = new Set<ChatConnection>()
  #retry: ReturnType<typeof setTimeout> | null = null

  constructor(deps: Deps) {
    this.#deps = deps
  }

  send(connection: ChatConnection, now: number): void {
    this.#waiting.delete(connection)
    // A lagging client is sent the whole room, with the held lines, once it has read. To resume now would prevent that.
    if (connection.isLagging) return
    const event = this.#deps.eventFor(connection.state.member)
    if (!event) return
    const frame = chatFrame(event)
    // A client that was refused a frame would be sent the whole room once it has read.
    if (connection.resume(unitsIn([frame]))) {
      connection.send(frame, now)
      return
    }
    // A client that returns the mark is known to read, and is then sent more.
    connection.sendMark(now, true)
    this.#waiting.add(connection)
    this.#retry ??= setTimeout(() => this.#sendAgain(), RETRY_MS)
  }

  #sendAgain(): void {
    this.#retry = null
    const { connections, flush, drop } = this.#deps
    const now = Date.now()
    flush()
    for (const connection of [...this.#waiting]) {
      // A lagging client is sent the whole room once it has read.
      if (!connections.has(connection) || connection.isLagging) this.#waiting.delete(connection)
      else if (connection.acks.behindMs(now) > TOO_SLOW_MS) drop(connection)
      else this.send(connection, now)
    }
  }
}

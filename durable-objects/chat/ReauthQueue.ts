import type { Connection } from '../realtime/Connection.ts'
import type { ChatMessage, ChatState } from './state.ts'

const QUEUED_MAX = 20

/**
 * Messages sent on an expired ticket, until there is a new one. Chat messages are not queued, as their client sends them
 * again, nor is the request for the list of rooms, which follows a new ticket anyway.
 */
export class ReauthQueue {
  readonly #queued = new WeakMap<Connection<ChatState>, ChatMessage[]>()

  add(connection: Connection<ChatState>, message: ChatMessage | { type: 'channels' }): void {
    if (message.type === 'chat' || message.type === 'channels') return
    const queued = this.#queued.get(connection) ?? []
    if (queued.length < QUEUED_MAX) this.#queued.set(connection, [...queued, message])
  }

  take(connection: Connection<ChatState>): ChatMessage[] {
    const queued = this.#queued.get(connection) ?? []
    this.#queued.delete(connection)
    return queued
  }
}

import type { ChatClientMessage } from '../../contract/socket/chat.ts'
import type { Listener } from '../lib/listener.ts'
import type { RoomMessage } from './receive.ts'
import type { Stamp } from './room.ts'

/** So many wait of one socket at most. */
const LATE_MAX = 20

/**
 * What was said by an old ticket, until there is a new one. Lines do not wait: their client says them again. Nor is asked
 * for the list of rooms, which comes with the new ticket.
 */
export class LateMessages {
  readonly #waiting = new WeakMap<Listener<Stamp>, RoomMessage[]>()

  keep(listener: Listener<Stamp>, message: ChatClientMessage): void {
    if (message.type !== 'edit' && message.type !== 'delete' && message.type !== 'join') return
    const waiting = this.#waiting.get(listener) ?? []
    if (waiting.length < LATE_MAX) this.#waiting.set(listener, [...waiting, message])
  }

  take(listener: Listener<Stamp>): RoomMessage[] {
    const waiting = this.#waiting.get(listener) ?? []
    this.#waiting.delete(listener)
    return waiting
  }
}

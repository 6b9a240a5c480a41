import { MARK_INTERVAL_UNITS } from '../../contract/socket/sockets.ts'
import type { Connection } from './Connection.ts'

/** Unread bytes that all sockets of an object may have together. */
export const UNREAD_BYTES = 64 * 2 ** 20
/**
 * Unread bytes that all sockets of a member may have together, closing ones included, but for those that are known to
 * read. Otherwise a few members who do not read could fill the memory of an object.
 */
export const MEMBER_UNREAD_BYTES = 4 * 2 ** 20
/**
 * Bytes that may be sent to a receiver that is known to read, whatever the member's other sockets hold. A device that
 * changed its network leaves dead sockets behind. A key frame fits, and a snapshot of the whiteboard.
 */
const READING_BYTES = 1.5 * 2 ** 20

/** A relay serves many members, so their limits do not apply to it. */
type Receiver = Pick<Connection, 'acks' | 'state'> & { readonly isRelay?: boolean }

/** The bytes that may be sent without exceeding the unread bytes of an object and of its members. */
export class SendBudget {
  #remaining = UNREAD_BYTES
  readonly #unread = new Map<number, number>()

  /** `connections` are all sockets of the object, closing ones included. */
  constructor(connections: Iterable<Receiver>) {
    for (const connection of connections) this.spend(connection, connection.acks.unread)
  }

  get remaining(): number {
    return this.#remaining
  }

  spend({ state }: Receiver, bytes: number): void {
    this.#remaining -= bytes
    this.#unread.set(state.member.id, (this.#unread.get(state.member.id) ?? 0) + bytes)
  }

  /** Bytes that may be sent to a receiver. Half of the space is reserved for receivers that are known to read. */
  for({ acks, isRelay = false, state }: Receiver): number {
    if (isRelay) return this.#remaining
    const isReading = acks.read > 0 && acks.unread <= 2 * MARK_INTERVAL_UNITS
    const ofObject = isReading ? this.#remaining : this.#remaining - UNREAD_BYTES / 2
    const ofMember = MEMBER_UNREAD_BYTES - (this.#unread.get(state.member.id) ?? 0)
    return Math.min(ofObject, isReading ? Math.max(ofMember, READING_BYTES) : ofMember)
  }
}

/**
 * The budget of a room. The unread data of all its sockets is counted for each frame, but only once for a frame to all.
 */
export class RoomBudget {
  readonly #connections: { withClosing(): Iterable<Receiver> }
  #isShared = false
  #counted: SendBudget | null = null

  constructor(connections: { withClosing(): Iterable<Receiver> }) {
    this.#connections = connections
  }

  /** Counts once, at the first use, while `send` runs. */
  share<T>(send: () => T): T {
    this.#isShared = true
    try {
      return send()
    } finally {
      this.#isShared = false
      this.#counted = null
    }
  }

  for(receiver: Receiver): number {
    const budget = this.#counted ?? new SendBudget(this.#connections.withClosing())
    if (this.#isShared) this.#counted = budget
    return budget.for(receiver)
  }

  /** Counts what a receiver was sent. */
  spend(receiver: Receiver, units: number): void {
    this.#counted?.spend(receiver, units)
  }
}

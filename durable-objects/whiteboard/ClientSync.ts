import type { DrawPolicy } from '../../contract/http/whiteboard.ts'
import { BOARD } from '../../contract/limits.ts'
import type { BoardServerEvent } from '../../contract/socket/whiteboard-messages.ts'
import type { Connection, ConnectionState } from '../realtime/Connection.ts'
import type { ConnectionRegistry } from '../realtime/ConnectionRegistry.ts'
import type { BoardStore } from './BoardStore.ts'
import { nextShift, slidesBy } from './clock.ts'
import { commandsEvent, newForMs } from './core.ts'
import type { Snapshots } from './Snapshots.ts'

/** A client is sent no more letters of commands than these, but a new snapshot. */
const TAIL_MAX_LETTERS = 32_768

/** State of a connection, with its client number; 0 before it is authenticated. */
export type BoardConnectionState = ConnectionState & { client: number }

export type BoardConnection = Connection<BoardConnectionState>

/** Brings clients up to date: those which enter, return, or missed something. */
export class ClientSync {
  readonly #store: BoardStore
  readonly #snapshots: Snapshots
  readonly #connections: ConnectionRegistry<BoardConnectionState, BoardConnection>
  /** Stores and sends what is pending. */
  readonly #pending: { flush(): void }
  readonly #waiting = new Set<BoardConnection>()

  constructor(
    store: BoardStore,
    snapshots: Snapshots,
    connections: ConnectionRegistry<BoardConnectionState, BoardConnection>,
    pending: { flush(): void },
  ) {
    this.#store = store
    this.#snapshots = snapshots
    this.#connections = connections
    this.#pending = pending
  }

  /** True while a client waits for a snapshot; the flushes until then are in it. */
  isWaiting(connection: BoardConnection): boolean {
    return this.#waiting.has(connection)
  }

  /** Sends a client that enters its number, the artists here and the policy. */
  welcome(connection: BoardConnection, policy: DrawPolicy, now: number): void {
    const { client, member } = connection.state
    const sequence = this.#store.clients.sequenceOf(client)
    const events: BoardServerEvent[] = [
      { type: 'client', client, sequence, newForMs: newForMs(member, now) },
      { type: 'artists', artists: this.#connections.authenticated().map(artistOf) },
      { type: 'policy', ...policy },
    ]
    connection.send(JSON.stringify(events), now)
  }

  /** Sends everyone the board as it is now. */
  sendAll(): void {
    for (const connection of this.#connections.authenticated()) void this.send(connection, undefined)
  }

  /**
   * Sends a client the flushes after a number, or, where those are many, a snapshot and the flushes after it. A client for
   * which a snapshot has to be made waits for it.
   */
  async send(connection: BoardConnection, last: number | undefined): Promise<void> {
    if (this.#waiting.has(connection)) return
    this.#pending.flush()
    const { number } = this.#snapshots
    // The log before the last snapshot is long, and a board from before the last rewrite is another one.
    const from = Math.max(number ?? 0, this.#store.rewrittenAt())
    const isKnown = last !== undefined && last >= from && last <= this.#store.head.number
    if (isKnown && this.#isShort(last)) return this.#sendFlushes(connection, last)
    if (number === null || !this.#isShort(number)) {
      this.#waiting.add(connection)
      await this.#snapshots.taken()
    }
    this.#pending.flush()
    this.#waiting.delete(connection)
    if (this.#connections.has(connection)) this.#sendSnapshot(connection)
  }

  #isShort(after: number): boolean {
    return this.#store.lettersAfter(after) <= TAIL_MAX_LETTERS
  }

  #sendSnapshot(connection: BoardConnection): void {
    const snapshot = this.#store.snapshot()
    // Where no snapshot could be made, the log still begins with the first flush.
    if (!snapshot) {
      this.#sendFlushes(connection, 0)
      return
    }
    const { picture, ...rest } = snapshot
    connection.send(picture, Date.now())
    this.#sendFlushes(connection, rest.number, [{ type: 'snapshot', ...rest }])
  }

  /** Sends the state of the board, and the flushes after a number. */
  #sendFlushes(connection: BoardConnection, after: number, snapshot: BoardServerEvent[] = []): void {
    const now = Date.now()
    const { shiftIndex, clock } = this.#store.head
    const size = { width: BOARD.width, height: BOARD.height }
    const events: BoardServerEvent[] = [
      { type: 'info', shiftIndex, animShiftX: slidesBy(clock, now), ...size },
      nextShift(clock, now),
      ...snapshot,
      ...[...this.#store.flushesAfter(after)].map(commandsEvent),
    ]
    connection.send(JSON.stringify(events), now)
  }
}

/** The member behind a client. */
export function artistOf({ state: { client, member } }: BoardConnection) {
  const { id, nickname, avatar } = member
  return { client, person: { id, nickname, avatar } }
}

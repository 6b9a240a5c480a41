import { BOARD } from '../../contract/limits.ts'
import type { BoardServerEvent } from '../../contract/socket/whiteboard-messages.ts'
import type { ConnectionRegistry } from '../realtime/ConnectionRegistry.ts'
import { type BucketLimits, TokenBuckets } from '../realtime/TokenBucket.ts'
import type { BoardRaster } from './BoardRaster.ts'
import type { BoardStore } from './BoardStore.ts'
import { nextShift, slidesBy } from './clock.ts'
import { type BoardConnection, type BoardConnectionState, commandsEvent, type Flush, untilDayOldMs } from './core.ts'
import type { Snapshots } from './Snapshots.ts'

/** A client that has missed more characters of commands than this is sent a snapshot instead. */
const TAIL_MAX_LETTERS = 32_768

/** A page requests the hash once a minute and on return, and the board where it differs. */
const REQUESTS: BucketLimits = { capacity: 60, perSecond: 1 }
const REQUEST_COST = { hash: 1, info: 20 } as const

const SHIFT_EVERY_MS = 5000

type Deps = {
  store: BoardStore
  raster: BoardRaster
  snapshots: Snapshots
  connections: ConnectionRegistry<BoardConnectionState, BoardConnection>
  pending: { flush(): void }
}

/** Brings clients up to date: those which enter, return, or missed something. */
export class ClientSync {
  readonly #deps: Deps
  readonly #waiting = new Set<BoardConnection>()
  readonly #requests = new TokenBuckets(REQUESTS)
  #shiftSentAt = 0

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** The frame of a flush for all clients, from time to time and after a scroll with the clock. */
  frameOf(flush: Flush, hasScrolled: boolean, now: number): string {
    if (!hasScrolled && now - this.#shiftSentAt < SHIFT_EVERY_MS) return frameOf(commandsEvent(flush))
    this.#shiftSentAt = now
    return frameOf(commandsEvent(flush), nextShift(flush.clock, now))
  }

  entered(connection: BoardConnection): string {
    return frameOf({ type: 'artists', artists: [artistOf(connection)] })
  }

  /** Answers a request; those of a member who sends too many are ignored. */
  async answer(connection: BoardConnection, request: keyof typeof REQUEST_COST, now: number): Promise<void> {
    if (!this.#requests.spend(connection.state.member.id, REQUEST_COST[request], now)) return
    if (request === 'info') return this.send(connection, undefined)
    connection.send(frameOf({ type: 'hash', ...this.#deps.raster.hash() }), now)
  }

  /** True while a client waits for a snapshot; the flushes until then are in it. */
  isWaiting(connection: BoardConnection): boolean {
    return this.#waiting.has(connection)
  }

  welcome(connection: BoardConnection, now: number): void {
    const { store, connections } = this.#deps
    const { client, member } = connection.state
    const sequence = store.clients.sequenceOf(client)
    const frame = frameOf(
      { type: 'client', client, sequence, untilDayOldMs: untilDayOldMs(member, now) },
      { type: 'artists', artists: connections.authenticated().map(artistOf) },
      { type: 'policy', ...store.policy },
    )
    connection.send(frame, now)
  }

  sendAll(): void {
    for (const connection of this.#deps.connections.authenticated()) void this.send(connection, undefined)
  }

  /**
   * Sends a client the flushes after a number, or, where those are many, a snapshot and the flushes after it. A client for
   * which a snapshot has to be made waits for it.
   */
  async send(connection: BoardConnection, last: number | undefined): Promise<void> {
    const { store, snapshots, connections, pending } = this.#deps
    if (this.#waiting.has(connection)) return
    pending.flush()
    const { number } = snapshots
    // Clients from before the last snapshot have missed too much; those from before the last rewrite have a different
    // board.
    const from = Math.max(number ?? 0, store.rewrittenAt())
    const isKnown = last !== undefined && last >= from && last <= store.head.number
    if (isKnown && this.#isShort(last)) return this.#sendFlushes(connection, last)
    if (number === null || !this.#isShort(number)) {
      this.#waiting.add(connection)
      await snapshots.taken()
    }
    pending.flush()
    this.#waiting.delete(connection)
    if (connections.has(connection)) this.#sendSnapshot(connection)
  }

  #isShort(after: number): boolean {
    return this.#deps.store.lettersAfter(after) <= TAIL_MAX_LETTERS
  }

  #sendSnapshot(connection: BoardConnection): void {
    const snapshot = this.#deps.store.snapshot()
    // The log still begins with the first flush where no snapshot could be made.
    if (!snapshot) {
      this.#sendFlushes(connection, 0)
      return
    }
    const { picture, ...rest } = snapshot
    connection.send(picture, Date.now())
    this.#sendFlushes(connection, rest.number, [{ type: 'snapshot', ...rest }])
  }

  #sendFlushes(connection: BoardConnection, after: number, snapshot: BoardServerEvent[] = []): void {
    const now = Date.now()
    const { store } = this.#deps
    const { shiftIndex, clock } = store.head
    const size = { width: BOARD.width, height: BOARD.height }
    const events: BoardServerEvent[] = [
      { type: 'info', shiftIndex, animShiftX: slidesBy(clock, now), ...size },
      nextShift(clock, now),
      ...snapshot,
      ...[...store.flushesAfter(after)].map(commandsEvent),
    ]
    connection.send(JSON.stringify(events), now)
  }
}

export const frameOf = (...events: BoardServerEvent[]) => JSON.stringify(events)

function artistOf({ state: { client, member } }: BoardConnection) {
  const { id, nickname, avatar } = member
  return { client, person: { id, nickname, avatar } }
}

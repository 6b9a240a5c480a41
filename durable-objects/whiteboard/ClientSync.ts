import { BOARD } from '../../contract/limits.ts'
import type { BoardServerEvent } from '../../contract/socket/whiteboard-messages.ts'
import { unitsIn } from '../realtime/Connection.ts'
import type { ConnectionRegistry } from '../realtime/ConnectionRegistry.ts'
import { type BucketLimits, TokenBuckets } from '../realtime/TokenBucket.ts'
import type { BoardRaster } from './BoardRaster.ts'
import type { BoardStore } from './BoardStore.ts'
import { nextShift, remainingSlide } from './clock.ts'
import { type BoardConnection, type BoardSocketState, commandsEvent, type Flush, untilDayOldMs } from './core.ts'
import type { Snapshots } from './Snapshots.ts'

/** A client that has missed more characters of commands than this is sent a snapshot instead. */
const CATCH_UP_MAX_LENGTH = 32_768
/**
 * The same for a client that lagged. A slow line that reads a snapshot, which may be four times as long, could miss
 * flushes meanwhile, and would get one snapshot after the other.
 */
const LAGGING_CATCH_UP_MAX_LENGTH = 262_144
/** A client whose board was refused, because of other sockets, is sent it again as soon as that is possible. */
const RETRY_MS = 1000

/** A page requests the hash once a minute and on reconnection, and the board if the hash differs. */
const REQUESTS: BucketLimits = { capacity: 60, perSecond: 1 }
/** Unanswered requests of one member. Above this the connection is closed. */
const IGNORED_REQUESTS: BucketLimits = { capacity: 120, perSecond: 1 }
const REQUEST_COST = { hash: 1, info: 20 } as const

const SHIFT_EVERY_MS = 5000

type Deps = {
  store: BoardStore
  raster: BoardRaster
  snapshots: Snapshots
  connections: ConnectionRegistry<BoardSocketState, BoardConnection>
  batcher: { flush(): void }
  /** Closes the connection of a client that lags for too long. */
  drop: (connection: BoardConnection) => void
}

/** The last flush that a lagging client has, or null if it needs the board, and the length of what it was refused. */
type Missed = { last: number | null; units: number }

/** Sends the board to clients that enter, return, or have missed flushes. */
export class ClientSync {
  readonly #deps: Deps
  readonly #waiting = new Set<BoardConnection>()
  readonly #missed = new Map<BoardConnection, Missed>()
  #retry: ReturnType<typeof setTimeout> | null = null
  readonly #requests = new TokenBuckets(REQUESTS)
  readonly #ignored = new TokenBuckets(IGNORED_REQUESTS)
  #shiftSentAt = 0

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** The frame of a flush for all clients. Includes the clock every few seconds and after a scroll. */
  flushFrame(flush: Flush, hasScrolled: boolean, now: number): string {
    if (!hasScrolled && now - this.#shiftSentAt < SHIFT_EVERY_MS) return boardFrame(commandsEvent(flush))
    this.#shiftSentAt = now
    return boardFrame(commandsEvent(flush), nextShift(flush.clock, now))
  }

  /** The frame that introduces a new client to the others. */
  artistFrame(connection: BoardConnection): string {
    return boardFrame({ type: 'artists', artists: [artistOf(connection)] })
  }

  /**
   * Replies to a request for the hash or the board, unless the member has exceeded the rate limit. False if they keep
   * exceeding it.
   */
  async reply(connection: BoardConnection, request: keyof typeof REQUEST_COST, now: number): Promise<boolean> {
    const { id } = connection.state.member
    if (!this.#requests.spend(id, REQUEST_COST[request], now)) return this.#ignored.spend(id, 1, now)
    if (request === 'info') await this.sendBoard(connection, undefined)
    else connection.send(boardFrame({ type: 'hash', ...this.#deps.raster.hash() }), now)
    return true
  }

  /**
   * True while a client waits for a snapshot, or has missed something. It is sent no flushes, because it will get them
   * together with what it waits for.
   */
  isWaiting(connection: BoardConnection): boolean {
    return this.#waiting.has(connection) || this.#missed.has(connection)
  }

  /** Notes which clients could not be sent a flush. */
  noteMissed({ number }: Flush): void {
    for (const connection of this.#deps.connections.authenticated())
      if (connection.isLagging && !this.isWaiting(connection)) this.#miss(connection, { last: number - 1, units: 0 })
  }

  #miss(connection: BoardConnection, missed: Missed): void {
    this.#missed.set(connection, missed)
    this.#retry ??= setTimeout(() => this.#retryMissed(), RETRY_MS)
  }

  #retryMissed(): void {
    this.#retry = null
    const { connections, drop } = this.#deps
    const now = Date.now()
    for (const [connection, { last, units }] of this.#missed) {
      if (!connections.has(connection)) this.#missed.delete(connection)
      else if (connection.lagsTooLong(now)) drop(connection)
      else if (connection.resume(units)) void this.sendBoard(connection, last ?? undefined)
    }
    if (this.#missed.size > 0) this.#retry ??= setTimeout(() => this.#retryMissed(), RETRY_MS)
  }

  /** Sends a client that has caught up what it missed: the flushes if they are short, else the board. */
  async catchUp(connection: BoardConnection): Promise<void> {
    const missed = this.#missed.get(connection)
    if (missed) await this.sendBoard(connection, missed.last ?? undefined)
  }

  /** Sends a client its number, the artists and the draw policy. */
  welcome(connection: BoardConnection, now: number): void {
    const { store, connections } = this.#deps
    const { client, member } = connection.state
    const sequence = store.clients.sequenceOf(client)
    const frame = boardFrame(
      { type: 'client', client, sequence, untilDayOldMs: untilDayOldMs(member, now) },
      { type: 'artists', artists: connections.authenticated().map(artistOf) },
      { type: 'policy', ...store.policy },
    )
    connection.send(frame, now)
  }

  /** Sends the whole board to all clients. */
  sendBoardToAll(): void {
    for (const connection of this.#deps.connections.authenticated()) void this.sendBoard(connection, undefined)
  }

  /**
   * Sends a client the flushes after the last number that it has, or a snapshot and the flushes after it. Takes a
   * snapshot first if the flushes since the previous one are too long.
   */
  async sendBoard(connection: BoardConnection, last: number | undefined): Promise<void> {
    const { store, snapshots, connections, batcher } = this.#deps
    if (this.#waiting.has(connection)) return
    batcher.flush()
    const { number } = snapshots
    // A client older than the last snapshot has missed too much, unless it only lagged. A client older than the last
    // rewrite has another board.
    const hasLagged = this.#missed.has(connection)
    const from = Math.max(hasLagged ? 0 : (number ?? 0), store.lastRewriteNumber())
    const canContinue = last !== undefined && last >= from && last <= store.head.number
    const maxLength = hasLagged ? LAGGING_CATCH_UP_MAX_LENGTH : CATCH_UP_MAX_LENGTH
    if (canContinue && this.#isShort(last, maxLength)) return this.#sendFlushes(connection, last)
    if (number === null || !this.#isShort(number)) {
      this.#waiting.add(connection)
      await snapshots.take()
    }
    batcher.flush()
    this.#waiting.delete(connection)
    if (connections.has(connection)) this.#sendSnapshot(connection)
  }

  #isShort(after: number, maxLength = CATCH_UP_MAX_LENGTH): boolean {
    return this.#deps.store.textLengthAfter(after) <= maxLength
  }

  #sendSnapshot(connection: BoardConnection): void {
    const snapshot = this.#deps.store.snapshot()
    // Without a snapshot, the log has all flushes.
    if (!snapshot) {
      this.#sendFlushes(connection, 0)
      return
    }
    const { picture, ...rest } = snapshot
    this.#sendFlushes(connection, rest.number, { picture, event: { type: 'snapshot', ...rest } })
  }

  #sendFlushes(
    connection: BoardConnection,
    after: number,
    snapshot?: { picture: Uint8Array; event: BoardServerEvent },
  ): void {
    const now = Date.now()
    const { store } = this.#deps
    const { head } = store
    const { shiftIndex, clock } = head
    const size = { width: BOARD.width, height: BOARD.height }
    const events: BoardServerEvent[] = [
      { type: 'info', shiftIndex, animShiftX: remainingSlide(head, now), ...size },
      nextShift(clock, now),
      ...(snapshot ? [snapshot.event] : []),
      ...[...store.flushesAfter(after)].map(commandsEvent),
    ]
    const frames = [...(snapshot ? [snapshot.picture] : []), JSON.stringify(events)]
    if (connection.trySend(frames, now)) this.#missed.delete(connection)
    else this.#miss(connection, { last: snapshot ? null : after, units: unitsIn(frames) })
  }
}

export const boardFrame = (...events: BoardServerEvent[]) => JSON.stringify(events)

function artistOf({ state: { client, member } }: BoardConnection) {
  const { id, nickname, avatar } = member
  return { client, person: { id, nickname, avatar } }
}

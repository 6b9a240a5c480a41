import { drawCost } from '../../contract/board/board.ts'
import { BOARD_BATCH_COST, BOARD_DRAWING, BOARD_REFUSED_DRAWING } from '../../contract/limits.ts'
import type { BoardClientMessage } from '../../contract/socket/whiteboard-messages.ts'
import { DelayQueue } from '../realtime/DelayQueue.ts'
import { REFUSED } from '../realtime/refusals.ts'
import { TokenBuckets } from '../realtime/TokenBucket.ts'
import type { BoardRaster } from './BoardRaster.ts'
import type { BoardStore } from './BoardStore.ts'
import {
  type Batch,
  type BatchDecision,
  type BoardSocketState,
  type DrawState,
  decideBatch,
  findDrawRefusal,
} from './core.ts'

type Delayed = { client: number; member: BoardSocketState['member']; batch: Batch }

type Store = Pick<BoardStore, 'head' | 'policy'> & {
  readonly clients: Pick<BoardStore['clients'], 'sequenceOf'>
  readonly budgets: Pick<BoardStore['budgets'], 'bucketOf' | 'set' | 'refund'>
}

type BatchSink = { add(batches: readonly Batch[], now: number): void; flush(): void }

/** Checks received batches, delays those that exceed the rate limit, and adds the accepted ones to the batcher. */
export class DrawIntake {
  readonly #store: Store
  readonly #raster: Pick<BoardRaster, 'hasPen'>
  readonly #batcher: BatchSink
  readonly #drawStates = new Map<number, DrawState>()
  readonly #delayed: DelayQueue<Delayed>
  readonly #buckets = new TokenBuckets(BOARD_DRAWING)
  readonly #refused = new TokenBuckets(BOARD_REFUSED_DRAWING)

  constructor(store: Store, raster: Pick<BoardRaster, 'hasPen'>, batcher: BatchSink) {
    this.#store = store
    this.#raster = raster
    this.#batcher = batcher
    this.#delayed = new DelayQueue(({ batch }) => batcher.add([batch], Date.now()))
  }

  /** Accepts, delays, ignores or refuses a batch. Closes the connection of a member who sends too much. */
  receive(
    draw: Extract<BoardClientMessage, { type: 'draw' }>,
    { client, member }: Pick<BoardSocketState, 'client' | 'member'>,
    now: number,
  ): BatchDecision {
    const sender = {
      client,
      member,
      drawState: this.#drawStateOf(client),
      bucket: this.#buckets.bucketOf(member.id),
      budget: this.#store.budgets.bucketOf(member.id),
    }
    const { head, policy } = this.#store
    const decision = decideBatch(draw, sender, { shiftIndex: head.shiftIndex, policy }, now)
    if (decision.do === 'refuse' && !this.#refused.spend(member.id, decision.cost, now))
      return { do: 'close', refusal: REFUSED.tooMany }
    if (decision.do !== 'draw') return decision
    this.#store.budgets.set(member.id, decision.budget)
    this.#buckets.set(member.id, decision.bucket)
    this.#drawStates.set(client, decision.drawState)
    this.#delayed.add({ client, member, batch: decision.batch }, now + decision.delayMs, now)
    return decision
  }

  #drawStateOf(client: number): DrawState {
    const known = this.#drawStates.get(client)
    if (known) return known
    const restored = { sequence: this.#store.clients.sequenceOf(client), hasPen: this.#raster.hasPen(client) }
    this.#drawStates.set(client, restored)
    return restored
  }

  /** Requires the pen again from a client that enters or returns, because others may not have it any more. */
  enter(client: number): void {
    this.#drawStates.set(client, { ...this.#drawStateOf(client), hasPen: false })
  }

  /** Drops a client's delayed batches, which the client may send again. */
  drop(client: number): void {
    // Stores accepted batches first: a snapshot only includes the pens of connected clients and `drawingClients`.
    this.#batcher.flush()
    for (const { member, batch } of this.#delayed.drop(client)) {
      const cost = drawCost(batch.commands)
      this.#buckets.refund(member.id, cost)
      this.#store.budgets.refund(member.id, cost + BOARD_BATCH_COST)
    }
    this.#drawStates.delete(client)
  }

  /** Drops the delayed batches of all members whom the policy excludes. Returns their clients. */
  dropRefused(now: number): Set<number> {
    return this.dropWhere(({ member }) => findDrawRefusal(this.#store.policy, member, now) !== null)
  }

  /** Drops the delayed batches of clients with at least one that matches. Returns these clients. */
  dropWhere(matches: (delayed: Delayed) => boolean): Set<number> {
    const clients = new Set(this.#delayed.clients(matches))
    for (const client of clients) this.drop(client)
    return clients
  }

  /** Adds the delayed batches of a member to the batcher immediately. */
  release(userId: number): void {
    for (const client of this.#delayed.clients(({ member }) => member.id === userId)) this.#delayed.release(client)
  }

  /** Clients that may have batches which are not stored yet. */
  drawingClients(): Iterable<number> {
    return this.#drawStates.keys()
  }

  /** Removes the state of clients that are neither connected nor have delayed batches. */
  removeInactive(connected: ReadonlySet<number>): void {
    for (const client of this.#drawStates.keys())
      if (!connected.has(client) && !this.#delayed.has(client)) this.#drawStates.delete(client)
  }
}

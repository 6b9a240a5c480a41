import { drawCost } from '../../contract/board/board.ts'
import type { BoardClientMessage } from '../../contract/socket/whiteboard-messages.ts'
import { DelayQueue } from '../realtime/DelayQueue.ts'
import { TokenBuckets } from '../realtime/TokenBucket.ts'
import type { BoardRaster } from './BoardRaster.ts'
import type { BoardStore } from './BoardStore.ts'
import {
  type Batch,
  type BoardConnectionState,
  DRAWING,
  type Drawer,
  findDrawRefusal,
  judge,
  type Verdict,
} from './core.ts'

type Delayed = { client: number; member: BoardConnectionState['member']; batch: Batch }

type Store = Pick<BoardStore, 'head' | 'policy'> & { readonly clients: Pick<BoardStore['clients'], 'sequenceOf'> }

type Accepted = { add(batches: readonly Batch[], now: number): void; flush(): void }

/** Judges batches as they arrive, delays those of a client that floods, and passes them on. */
export class DrawIntake {
  readonly #store: Store
  readonly #raster: Pick<BoardRaster, 'hasPen'>
  readonly #accepted: Accepted
  readonly #drawers = new Map<number, Drawer>()
  readonly #delayed: DelayQueue<Delayed>
  readonly #buckets = new TokenBuckets(DRAWING)

  constructor(store: Store, raster: Pick<BoardRaster, 'hasPen'>, accepted: Accepted) {
    this.#store = store
    this.#raster = raster
    this.#accepted = accepted
    this.#delayed = new DelayQueue(({ batch }) => accepted.add([batch], Date.now()))
  }

  take(
    draw: Extract<BoardClientMessage, { type: 'draw' }>,
    { client, member }: Pick<BoardConnectionState, 'client' | 'member'>,
    now: number,
  ): Verdict {
    const sender = { client, member, drawer: this.#drawerOf(client), bucket: this.#buckets.of(member.id) }
    const { head, policy } = this.#store
    const verdict = judge(draw, sender, { shiftIndex: head.shiftIndex, policy }, now)
    if (verdict.do !== 'draw') return verdict
    this.#drawers.set(client, verdict.drawer)
    this.#buckets.set(member.id, verdict.bucket)
    this.#delayed.add({ client, member, batch: verdict.batch }, now + verdict.delayMs, now)
    return verdict
  }

  #drawerOf(client: number): Drawer {
    const known = this.#drawers.get(client)
    if (known) return known
    const woken = { sequence: this.#store.clients.sequenceOf(client), hasPen: this.#raster.hasPen(client) }
    this.#drawers.set(client, woken)
    return woken
  }

  /** A client enters or returns: others may have forgotten its pen while it was away. */
  enter(client: number): void {
    this.#drawers.set(client, { ...this.#drawerOf(client), hasPen: false })
  }

  /** Drops a client's delayed batches; it may send them again. */
  drop(client: number): void {
    // Accepted batches have the client's pen, which a snapshot keeps only while the client is known to draw.
    this.#accepted.flush()
    for (const { member, batch } of this.#delayed.drop(client))
      this.#buckets.refund(member.id, drawCost(batch.commands))
    this.#drawers.delete(client)
  }

  /** Drops the delayed batches of all members who may not draw any more; answers their clients. */
  dropRefused(now: number): Set<number> {
    return this.dropWhere(({ member }) => findDrawRefusal(this.#store.policy, member, now) !== null)
  }

  dropWhere(matches: (delayed: Delayed) => boolean): Set<number> {
    const clients = new Set(this.#delayed.clients(matches))
    for (const client of clients) this.drop(client)
    return clients
  }

  release(userId: number): void {
    for (const client of this.#delayed.clients(({ member }) => member.id === userId)) this.#delayed.release(client)
  }

  /** Clients of which something may still be on its way to the board. */
  drawers(): Iterable<number> {
    return this.#drawers.keys()
  }

  forgetGone(here: ReadonlySet<number>): void {
    for (const client of this.#drawers.keys())
      if (!here.has(client) && !this.#delayed.has(client)) this.#drawers.delete(client)
  }
}

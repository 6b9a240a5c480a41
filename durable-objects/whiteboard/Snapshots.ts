import type { ConnectionRegistry } from '../realtime/ConnectionRegistry.ts'
import { log } from '../realtime/log.ts'
import type { BoardRaster } from './BoardRaster.ts'
import type { BoardStore } from './BoardStore.ts'
import type { BoardSocketState, LogHead } from './core.ts'
import type { DrawIntake } from './DrawIntake.ts'

const SNAPSHOT_EVERY = 300

type Position = Pick<LogHead, 'number' | 'shiftIndex'>

const START: Position = { number: 0, shiftIndex: 0 }

type Deps = {
  store: Pick<BoardStore, 'head' | 'lastSnapshot' | 'addSnapshot' | 'snapshot'>
  raster: Pick<BoardRaster, 'snapshot'>
  intake: Pick<DrawIntake, 'drawers' | 'forgetGone'>
  connections: Pick<ConnectionRegistry<BoardSocketState>, 'all'>
}

/** Takes snapshots of the board while it changes: one at a time, each stored once it is encoded. */
export class Snapshots {
  readonly #deps: Deps
  #stored: Position | null
  #begun: Position
  #making: Promise<void> | null = null
  #epoch = 0

  constructor(deps: Deps) {
    this.#deps = deps
    this.#stored = deps.store.lastSnapshot()
    this.#begun = this.#stored ?? START
  }

  /** The flush after which the last stored one was taken; null before there is one. */
  get number(): number | null {
    return this.#stored?.number ?? null
  }

  /** Takes one if it is due: three hundred flushes after the last, and after each scroll. */
  takeIfDue(): void {
    const { number, shiftIndex } = this.#deps.store.head
    const isDue = shiftIndex > this.#begun.shiftIndex || number - this.#begun.number >= SNAPSHOT_EVERY
    if (isDue && !this.#making) void this.taken()
  }

  taken(): Promise<void> {
    this.#making ??= this.#make().finally(() => {
      this.#making = null
    })
    return this.#making
  }

  /** The board as it is now, as a PNG. @throws when no snapshot could ever be made */
  async picture(): Promise<Uint8Array<ArrayBuffer>> {
    const { number } = this.#deps.store.head
    const isBehind = () => this.#stored === null || this.#stored.number < number
    if (isBehind()) await this.taken()
    // The one that was being made was begun earlier.
    if (isBehind()) await this.taken()
    const snapshot = this.#deps.store.snapshot()
    if (!snapshot) throw new Error('no picture of the board could be made')
    return snapshot.picture
  }

  /** The log was rewritten: the last stored snapshot shows the new board. */
  restart(): void {
    this.#epoch++
    this.#stored = this.#deps.store.lastSnapshot()
    this.#begun = this.#stored ?? START
  }

  async #make(): Promise<void> {
    const { store, raster, intake } = this.#deps
    const { number, shiftIndex } = store.head
    this.#begun = { number, shiftIndex }
    const epoch = this.#epoch
    try {
      const making = raster.snapshot(shiftIndex, new Set(this.#mayDraw()))
      intake.forgetGone(this.clientsHere())
      const snapshot = await making
      if (epoch !== this.#epoch) return
      store.addSnapshot(snapshot, this.#mayDraw(), Date.now())
      this.#stored = snapshot
    } catch (error) {
      log('error', 'board snapshot', { reason: error instanceof Error ? error.name : 'unknown' })
    }
  }

  clientsHere(): Set<number> {
    return new Set(this.#deps.connections.all().map(({ state }) => state.client))
  }

  /** Connected clients, and those which left lately and of which something may still be on its way. */
  #mayDraw(): number[] {
    return [...this.clientsHere(), ...this.#deps.intake.drawers()]
  }
}

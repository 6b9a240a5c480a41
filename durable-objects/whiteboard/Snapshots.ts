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
  intake: Pick<DrawIntake, 'drawingClients' | 'removeInactive'>
  connections: Pick<ConnectionRegistry<BoardSocketState>, 'all'>
}

/** Takes snapshots of the board, one at a time. Drawing continues meanwhile. */
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

  /** The number of the last flush in the last stored snapshot; null if there is none. */
  get number(): number | null {
    return this.#stored?.number ?? null
  }

  /** Takes a snapshot if one is due: 300 flushes after the last one, and after each scroll. */
  takeIfDue(): void {
    const { number, shiftIndex } = this.#deps.store.head
    const isDue = shiftIndex > this.#begun.shiftIndex || number - this.#begun.number >= SNAPSHOT_EVERY
    if (isDue && !this.#making) void this.take()
  }

  /** Takes a snapshot, or waits for the one in progress. */
  take(): Promise<void> {
    this.#making ??= this.#make().finally(() => {
      this.#making = null
    })
    return this.#making
  }

  /** The current board as a PNG. @throws if no snapshot could be taken */
  async picture(): Promise<Uint8Array<ArrayBuffer>> {
    const { number } = this.#deps.store.head
    const isBehind = () => this.#stored === null || this.#stored.number < number
    if (isBehind()) await this.take()
    // The first one may have been in progress already, without the last flushes.
    if (isBehind()) await this.take()
    const snapshot = this.#deps.store.snapshot()
    if (!snapshot) throw new Error('no snapshot of the board could be taken')
    return snapshot.picture
  }

  /** Called after a rewrite of the log, which has updated the stored snapshots. Discards the one in progress. */
  reset(): void {
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
      const making = raster.snapshot(shiftIndex, new Set(this.#activeClients()))
      intake.removeInactive(this.connectedClients())
      const snapshot = await making
      if (epoch !== this.#epoch) return
      store.addSnapshot(snapshot, this.#activeClients(), Date.now())
      this.#stored = snapshot
    } catch (error) {
      log('error', 'board snapshot', { reason: error instanceof Error ? error.name : 'unknown' })
    }
  }

  connectedClients(): Set<number> {
    return new Set(this.#deps.connections.all().map(({ state }) => state.client))
  }

  /** Connected clients, and clients that may have batches which are not stored yet. */
  #activeClients(): number[] {
    return [...this.connectedClients(), ...this.#deps.intake.drawingClients()]
  }
}

import type { Connection } from '../realtime/Connection.ts'
import type { ConnectionRegistry } from '../realtime/ConnectionRegistry.ts'
import type { BoardRaster } from './BoardRaster.ts'
import type { BoardStore } from './BoardStore.ts'
import type { BoardConnectionState } from './ClientSync.ts'
import type { LogHead, Snapshot } from './core.ts'
import type { DrawIntake } from './DrawIntake.ts'
import type { SnapshotSource } from './Snapshots.ts'

/** The board as snapshots see it: the log, the pixels, and the clients that may still draw. */
export class Board implements SnapshotSource {
  readonly #store: BoardStore
  readonly #raster: BoardRaster
  readonly #intake: DrawIntake
  readonly #connections: ConnectionRegistry<BoardConnectionState, Connection<BoardConnectionState>>

  constructor(
    store: BoardStore,
    raster: BoardRaster,
    intake: DrawIntake,
    connections: ConnectionRegistry<BoardConnectionState, Connection<BoardConnectionState>>,
  ) {
    this.#store = store
    this.#raster = raster
    this.#intake = intake
    this.#connections = connections
  }

  get head(): LogHead {
    return this.#store.head
  }

  takeSnapshot(): Promise<Snapshot> {
    const drawers = new Set(this.#mayDraw())
    const snapshot = this.#raster.snapshot(this.head.shiftIndex, (client) => drawers.has(client))
    this.#intake.forgetGone(this.clientsHere())
    return snapshot
  }

  keepSnapshot(snapshot: Snapshot): void {
    this.#store.addSnapshot(snapshot, this.#mayDraw(), Date.now())
  }

  clientsHere(): Set<number> {
    return new Set(this.#connections.all().map(({ state }) => state.client))
  }

  /** Connected clients, and those which left lately and of which something may still be on its way. */
  #mayDraw(): number[] {
    return [...this.clientsHere(), ...this.#intake.drawers()]
  }
}

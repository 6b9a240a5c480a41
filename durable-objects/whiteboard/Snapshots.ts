import { log } from '../realtime/log.ts'
import type { LogHead, Snapshot } from './core.ts'

/** Flushes between two snapshots. */
const SNAPSHOT_EVERY = 300

/** A position in the log. */
type Position = Pick<LogHead, 'number' | 'shiftIndex'>

const START: Position = { number: 0, shiftIndex: 0 }

/** The board that snapshots are taken of. */
export interface SnapshotSource {
  readonly head: Position
  /** Takes the board as it is now; resolves once the picture is encoded. */
  takeSnapshot(): Promise<Snapshot>
  keepSnapshot(snapshot: Snapshot): void
}

/** Takes snapshots of the board while it changes: one at a time, each stored once it is encoded. */
export class Snapshots {
  readonly #board: SnapshotSource
  /** The last one that is stored. */
  #stored: Position | null
  /** The last one that was begun, whatever came of it. */
  #begun: Position
  #making: Promise<void> | null = null
  /** Counts rewrites of the log: a snapshot begun before one is discarded. */
  #epoch = 0

  constructor(board: SnapshotSource, stored: Position | null) {
    this.#board = board
    this.#stored = stored
    this.#begun = stored ?? START
  }

  /** The flush after which the last stored one was taken; null before there is one. */
  get number(): number | null {
    return this.#stored?.number ?? null
  }

  /** Takes one if it is due: three hundred flushes after the last, and after each scroll. */
  takeIfDue(): void {
    const { number, shiftIndex } = this.#board.head
    const isDue = shiftIndex > this.#begun.shiftIndex || number - this.#begun.number >= SNAPSHOT_EVERY
    if (isDue && !this.#making) void this.taken()
  }

  /** Takes one, or waits for the one that is being made; resolves however that ends. */
  taken(): Promise<void> {
    this.#making ??= this.#make().finally(() => {
      this.#making = null
    })
    return this.#making
  }

  /** Resolves once a snapshot of the board as it is now is stored, unless that failed. */
  async upToDate(): Promise<void> {
    const { number } = this.#board.head
    const isBehind = () => this.#stored === null || this.#stored.number < number
    if (isBehind()) await this.taken()
    // The one that was being made was begun earlier.
    if (isBehind()) await this.taken()
  }

  /** The log was rewritten: `stored` is the last snapshot that shows the new board. */
  restartFrom(stored: Position | null): void {
    this.#epoch++
    this.#stored = stored
    this.#begun = stored ?? START
  }

  async #make(): Promise<void> {
    const { number, shiftIndex } = this.#board.head
    this.#begun = { number, shiftIndex }
    const epoch = this.#epoch
    try {
      const snapshot = await this.#board.takeSnapshot()
      if (epoch !== this.#epoch) return
      this.#board.keepSnapshot(snapshot)
      this.#stored = snapshot
    } catch (error) {
      log('error', 'board snapshot', { reason: error instanceof Error ? error.name : 'unknown' })
    }
  }
}

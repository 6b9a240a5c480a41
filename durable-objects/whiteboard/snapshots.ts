import { log } from '../realtime/log.ts'
import type { Sheet } from './sheet.ts'
import type { Snapshot } from './store.ts'

/** A new snapshot is taken after so many flushes. */
const SNAPSHOT_EVERY = 300

/** The board as of a flush. */
export type Shown = Pick<Sheet, 'number' | 'shiftIndex'>

type Surroundings = {
  /** How the board stands now. */
  last: () => Shown
  /** The board as it stands when this is called; answered once its picture is made. */
  take: () => Promise<Snapshot>
  /** Keeps one, from which the board and who comes in begin from then on. */
  keep: (snapshot: Snapshot) => void
}

/** Takes snapshots of the board while it goes on: one at a time, each kept when it is made. */
export class Snapshots {
  readonly #board: Surroundings
  #kept: Shown | null
  /** The last that was begun, whatever came of it. */
  #begun: Shown
  #making: Promise<void> | null = null
  /** How often the board was drawn otherwise. */
  #epoch = 0

  /** `kept` is the last one that is kept, if there is one. */
  constructor(board: Surroundings, kept: Shown | null) {
    this.#board = board
    this.#kept = kept
    this.#begun = kept ?? { number: 0, shiftIndex: 0 }
  }

  /** Of which flush the last one is that is kept; null before there is one. */
  get number(): number | null {
    return this.#kept?.number ?? null
  }

  /** Takes one where it is time for it: three hundred flushes after the last, and after each scroll. */
  takeIfDue(): void {
    const { number, shiftIndex } = this.#board.last()
    const isDue = shiftIndex > this.#begun.shiftIndex || number - this.#begun.number >= SNAPSHOT_EVERY
    if (isDue && !this.#making) void this.taken()
  }

  /** Takes one, or waits for the one that is being made; answered however that ends. */
  taken(): Promise<void> {
    this.#making ??= this.#make().finally(() => {
      this.#making = null
    })
    return this.#making
  }

  /** Answered once one is kept that shows the board as it stands now, unless it could not be. */
  async upToNow(): Promise<void> {
    const { number } = this.#board.last()
    const isBehind = () => this.#kept === null || this.#kept.number < number
    if (isBehind()) await this.taken()
    // What was being made was begun before.
    if (isBehind()) await this.taken()
  }

  /** The board was drawn otherwise: `kept` is the last one that shows it, and one that is being made does not. */
  goOnFrom(kept: Shown | null): void {
    this.#epoch++
    this.#kept = kept
    this.#begun = kept ?? { number: 0, shiftIndex: 0 }
  }

  async #make(): Promise<void> {
    this.#begun = this.#board.last()
    const epoch = this.#epoch
    try {
      const snapshot = await this.#board.take()
      if (epoch !== this.#epoch) return
      this.#board.keep(snapshot)
      this.#kept = snapshot
    } catch (error) {
      log('error', 'board snapshot', { reason: error instanceof Error ? error.name : 'unknown' })
    }
  }
}

import type { BoardServerEvent } from '../../contract/socket/whiteboard-messages.ts'
import type { AlarmScheduler } from '../realtime/AlarmScheduler.ts'
import { log } from '../realtime/log.ts'
import type { Batch } from './batch.ts'
import { type DrawingClock, scrollsAt } from './clock.ts'
import { nextShift } from './entry.ts'
import type { Paper } from './paper.ts'
import type { Redrawn } from './redrawing.ts'
import { commandsOf, type Flush, nextFlush, type Sheet } from './sheet.ts'
import type { BoardStore } from './store.ts'

/** The clock is told so often while somebody draws. */
const SHIFT_TOLD_MS = 5000

type Surroundings = {
  store: BoardStore
  paper: Paper
  due: AlarmScheduler
  /** Tells a frame to everyone who hears flushes. */
  tell: (frame: string, now: number) => void
  /** Memory holds more than storage now: the board has to start again from storage, and its artists to come back to it. */
  fail: (why: string) => void
}

/** The board's log as it goes on: each flush is kept, then told, then drawn. */
export class BoardLog {
  readonly #board: Surroundings
  #last: Sheet
  #shiftToldAt = 0

  constructor(board: Surroundings) {
    this.#board = board
    this.#last = board.store.last()
  }

  /** How the board stands after its last flush. */
  get last(): Sheet {
    return this.#last
  }

  /** Makes a flush of batches, with the scroll that is due by now. */
  flush(batches: readonly Batch[], now: number): void {
    const { store, paper, due, tell } = this.#board
    const { flush, drawn, scroll } = nextFlush(this.#last, batches, now)
    const scrolls = scroll.length > 0
    const slice = scrolls ? paper.sliceAfter(drawn) : null
    this.#keep(() => store.save(flush, slice))
    this.#last = flush
    const events: BoardServerEvent[] = [commandsOf(flush)]
    if (this.#isShiftDue(scrolls, now)) events.push(nextShift(flush, now))
    tell(JSON.stringify(events), now)
    paper.draw(flush.number, [...drawn, ...scroll])
    if (scrolls) due.set('slices', now)
    this.#watchClock(flush.clock)
  }

  /** Keeps what the log has come to, with a flush that says nothing, and reads the board anew; answers its revision. */
  rewrite(redrawn: Redrawn, forgets: boolean): number {
    const { store, paper, due } = this.#board
    const flush: Flush = { ...this.#last, number: this.#last.number + 1, text: '', drawn: [] }
    const revision = this.#keep(() => store.rewrite(redrawn, flush, forgets))
    this.#last = flush
    paper.forget()
    if (redrawn.slices.length > 0) due.set('slices', Date.now())
    return revision
  }

  /** Keeps something without which the board must not go on. */
  #keep<T>(keep: () => T): T {
    try {
      return keep()
    } catch (error) {
      log('error', 'board save', { reason: error instanceof Error ? error.name : 'unknown' })
      this.#board.fail('the board could not be saved')
      throw error
    }
  }

  /** Where the next scroll may come in a pause, there is an alarm for it. */
  #watchClock(clock: DrawingClock): void {
    const { due } = this.#board
    const at = scrollsAt(clock)
    if (at !== null || due.at('scroll') !== undefined) due.set('scroll', at ?? undefined)
  }

  /** The clock is told at a scroll, and every few seconds while somebody draws. */
  #isShiftDue(scrolls: boolean, now: number): boolean {
    if (!scrolls && now - this.#shiftToldAt < SHIFT_TOLD_MS) return false
    this.#shiftToldAt = now
    return true
  }
}

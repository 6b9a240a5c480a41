import type { BoardCanvas } from '../../../../contract/board/board.ts'
import type { MarkFilter } from '../../../../contract/board/marks.ts'
import type { Person } from '../../../../contract/http/users.ts'
import type { DrawPolicy } from '../../../../contract/http/whiteboard.ts'
import type { BoardRefusal } from '../../../../contract/socket/whiteboard-messages.ts'
import type { LiveState } from '../../../lib/live-session.ts'
import type { Cursors } from './cursors.ts'

/** Drawing time until the board scrolls, as reported at the time `at` of `performance.now()`. */
export type ShiftClock = { drawnMs: number; intervalMs: number; running: boolean; at: number }

/** State of the whiteboard that the page renders; pixels are painted through a `BoardWatcher`. */
export type BoardState = LiveState & {
  /** True once the board is loaded and can be drawn on. */
  hasBoard: boolean
  shift: ShiftClock | null
  policy: DrawPolicy
  /** True for a member of less than a day. */
  isNew: boolean
  artists: ReadonlyMap<number, Person>
  cursors: Cursors
}

/** Returns why the board would refuse strokes of this member now, or null. */
export function refusalIn({ policy, isNew }: Pick<BoardState, 'policy' | 'isNew'>): BoardRefusal | null {
  if (policy.frozen) return 'frozen'
  return policy.excludesNewMembers && isNew ? 'too_new' : null
}

/** Callbacks that paint the board. */
export type BoardWatcher = {
  /** Pixels of the layer changed. */
  onPixels: () => void
  /**
   * The board slides left by a number of pixels. `slice` holds the pixels that leave it, row by row; null for a client
   * that entered after they left.
   */
  onSlide: (by: number, slice: Int32Array | null) => void
  onRefused: (code: BoardRefusal) => void
}

/** Callbacks that follow everything drawn. */
export type BoardReader = {
  onFlush: (number: number, text: string) => void
  /** The board was replaced by one that does not continue the flushes so far. */
  onBoard: () => void
}

/** The shared board without the marks of some clients. */
export type PartialBoard = { readonly board: BoardCanvas; readonly clients: MarkFilter['clients'] }

/** The clock stops when nothing was reported for this long: nobody is drawing. */
const PAUSE_MS = 10_000

/** Returns the drawing time at a time of `performance.now()`, and whether the clock runs. */
export function shiftProgress({ drawnMs, intervalMs, running, at }: ShiftClock, now: number) {
  const since = running ? Math.min(PAUSE_MS, now - at) : 0
  return { drawnMs: Math.min(intervalMs, drawnMs + since), runs: running && now - at < PAUSE_MS }
}

/** Formats seconds as "0:42". */
export const minutesAndSeconds = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

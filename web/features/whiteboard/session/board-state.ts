import type { BoardCanvas } from '../../../../contract/board/board.ts'
import type { MarkFilter } from '../../../../contract/board/marks.ts'
import type { Person } from '../../../../contract/http/users.ts'
import type { DrawPolicy } from '../../../../contract/http/whiteboard.ts'
import type { BoardRefusal } from '../../../../contract/socket/whiteboard-messages.ts'
import type { LiveState } from '../../../lib/live-session.ts'
import type { Cursors } from './cursors.ts'

/** Drawing time until the board scrolls, reported at `at` by `performance.now()`. */
export type ShiftClock = { drawnMs: number; intervalMs: number; running: boolean; at: number }

/** State that the page renders; pixels are painted through a `BoardWatcher`. */
export type BoardState = LiveState & {
  hasBoard: boolean
  shift: ShiftClock | null
  policy: DrawPolicy
  isNew: boolean
  artists: ReadonlyMap<number, Person>
  cursors: Cursors
}

/** Reason why the board would refuse this member's strokes now, or null. */
export function drawRefusal({ policy, isNew }: Pick<BoardState, 'policy' | 'isNew'>): BoardRefusal | null {
  if (policy.frozen) return 'frozen'
  return policy.excludesNewMembers && isNew ? 'too_new' : null
}

export type BoardWatcher = {
  onPixels: () => void
  /**
   * The board slides left by a number of pixels. `slice` holds the pixels that leave it, row by row; null for a client
   * that entered later.
   */
  onSlide: (by: number, slice: Int32Array | null) => void
  onRefused: (code: BoardRefusal) => void
}

export type BoardReader = {
  onFlush: (number: number, text: string) => void
  /** The board was replaced and does not continue the flushes so far. */
  onBoard: () => void
}

export type PartialBoard = { readonly board: BoardCanvas; readonly clients: MarkFilter['clients'] }

/**
 * The contents of a picture of the board: the flush up to which it shows marks, and the marks that it adds or leaves
 * out.
 */
export type ShownBoard = {
  readonly number: number
  /** Clients whose marks are left out. */
  readonly hidden: MarkFilter['clients'] | null
  /** The own client, if the picture has strokes that the board has not confirmed. */
  readonly unconfirmed: number | null
}

/** The clock stops after this time without a report, because nobody is drawing. */
const PAUSE_MS = 10_000

/** Drawing time at a time of `performance.now()`, and whether the clock runs. */
export function shiftProgress({ drawnMs, intervalMs, running, at }: ShiftClock, now: number) {
  const since = running ? Math.min(PAUSE_MS, now - at) : 0
  return { drawnMs: Math.min(intervalMs, drawnMs + since), runs: running && now - at < PAUSE_MS }
}

export const minutesAndSeconds = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

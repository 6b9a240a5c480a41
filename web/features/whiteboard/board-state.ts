import type { Board } from '../../../contract/board/board.ts'
import type { Marks } from '../../../contract/board/marks.ts'
import type { Person } from '../../../contract/http/users.ts'
import type { DrawPolicy } from '../../../contract/http/whiteboard.ts'
import type { BoardRefusal } from '../../../contract/socket/whiteboard-messages.ts'
import type { Connection } from '../../lib/live-connection.ts'
import type { Hands } from './hands.ts'

/** The clock of the next scroll as it was told at a time of `performance.now()`. */
export type ShiftClock = { drawnMs: number; ofMs: number; running: boolean; at: number }

/** The board as the parts of the page around it show it. */
export type BoardState = {
  connection: Connection
  /** There is a board to draw on. */
  hasBoard: boolean
  shift: ShiftClock | null
  order: DrawPolicy
  /** Whether this member is one of less than a day. */
  isNew: boolean
  artists: ReadonlyMap<number, Person>
  hands: Hands
}

/** Why nothing that is drawn here now would come to stand; null where it would. */
export function refusalIn({ order, isNew }: Pick<BoardState, 'order' | 'isNew'>): BoardRefusal | null {
  if (order.frozen) return 'frozen'
  return order.membersOfDay && isNew ? 'too_new' : null
}

/** What hears of the board as it happens, rather than as it stands. */
export type BoardWatcher = {
  /** Pixels of the layer changed. */
  onPixels: () => void
  /**
   * The board has so many pixels to slide to the left; `slice` are those that leave it, a row after the other, and null
   * where one comes in after they have left.
   */
  onSlide: (by: number, slice: Int32Array | null) => void
  onRefused: (code: BoardRefusal) => void
}

/** What hears of all that is drawn. */
export type BoardReader = {
  onFlush: (number: number, text: string) => void
  /** The board is another one now, which did not come from the one before by what was drawn. */
  onBoard: () => void
}

/** A board that goes on as everyone's does, but for the marks of some. */
export type BoardWithout = { readonly board: Board; readonly clients: Marks['clients'] }

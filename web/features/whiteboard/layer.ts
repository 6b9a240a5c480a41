import { type Board, blankBoard, draw } from '../../../contract/board/board.ts'
import { BOARD, PEN_SIZE } from '../../../contract/limits.ts'
import { type BoardCommand, type DrawnCommand, SUBPIXELS } from '../../../contract/socket/whiteboard.ts'

/** Rows of the board from one up to before another. */
export type Rows = { from: number; to: number }

const ALL: Rows = { from: 0, to: BOARD.height }
/** Half of the thickest pen and of the softness of its edge, in pixels. */
const REACH = PEN_SIZE.max / 2 + 1

/**
 * What someone sees: the board, and above it what they drew themselves that has not come back. Both are of the same ink, so
 * that nothing changes in sight when the one becomes part of the other.
 */
export class Layer {
  readonly #shown: Board = blankBoard()
  /** What changed since it was last asked. */
  #changed: Rows | null = ALL
  /** Something of one's own lies above the board. */
  #isAbove = false

  get pixels(): Int32Array {
    return this.#shown.pixels
  }

  /** The rows that changed since this was last asked; null for none. */
  takeChanged(): Rows | null {
    const changed = this.#changed
    this.#changed = null
    return changed
  }

  /** Draws above the board. */
  add(commands: readonly DrawnCommand[]): void {
    draw(this.#shown, commands)
    this.#isAbove = true
    this.#note(rowsOf(commands))
  }

  /** The board changed by these commands, or wholly; above it is now only what is given. */
  follow(board: Board, commands: readonly BoardCommand[] | null, above: readonly (readonly DrawnCommand[])[]): void {
    const rows = !commands || this.#isAbove || above.length > 0 ? ALL : rowsOf(commands)
    if (!rows) return
    const [start, end] = [rows.from * BOARD.width, rows.to * BOARD.width]
    this.#shown.pixels.set(board.pixels.subarray(start, end), start)
    for (const own of above) draw(this.#shown, own)
    this.#isAbove = above.length > 0
    this.#note(rows)
  }

  #note(rows: Rows | null): void {
    if (!rows) return
    const { from, to } = this.#changed ?? rows
    this.#changed = { from: Math.min(from, rows.from), to: Math.max(to, rows.to) }
  }
}

/** The rows that commands may have changed; null for none. */
export function rowsOf(commands: readonly BoardCommand[]): Rows | null {
  let [top, bottom] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const command of commands) {
    if (command.do === 'fo') return ALL
    if (command.do === 'dr') {
      top = Math.min(top, command.y / SUBPIXELS)
      bottom = Math.max(bottom, (command.y + command.height) / SUBPIXELS)
    } else if (command.do === 'dqc') {
      top = Math.min(top, Math.min(command.y, command.cy, command.y2) / SUBPIXELS - REACH)
      bottom = Math.max(bottom, Math.max(command.y, command.cy, command.y2) / SUBPIXELS + REACH)
    }
  }
  const from = Math.max(0, Math.floor(top))
  const to = Math.min(BOARD.height, Math.ceil(bottom))
  return from < to ? { from, to } : null
}

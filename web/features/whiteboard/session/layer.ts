import { type BoardCanvas, blankBoard, drawCommands } from '../../../../contract/board/board.ts'
import { BOARD, PEN_SIZE } from '../../../../contract/limits.ts'
import { type BoardCommand, type DrawCommand, SUBPIXELS } from '../../../../contract/socket/draw-commands.ts'

/** Rows from `from` to `to`, exclusive. */
export type Rows = { from: number; to: number }

const ALL: Rows = { from: 0, to: BOARD.height }
/** Half of the thickest pen with its soft edge, in pixels. */
const REACH = PEN_SIZE.max / 2 + 1

/**
 * The shown pixels: the shared board with own unconfirmed strokes on top. The same code draws both, so that confirmed
 * strokes do not change visibly.
 */
export class Layer {
  readonly #shown: BoardCanvas = blankBoard()
  /** Rows changed since `takeChanged`. */
  #changed: Rows | null = ALL
  /** True while own strokes are on top of the board. */
  #hasOwnStrokes = false

  get pixels(): Int32Array {
    return this.#shown.pixels
  }

  /** Returns and clears the changed rows; null without changes. */
  takeChanged(): Rows | null {
    const changed = this.#changed
    this.#changed = null
    return changed
  }

  /** Draws own strokes on top of the board. */
  add(commands: readonly DrawCommand[]): void {
    drawCommands(this.#shown, commands)
    this.#hasOwnStrokes = true
    this.#markChanged(rowsOf(commands))
  }

  /** Updates the board after commands, or entirely, and redraws own strokes. */
  follow(
    board: BoardCanvas,
    commands: readonly BoardCommand[] | null,
    above: readonly (readonly DrawCommand[])[],
  ): void {
    const rows = !commands || this.#hasOwnStrokes || above.length > 0 ? ALL : rowsOf(commands)
    if (!rows) return
    const [start, end] = [rows.from * BOARD.width, rows.to * BOARD.width]
    this.#shown.pixels.set(board.pixels.subarray(start, end), start)
    for (const strokes of above) drawCommands(this.#shown, strokes)
    this.#hasOwnStrokes = above.length > 0
    this.#markChanged(rows)
  }

  #markChanged(rows: Rows | null): void {
    if (!rows) return
    const { from, to } = this.#changed ?? rows
    this.#changed = { from: Math.min(from, rows.from), to: Math.max(to, rows.to) }
  }
}

/** Rows that commands may change, or null. */
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

import { type BoardCanvas, blankBoard, boardFromPixels, drawCommands } from '../../contract/board/board.ts'
import { type MarkFilter, withoutMarks } from '../../contract/board/marks.ts'
import { cutSlice } from '../../contract/board/slice.ts'
import { BOARD_SLICES_MAX } from '../../contract/limits.ts'
import { type BoardCommand, decodeCommands, encodeCommands } from '../../contract/socket/draw-commands.ts'
import type { PictureCodec } from './BoardRaster.ts'
import type { BoardSnapshot, Flush, RewrittenLog } from './core.ts'

/**
 * Returns the new text of a flush (null: unchanged) and the number of removed marks. `board` is from before the flush.
 */
export type Rewrite = (flush: Flush, board: BoardCanvas) => { text: string | null; removed: number }

/**
 * Redraws the log from a snapshot and rewrites some flushes. It stores nothing: the caller stores `result`, and may
 * remove its texts and pictures at any time.
 */
export class LogReplay {
  readonly result: RewrittenLog = { texts: new Map(), snapshots: new Map(), slices: [] }
  readonly #board: BoardCanvas
  readonly #rewrite: Rewrite
  readonly #pictures: PictureCodec
  /** The number of the last replayed flush. */
  number: number
  /** The number of removed marks. */
  removed = 0
  /** A flush has changed. */
  hasChanges = false

  constructor(base: BoardSnapshot | null, rewrite: Rewrite, pictures: PictureCodec) {
    this.#rewrite = rewrite
    this.#pictures = pictures
    this.number = base?.number ?? 0
    this.#board = base ? boardFromPixels(pictures.decode(base.picture)) : blankBoard()
    if (base) drawCommands(this.#board, decodeCommands(base.pens) ?? [])
  }

  /** Replays the next flush. @throws if the flushes before it were deleted during the replay */
  add(flush: Flush): void {
    if (this.number > 0 && flush.number !== this.number + 1) throw new Error('flushes were deleted during the replay')
    const { texts, slices } = this.result
    const { text: after, removed } = this.#rewrite(flush, this.#board)
    this.removed += removed
    if (after !== null && after !== flush.text) {
      texts.set(flush.number, after)
      this.hasChanges = true
    }
    const commands = decodeCommands(after ?? flush.text) ?? []
    const scroll = commands.findIndex((command) => command.do === 'fo')
    drawCommands(this.#board, scroll < 0 ? commands : commands.slice(0, scroll))
    if (scroll >= 0) {
      const { shiftIndex, clock } = flush
      if (this.hasChanges) slices.push({ shiftIndex, at: clock.at, pixels: cutSlice(this.#board.pixels) })
      // Older slices are not in the history.
      if (slices.length > BOARD_SLICES_MAX) slices.shift()
      drawCommands(this.#board, commands.slice(scroll))
    }
    this.number = flush.number
  }

  /** Takes a snapshot after the current flush, if the log has changed before it. */
  async addSnapshot(): Promise<void> {
    const { number } = this
    if (this.hasChanges) this.result.snapshots.set(number, await this.#pictures.encode(this.#board.pixels))
  }
}

/** Makes a rewrite that removes the selected marks drawn after `since`, in milliseconds since 1970. */
export function removingMarks(marks: MarkFilter, since: number): Rewrite {
  return ({ clock, shiftIndex, text, drawn }, board) => {
    if (clock.at < since || !drawn.some(([client]) => marks.clients.has(client))) return { text: null, removed: 0 }
    const commands = decodeCommands(text) ?? []
    const scrolls = commands.filter((command) => command.do === 'fo').length
    const kept: BoardCommand[] = withoutMarks(commands, marks, { board, shiftIndex: shiftIndex - scrolls })
    return { text: encodeCommands(kept), removed: commands.length - kept.length }
  }
}

import { type Board, blankBoard, boardOf, draw } from '../../contract/board/board.ts'
import { type Marks, withoutMarks } from '../../contract/board/marks.ts'
import { sliceOf } from '../../contract/board/slice.ts'
import { type BoardCommand, decodeCommands, encodeCommands } from '../../contract/socket/whiteboard.ts'
import type { Pictures } from './paper.ts'
import type { Flush } from './sheet.ts'
import type { Snapshot } from './store.ts'

/** What a flush says instead of what it said; null where it stays as it is. */
export type Rewrite = (flush: Flush, board: Board) => string | null

/** What the log comes to when some of it is written otherwise. */
export type Redrawn = {
  /** What flushes say now, by their numbers, and what they said. */
  texts: Map<number, { before: string; after: string }>
  /** Pictures of the board after some flushes, and the slices that left it since it is another one. */
  snapshots: Map<number, Uint8Array<ArrayBuffer>>
  slices: { shiftIndex: number; at: number; pixels: Int32Array<ArrayBuffer> }[]
}

/**
 * Draws the log again from a snapshot, flush by flush, with some of it written otherwise. Nothing but this is changed by
 * it: what comes out is kept by who asked for it.
 */
export class Redrawing {
  readonly redrawn: Redrawn = { texts: new Map(), snapshots: new Map(), slices: [] }
  readonly #board: Board
  readonly #rewrite: Rewrite
  readonly #pictures: Pictures
  /** The last flush that is drawn. */
  number: number

  constructor(base: Snapshot | null, rewrite: Rewrite, pictures: Pictures) {
    this.#rewrite = rewrite
    this.#pictures = pictures
    this.number = base?.number ?? 0
    this.#board = base ? boardOf(pictures.pixelsOf(base.picture)) : blankBoard()
    if (base) draw(this.#board, decodeCommands(base.pens) ?? [])
  }

  /** Goes on by a flush. @throws where it is not the next one */
  add(flush: Flush): void {
    if (this.number > 0 && flush.number !== this.number + 1) throw new Error('the log has been cut meanwhile')
    const { texts, slices } = this.redrawn
    const after = this.#rewrite(flush, this.#board)
    if (after !== null && after !== flush.text) texts.set(flush.number, { before: flush.text, after })
    const commands = decodeCommands(after ?? flush.text) ?? []
    const scroll = commands.findIndex((command) => command.do === 'fo')
    draw(this.#board, scroll < 0 ? commands : commands.slice(0, scroll))
    if (scroll >= 0) {
      const { shiftIndex, clock } = flush
      if (texts.size > 0) slices.push({ shiftIndex, at: clock.at, pixels: sliceOf(this.#board.pixels) })
      draw(this.#board, commands.slice(scroll))
    }
    this.number = flush.number
  }

  /** Makes the picture of the board as it is now, where it is another one than it was. */
  async picture(): Promise<void> {
    const { number } = this
    if (this.redrawn.texts.size > 0)
      this.redrawn.snapshots.set(number, await this.#pictures.pictureOf(this.#board.pixels))
  }
}

/** Takes marks out that were drawn since a time, in milliseconds since 1970; `onTaken` is told how many, each time. */
export function takingOut(marks: Marks, since: number, onTaken: (count: number) => void): Rewrite {
  return ({ clock, shiftIndex, text, drawn }, board) => {
    if (clock.at < since || !drawn.some(([client]) => marks.clients.has(client))) return null
    const commands = decodeCommands(text) ?? []
    const moved = commands.filter(({ do: what }) => what === 'fo').length
    const kept: BoardCommand[] = withoutMarks(commands, marks, { board, shiftIndex: shiftIndex - moved })
    onTaken(commands.length - kept.length)
    return encodeCommands(kept)
  }
}

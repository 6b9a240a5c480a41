import { type Board, blankBoard, draw } from '../../contract/board/board.ts'
import { type Marks, withoutMarks } from '../../contract/board/marks.ts'
import { BOARD_SLICE } from '../../contract/limits.ts'
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
  /** Pictures of the board after flushes that have a snapshot, and of slices that left it, where they are other ones now. */
  snapshots: Map<number, Uint8Array<ArrayBuffer>>
  slices: { shiftIndex: number; at: number; picture: Uint8Array<ArrayBuffer> }[]
}

/**
 * Draws the log again from a snapshot, flush by flush, with some of it written otherwise. Nothing but this is changed by
 * it: what comes out is kept by who asked for it.
 */
export class Redrawing {
  readonly redrawn: Redrawn = { texts: new Map(), snapshots: new Map(), slices: [] }
  readonly #board = blankBoard()
  readonly #rewrite: Rewrite
  readonly #pictures: Pictures
  /** The last flush that is drawn. */
  number: number

  constructor(base: Snapshot | null, rewrite: Rewrite, pictures: Pictures) {
    this.#rewrite = rewrite
    this.#pictures = pictures
    this.number = base?.number ?? 0
    if (!base) return
    this.#board.pixels.set(pictures.pixelsOf(base.picture))
    draw(this.#board, decodeCommands(base.pens) ?? [])
  }

  /** Goes on by a flush; `isSnapshot` says that there is a snapshot of the board after it. */
  add(flush: Flush, isSnapshot: boolean): void {
    if (this.number > 0 && flush.number !== this.number + 1) throw new Error('the log has been cut meanwhile')
    const { texts, snapshots, slices } = this.redrawn
    const after = this.#rewrite(flush, this.#board)
    if (after !== null && after !== flush.text) texts.set(flush.number, { before: flush.text, after })
    const commands = decodeCommands(after ?? flush.text) ?? []
    const scroll = commands.findIndex((command) => command.do === 'fo')
    draw(this.#board, scroll < 0 ? commands : commands.slice(0, scroll))
    const isChanged = texts.size > 0
    if (scroll >= 0) {
      const { shiftIndex, clock } = flush
      const picture = () => this.#pictures.pictureOf(this.#board.pixels, { from: 0, to: BOARD_SLICE })
      if (isChanged) slices.push({ shiftIndex, at: clock.at, picture: picture() })
      draw(this.#board, commands.slice(scroll))
    }
    if (isSnapshot && isChanged) snapshots.set(flush.number, this.#pictures.pictureOf(this.#board.pixels))
    this.number = flush.number
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

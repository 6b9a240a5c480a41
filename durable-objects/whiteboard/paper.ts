import { type Board, blankBoard, boardOf, draw } from '../../contract/board/board.ts'
import { hashOf } from '../../contract/board/hash.ts'
import { pictureOf, pixelsOf } from '../../contract/board/picture.ts'
import { sliceOf } from '../../contract/board/slice.ts'
import { type BoardCommand, decodeCommands, encodeCommands } from '../../contract/socket/whiteboard.ts'
import type { BoardStore, Snapshot } from './store.ts'

/** How pixels become a picture, as they are when this is called, and a picture pixels. */
export type Pictures = { pictureOf: typeof pictureOf; pixelsOf: typeof pixelsOf }

export const PNG: Pictures = { pictureOf, pixelsOf }

/** What the board is read from. */
export type BoardSource = Pick<BoardStore, 'snapshot' | 'flushesAfter'>

/** The board in pixels, as it is after some flush. It is read from the store when it is first asked for. */
export class Paper {
  readonly #store: BoardSource
  readonly #pictures: Pictures
  #board: Board | null = null
  #number = 0
  #hash: { number: number; hash: number } | null = null

  constructor(store: BoardSource, pictures = PNG) {
    this.#store = store
    this.#pictures = pictures
  }

  /** What is kept is another board now: it is read anew when it is next asked for. */
  forget(): void {
    this.#board = null
    this.#hash = null
  }

  /** Draws a flush that was kept; one that is on it already is not drawn again. */
  draw(number: number, commands: readonly BoardCommand[]): void {
    const board = this.#current()
    if (number <= this.#number) return
    draw(board, commands)
    this.#number = number
  }

  /** The pixels that leave the board, row by row, when it scrolls after these commands, which are not drawn by this. */
  sliceAfter(commands: readonly BoardCommand[]): Int32Array<ArrayBuffer> {
    const { pixels, pens, client } = this.#current()
    const copy: Board = { pixels: pixels.slice(), pens: new Map(pens), client }
    draw(copy, commands)
    return sliceOf(copy.pixels)
  }

  /** The board as it stands now, to go on from; the pens in it are those of clients that `keepsPen` says may draw on. */
  async snapshot(shiftIndex: number, keepsPen: (client: number) => boolean): Promise<Snapshot> {
    const board = this.#current()
    const pens: BoardCommand[] = []
    for (const [client, { colour, width }] of board.pens)
      if (keepsPen(client)) pens.push({ do: 'cs', client }, { do: 'scr', colour }, { do: 'slw', width })
    // The picture comes last: the board goes on while it is made.
    return {
      number: this.#number,
      shiftIndex,
      pens: encodeCommands(pens),
      picture: await this.#pictures.pictureOf(board.pixels),
    }
  }

  /** Whether everyone knows the pen of a client. */
  hasPen(client: number): boolean {
    return this.#current().pens.has(client)
  }

  /** The hash of the board, and after which flush; it is worked out once for each. */
  hash(): { number: number; hash: number } {
    const { pixels } = this.#current()
    if (this.#hash?.number !== this.#number) this.#hash = { number: this.#number, hash: hashOf(pixels) }
    return this.#hash
  }

  #current(): Board {
    this.#board ??= this.#read()
    return this.#board
  }

  #read(): Board {
    const snapshot = this.#store.snapshot()
    const board = snapshot ? boardOf(this.#pictures.pixelsOf(snapshot.picture)) : blankBoard()
    this.#number = snapshot?.number ?? 0
    if (snapshot) draw(board, decodeCommands(snapshot.pens) ?? [])
    for (const { number, text } of this.#store.flushesAfter(this.#number)) {
      draw(board, decodeCommands(text) ?? [])
      this.#number = number
    }
    return board
  }
}

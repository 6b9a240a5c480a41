import { type Board, blankBoard, boardOf, draw } from '../../contract/board/board.ts'
import { hashOf } from '../../contract/board/hash.ts'
import { pictureOf, pixelsOf } from '../../contract/board/picture.ts'
import { sliceOf } from '../../contract/board/slice.ts'
import { type BoardCommand, decodeCommands, encodeCommands } from '../../contract/socket/whiteboard.ts'
import type { BoardStore } from './BoardStore.ts'
import type { Snapshot } from './core.ts'

/** Encodes pixels as a picture, taken when it is called, and decodes a picture. */
export type Pictures = { pictureOf: typeof pictureOf; pixelsOf: typeof pixelsOf }

export const PNG: Pictures = { pictureOf, pixelsOf }

export class BoardRaster {
  readonly #store: Pick<BoardStore, 'snapshot' | 'flushesAfter'>
  readonly #pictures: Pictures
  #board: Board | null = null
  #number = 0
  #hash: { number: number; hash: number } | null = null

  constructor(store: Pick<BoardStore, 'snapshot' | 'flushesAfter'>, pictures = PNG) {
    this.#store = store
    this.#pictures = pictures
  }

  /** Drops the pixels: the store has another board now, which is read when it is next needed. */
  reset(): void {
    this.#board = null
    this.#hash = null
  }

  draw(number: number, commands: readonly BoardCommand[]): void {
    const board = this.#current()
    if (number <= this.#number) return
    draw(board, commands)
    this.#number = number
  }

  /** The pixels that leave the board, row by row, when it scrolls after these commands; the board stays as it is. */
  sliceAfter(commands: readonly BoardCommand[]): Int32Array<ArrayBuffer> {
    const { pixels, pens, client } = this.#current()
    const copy: Board = { pixels: pixels.slice(), pens: new Map(pens), client }
    draw(copy, commands)
    return sliceOf(copy.pixels)
  }

  async snapshot(shiftIndex: number, drawers: ReadonlySet<number>): Promise<Snapshot> {
    const board = this.#current()
    const pens: BoardCommand[] = []
    for (const [client, { colour, width }] of board.pens)
      if (drawers.has(client)) pens.push({ do: 'cs', client }, { do: 'scr', colour }, { do: 'slw', width })
    // The picture comes last, as the board changes while it is encoded.
    return {
      number: this.#number,
      shiftIndex,
      pens: encodeCommands(pens),
      picture: await this.#pictures.pictureOf(board.pixels),
    }
  }

  hasPen(client: number): boolean {
    return this.#current().pens.has(client)
  }

  /** A hash of the pixels, and the number of the flush that it is after; computed once for each. */
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

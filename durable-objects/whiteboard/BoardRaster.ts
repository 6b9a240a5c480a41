import { type BoardCanvas, blankBoard, boardFromPixels, drawCommands } from '../../contract/board/board.ts'
import { decodeBoardPng, encodeBoardPng } from '../../contract/board/board-png.ts'
import { hashPixels } from '../../contract/board/hash.ts'
import { cutSlice } from '../../contract/board/slice.ts'
import { type BoardCommand, decodeCommands, encodeCommands } from '../../contract/socket/draw-commands.ts'
import type { BoardStore } from './BoardStore.ts'
import type { Snapshot } from './core.ts'

/** Encodes pixels as a picture, taken when it is called, and decodes a picture. */
export type Pictures = { pictureOf: typeof encodeBoardPng; pixelsOf: typeof decodeBoardPng }

export const PNG: Pictures = { pictureOf: encodeBoardPng, pixelsOf: decodeBoardPng }

export class BoardRaster {
  readonly #store: Pick<BoardStore, 'snapshot' | 'flushesAfter'>
  readonly #pictures: Pictures
  #board: BoardCanvas | null = null
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
    drawCommands(board, commands)
    this.#number = number
  }

  /** The pixels that leave the board, row by row, when it scrolls after these commands; the board stays as it is. */
  sliceAfter(commands: readonly BoardCommand[]): Int32Array<ArrayBuffer> {
    const { pixels, pens, client } = this.#current()
    const copy: BoardCanvas = { pixels: pixels.slice(), pens: new Map(pens), client }
    drawCommands(copy, commands)
    return cutSlice(copy.pixels)
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
    if (this.#hash?.number !== this.#number) this.#hash = { number: this.#number, hash: hashPixels(pixels) }
    return this.#hash
  }

  #current(): BoardCanvas {
    this.#board ??= this.#read()
    return this.#board
  }

  #read(): BoardCanvas {
    const snapshot = this.#store.snapshot()
    const board = snapshot ? boardFromPixels(this.#pictures.pixelsOf(snapshot.picture)) : blankBoard()
    this.#number = snapshot?.number ?? 0
    if (snapshot) drawCommands(board, decodeCommands(snapshot.pens) ?? [])
    for (const { number, text } of this.#store.flushesAfter(this.#number)) {
      drawCommands(board, decodeCommands(text) ?? [])
      this.#number = number
    }
    return board
  }
}

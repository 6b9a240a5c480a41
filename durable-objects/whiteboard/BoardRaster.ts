import { type BoardCanvas, blankBoard, boardFromPixels, drawCommands } from '../../contract/board/board.ts'
import { decodeBoardPng, encodeBoardPng } from '../../contract/board/board-png.ts'
import { hashPixels } from '../../contract/board/hash.ts'
import { cutSlice } from '../../contract/board/slice.ts'
import { type BoardCommand, decodeCommands, encodeCommands } from '../../contract/socket/draw-commands.ts'
import type { BoardStore } from './BoardStore.ts'
import type { BoardSnapshot } from './core.ts'
import { cutPart, type Rectangle } from './reported-mark.ts'

/** Encodes pixels as a picture and decodes pictures. Encoding uses the pixels as they are at the call. */
export type PictureCodec = { encode: typeof encodeBoardPng; decode: typeof decodeBoardPng }

export const PNG: PictureCodec = { encode: encodeBoardPng, decode: decodeBoardPng }

/** The pixels of the board in memory, drawn from the stored log when they are first needed. */
export class BoardRaster {
  readonly #store: Pick<BoardStore, 'snapshot' | 'flushesAfter'>
  readonly #pictures: PictureCodec
  #board: BoardCanvas | null = null
  #number = 0
  #hash: { number: number; hash: number } | null = null

  constructor(store: Pick<BoardStore, 'snapshot' | 'flushesAfter'>, pictures = PNG) {
    this.#store = store
    this.#pictures = pictures
  }

  /** Discards the pixels after a rewrite of the log. They are read again when they are needed. */
  reset(): void {
    this.#board = null
    this.#hash = null
  }

  /** Draws the commands of flush `number`, unless the pixels include it already. */
  draw(number: number, commands: readonly BoardCommand[]): void {
    const board = this.#current()
    if (number <= this.#number) return
    drawCommands(board, commands)
    this.#number = number
  }

  /** The pixels that leave the board, row by row, if it scrolls after these commands. Does not change the board. */
  sliceAfter(commands: readonly BoardCommand[]): Int32Array<ArrayBuffer> {
    const { pixels, pens, client } = this.#current()
    const copy: BoardCanvas = { pixels: pixels.slice(), pens: new Map(pens), client }
    drawCommands(copy, commands)
    return cutSlice(copy.pixels)
  }

  /** Takes a snapshot with the pens of these clients, and discards the others. A client that returns sets its pen. */
  async snapshot(shiftIndex: number, clients: ReadonlySet<number>): Promise<BoardSnapshot> {
    const board = this.#current()
    const pens: BoardCommand[] = []
    for (const client of board.pens.keys()) if (!clients.has(client)) board.pens.delete(client)
    for (const [client, { colour, width }] of board.pens)
      pens.push({ do: 'cs', client }, { do: 'scr', colour }, { do: 'slw', width })
    // The board may change while the picture is encoded: number and pens are read before.
    return {
      number: this.#number,
      shiftIndex,
      pens: encodeCommands(pens),
      picture: await this.#pictures.encode(board.pixels),
    }
  }

  /** A PNG of a part of the board. */
  partPicture(part: Rectangle): Promise<Uint8Array<ArrayBuffer>> {
    return this.#pictures.encode(cutPart(this.#current().pixels, part), part.width)
  }

  hasPen(client: number): boolean {
    return this.#current().pens.has(client)
  }

  /** A hash of the pixels and the number of the last flush in them. */
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
    const board = snapshot ? boardFromPixels(this.#pictures.decode(snapshot.picture)) : blankBoard()
    this.#number = snapshot?.number ?? 0
    if (snapshot) drawCommands(board, decodeCommands(snapshot.pens) ?? [])
    for (const { number, text } of this.#store.flushesAfter(this.#number)) {
      drawCommands(board, decodeCommands(text) ?? [])
      this.#number = number
    }
    return board
  }
}

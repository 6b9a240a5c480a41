import { BOARD } from '../limits.ts'
import { packColour } from './ink.ts'
import { decodePngRows, encodePng } from './png.ts'

/** So many rows are packed at a time. */
const ROWS_PER_WRITE = 25

/**
 * The pixels of a board, or of as many of its columns, as a PNG: as they are when this is called. It is packed a few rows at
 * a time, so that whoever asked for it can do other things between.
 */
export async function encodeBoardPng(pixels: Int32Array, width = BOARD.width): Promise<Uint8Array<ArrayBuffer>> {
  const copy = pixels.slice()
  const height = copy.length / width
  const deflating = new CompressionStream('deflate')
  const packed = new Response(deflating.readable).arrayBuffer()
  const writer = deflating.writable.getWriter()
  for (let row = 0; row < height; row += ROWS_PER_WRITE) {
    await writer.write(pngRows(copy.subarray(row * width, (row + ROWS_PER_WRITE) * width), width))
    // A turn for what has come meanwhile: packing itself leaves none.
    await new Promise((resolve) => setTimeout(resolve))
  }
  await writer.close()
  return encodePng(width, height, new Uint8Array(await packed))
}

/** Rows of a PNG: red, green and blue as they are, which packs drawings better than any difference between neighbours. */
function pngRows(pixels: Int32Array, width: number): Uint8Array<ArrayBuffer> {
  const rows = new Uint8Array((pixels.length / width) * (1 + width * 3))
  let to = 0
  for (let from = 0; from < pixels.length; from++) {
    if (from % width === 0) to++
    const pixel = pixels[from] as number
    rows[to++] = pixel
    rows[to++] = pixel >> 8
    rows[to++] = pixel >> 16
  }
  return rows
}

/** The pixels of a board's picture. @throws where the bytes are no picture of that size. */
export function decodeBoardPng(picture: Uint8Array): Int32Array {
  const rows = decodePngRows(picture, BOARD.width, BOARD.height)
  const pixels = new Int32Array(BOARD.width * BOARD.height)
  if (rows.length !== pixels.length * 3 + BOARD.height) throw new TypeError('no picture of a board')
  for (let at = 0, from = 0; at < pixels.length; at++, from += 3) {
    // The byte before a row: rows are as they are.
    if (at % BOARD.width === 0) from++
    pixels[at] = packColour(
      ((rows[from] as number) << 16) | ((rows[from + 1] as number) << 8) | (rows[from + 2] as number),
    )
  }
  return pixels
}

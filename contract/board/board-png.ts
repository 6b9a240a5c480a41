import { BOARD } from '../limits.ts'
import { packColour } from './ink.ts'
import { decodePngRows, encodePng } from './png.ts'

const ROWS_PER_WRITE = 25

/** Encodes the pixels as a PNG of this width. Copies them first, and yields to the event loop every few rows. */
export async function encodeBoardPng(pixels: Int32Array, width = BOARD.width): Promise<Uint8Array<ArrayBuffer>> {
  const copy = pixels.slice()
  const height = copy.length / width
  const deflating = new CompressionStream('deflate')
  const packed = new Response(deflating.readable).arrayBuffer()
  const writer = deflating.writable.getWriter()
  for (let row = 0; row < height; row += ROWS_PER_WRITE) {
    await writer.write(pngRows(copy.subarray(row * width, (row + ROWS_PER_WRITE) * width), width))
    // Awaiting the compression alone does not yield to the event loop.
    await new Promise((resolve) => setTimeout(resolve))
  }
  await writer.close()
  return encodePng(width, height, new Uint8Array(await packed))
}

/** Unfiltered RGB rows, which compress drawings better than PNG's difference filters. */
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

/** Decodes a PNG that `encodeBoardPng` made of the whole board. @throws TypeError for anything else */
export function decodeBoardPng(picture: Uint8Array): Int32Array {
  const rows = decodePngRows(picture, BOARD.width, BOARD.height)
  const pixels = new Int32Array(BOARD.width * BOARD.height)
  if (rows.length !== pixels.length * 3 + BOARD.height) throw new TypeError('not a picture of the board')
  for (let at = 0, from = 0; at < pixels.length; at++, from += 3) {
    // Skips the filter byte of the row.
    if (at % BOARD.width === 0) from++
    pixels[at] = packColour(
      ((rows[from] as number) << 16) | ((rows[from + 1] as number) << 8) | (rows[from + 2] as number),
    )
  }
  return pixels
}

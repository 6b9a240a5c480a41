import { decode, encode } from 'fast-png'
import { BOARD } from '../limits.ts'
import { inkOf } from './ink.ts'

/** The pixels of a board, or of some columns of it, as a PNG. */
export function pictureOf(pixels: Int32Array, columns = { from: 0, to: BOARD.width }): Uint8Array<ArrayBuffer> {
  const width = columns.to - columns.from
  const data = new Uint8Array(width * BOARD.height * 3)
  let to = 0
  for (let row = 0; row < BOARD.height; row++)
    for (let column = columns.from; column < columns.to; column++) {
      const pixel = pixels[row * BOARD.width + column] ?? 0
      data[to++] = pixel & 255
      data[to++] = (pixel >> 8) & 255
      data[to++] = (pixel >> 16) & 255
    }
  const png = encode({ width, height: BOARD.height, data, channels: 3 })
  return new Uint8Array(png)
}

/** The pixels of a board's picture. @throws where the bytes are no picture of that size. */
export function pixelsOf(picture: Uint8Array): Int32Array {
  const { width, height, channels, data } = decode(picture)
  if (width !== BOARD.width || height !== BOARD.height || channels !== 3) throw new TypeError('no picture of a board')
  const pixels = new Int32Array(width * height)
  for (let at = 0; at < pixels.length; at++) {
    const [red = 0, green = 0, blue = 0] = data.subarray(at * 3, at * 3 + 3)
    pixels[at] = inkOf((red << 16) | (green << 8) | blue)
  }
  return pixels
}

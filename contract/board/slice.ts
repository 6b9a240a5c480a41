import { BOARD, BOARD_SLICE } from '../limits.ts'

/** The pixels that leave a board when it scrolls, row by row. */
export function sliceOf(pixels: Int32Array): Int32Array<ArrayBuffer> {
  const slice = new Int32Array(BOARD_SLICE * BOARD.height)
  for (let row = 0; row < BOARD.height; row++)
    slice.set(pixels.subarray(row * BOARD.width, row * BOARD.width + BOARD_SLICE), row * BOARD_SLICE)
  return slice
}

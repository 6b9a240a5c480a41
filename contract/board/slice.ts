import { BOARD, BOARD_SLICE_WIDTH } from '../limits.ts'

/** Copies the columns that scroll off the board. */
export function cutSlice(pixels: Int32Array): Int32Array<ArrayBuffer> {
  const slice = new Int32Array(BOARD_SLICE_WIDTH * BOARD.height)
  for (let row = 0; row < BOARD.height; row++)
    slice.set(pixels.subarray(row * BOARD.width, row * BOARD.width + BOARD_SLICE_WIDTH), row * BOARD_SLICE_WIDTH)
  return slice
}

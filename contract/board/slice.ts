import { BOARD, BOARD_SLICE_WIDTH } from '../limits.ts'

/** The pixels that leave a board when it scrolls, row by row. */
export function cutSlice(pixels: Int32Array): Int32Array<ArrayBuffer> {
  const slice = new Int32Array(BOARD_SLICE_WIDTH * BOARD.height)
  for (let row = 0; row < BOARD.height; row++)
    slice.set(pixels.subarray(row * BOARD.width, row * BOARD.width + BOARD_SLICE_WIDTH), row * BOARD_SLICE_WIDTH)
  return slice
}

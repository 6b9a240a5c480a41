import { pictureOf } from '../../contract/board/picture.ts'
import { BOARD_SLICE } from '../../contract/limits.ts'
import { log } from '../lib/log.ts'
import { sliceKey } from './board.ts'
import type { BoardStore } from './store.ts'

/**
 * Brings slices that left the board to where they are shown from, as PNGs, and forgets those that are older than the last
 * 48; false where some have to wait for another time.
 */
export async function bringSlices(store: BoardStore, files: R2Bucket): Promise<boolean> {
  try {
    for (const { shiftIndex, at, pixels } of store.slices()) {
      const picture = await pictureOf(pixels, BOARD_SLICE)
      await files.put(sliceKey(shiftIndex), picture, { httpMetadata: { contentType: 'image/png' } })
      const dropped = store.addToHistory({ shiftIndex, at })
      await files.delete(dropped.map((slice) => sliceKey(slice.shiftIndex)))
    }
    return true
  } catch (error) {
    log('error', 'board slice', { reason: error instanceof Error ? error.name : 'unknown' })
    return false
  }
}

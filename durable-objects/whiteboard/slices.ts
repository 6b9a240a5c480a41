import { pictureOf } from '../../contract/board/picture.ts'
import { BOARD_SLICE } from '../../contract/limits.ts'
import { log } from '../realtime/log.ts'
import { sliceKey } from './board.ts'
import type { BoardStore } from './store.ts'

/**
 * Brings slices that left the board to where they are shown from, as PNGs, and forgets those that are older than the last
 * 48; false where some have to wait for another time.
 */
export async function bringSlices(store: BoardStore, files: R2Bucket): Promise<boolean> {
  try {
    for (let waiting = store.slices(); waiting.length > 0; waiting = store.slices())
      for (const { pixels, ...slice } of waiting) {
        const picture = await pictureOf(pixels, BOARD_SLICE)
        await files.put(sliceKey(slice), picture, { httpMetadata: { contentType: 'image/png' } })
        await files.delete(store.addToHistory(slice).map(sliceKey))
      }
    return true
  } catch (error) {
    log('error', 'board slice', { reason: error instanceof Error ? error.name : 'unknown' })
    return false
  }
}

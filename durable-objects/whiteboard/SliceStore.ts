import { encodeBoardPng } from '../../contract/board/board-png.ts'
import { type BoardSlice, sliceName } from '../../contract/http/whiteboard.ts'
import { BOARD_SLICE_WIDTH, BOARD_SLICES_MAX } from '../../contract/limits.ts'
import type { KeyValues } from '../realtime/KeyValues.ts'
import { log } from '../realtime/log.ts'

/**
 * The strip that left the board by its scroll to `shiftIndex`, at a time in milliseconds since 1970. A rewrite of the log
 * gives it another picture, under a new `revision`.
 */
export type Slice = { shiftIndex: number; at: number; revision: number }

type SliceRow = { shift_index: number; at: number; pixels: ArrayBuffer; revision: number }

export const sliceKey = (slice: BoardSlice) => `whiteboard/slices/${sliceName(slice)}`

/** Slices that left the board: their pixels until the picture is in R2, and the list of the last 48. */
export class SliceStore {
  readonly #storage: DurableObjectStorage
  readonly #sql: SqlStorage
  readonly #values: KeyValues<{ history: Slice[] }>

  constructor(storage: DurableObjectStorage, values: KeyValues<{ history: Slice[] }>) {
    this.#storage = storage
    this.#sql = storage.sql
    this.#values = values
    this.#sql.exec(`
      CREATE TABLE IF NOT EXISTS slices (
        shift_index INTEGER PRIMARY KEY, at INTEGER NOT NULL, pixels BLOB NOT NULL, revision INTEGER NOT NULL
      )`)
  }

  add({ shiftIndex, at, revision }: Slice, pixels: Int32Array<ArrayBuffer>): void {
    this.#sql.exec('INSERT OR REPLACE INTO slices VALUES (?, ?, ?, ?)', shiftIndex, at, pixels.buffer, revision)
  }

  history(): Slice[] {
    return this.#values.get('history') ?? []
  }

  /** Numbers of all slices that are shown, or will be once they are in R2. */
  shiftIndexes(): Set<number> {
    const rows = this.#sql.exec<Pick<SliceRow, 'shift_index'>>('SELECT shift_index FROM slices').toArray()
    return new Set([
      ...rows.map(({ shift_index }) => shift_index),
      ...this.history().map(({ shiftIndex }) => shiftIndex),
    ])
  }

  /** Puts waiting slices into R2 as PNGs, and deletes pictures older than the last 48; false where that failed. */
  async upload(files: R2Bucket): Promise<boolean> {
    try {
      for (let waiting = this.#waiting(); waiting.length > 0; waiting = this.#waiting())
        for (const { pixels, ...slice } of waiting) {
          const picture = await encodeBoardPng(pixels, BOARD_SLICE_WIDTH)
          await files.put(sliceKey(slice), picture, { httpMetadata: { contentType: 'image/png' } })
          await files.delete(this.#addToHistory(slice).map(sliceKey))
        }
      return true
    } catch (error) {
      log('error', 'board slice', { reason: error instanceof Error ? error.name : 'unknown' })
      return false
    }
  }

  #waiting(): (Slice & { pixels: Int32Array })[] {
    const rows = this.#sql.exec<SliceRow>('SELECT * FROM slices ORDER BY shift_index LIMIT 8')
    return rows.toArray().map(({ shift_index, pixels, ...slice }) => ({
      ...slice,
      shiftIndex: shift_index,
      pixels: new Int32Array(pixels),
    }))
  }

  #addToHistory(slice: Slice): Slice[] {
    return this.#storage.transactionSync(() => {
      const before = this.history()
      const others = before.filter(({ shiftIndex }) => shiftIndex !== slice.shiftIndex)
      const all = [slice, ...others].sort((a, b) => b.shiftIndex - a.shiftIndex)
      const shown = all.slice(0, BOARD_SLICES_MAX)
      this.#values.set('history', shown)
      this.#sql.exec('DELETE FROM slices WHERE shift_index = ? AND revision = ?', slice.shiftIndex, slice.revision)
      return [...before, slice].filter(
        (old) => !shown.some(({ shiftIndex, revision }) => shiftIndex === old.shiftIndex && revision === old.revision),
      )
    })
  }
}

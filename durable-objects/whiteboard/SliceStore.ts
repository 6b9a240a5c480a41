import { encodeBoardPng } from '../../contract/board/board-png.ts'
import { type BoardSlice, sliceName } from '../../contract/http/whiteboard.ts'
import { BOARD_SLICE_WIDTH, BOARD_SLICES_MAX } from '../../contract/limits.ts'
import type { KeyValues } from '../realtime/KeyValues.ts'
import { log } from '../realtime/log.ts'

/**
 * The slice that left the board when it scrolled to `shiftIndex`, at a time in milliseconds since 1970. After a rewrite
 * of the log its picture has a new `revision`.
 */
export type Slice = { shiftIndex: number; at: number; revision: number }

export type SliceValues = {
  history: Slice[]
  /** Slices whose pictures have to be deleted from R2. */
  discarded: Slice[]
}

type SliceRow = { shift_index: number; at: number; pixels: ArrayBuffer; revision: number }

export const sliceKey = (slice: BoardSlice) => `whiteboard/slices/${sliceName(slice)}`

/** Slices that left the board: their pixels until they are stored in R2, and the list of the last 48. */
export class SliceStore {
  readonly #storage: DurableObjectStorage
  readonly #sql: SqlStorage
  readonly #values: KeyValues<SliceValues>

  constructor(storage: DurableObjectStorage, values: KeyValues<SliceValues>) {
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

  /** The slices whose pictures are in R2, the latest first. */
  history(): Slice[] {
    return this.#values.get('history') ?? []
  }

  /** Shift indexes of all slices in the history, and of those that are not in R2 yet. */
  shiftIndexes(): Set<number> {
    const rows = this.#sql.exec<Pick<SliceRow, 'shift_index'>>('SELECT shift_index FROM slices').toArray()
    return new Set([
      ...rows.map(({ shift_index }) => shift_index),
      ...this.history().map(({ shiftIndex }) => shiftIndex),
    ])
  }

  /**
   * Stores pending slices in R2 as PNGs, and deletes pictures that were replaced or are too old. False after a failure.
   */
  async upload(files: R2Bucket): Promise<boolean> {
    try {
      await this.#deleteDiscarded(files)
      for (let waiting = this.#waiting(); waiting.length > 0; waiting = this.#waiting())
        for (const { pixels, ...slice } of waiting) {
          const picture = await encodeBoardPng(pixels, BOARD_SLICE_WIDTH)
          await files.put(sliceKey(slice), picture, { httpMetadata: { contentType: 'image/png' } })
          this.#addToHistory(slice)
          await this.#deleteDiscarded(files)
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

  /** Deletes the pictures of discarded slices, also of those whose deletion failed before. */
  async #deleteDiscarded(files: R2Bucket): Promise<void> {
    for (const slice of this.#values.get('discarded') ?? []) {
      await files.delete(sliceKey(slice))
      const left = this.#values.get('discarded') ?? []
      this.#values.set(
        'discarded',
        left.filter((other) => !isSame(other, slice)),
      )
    }
  }

  /** Adds a slice whose picture is in R2, and discards slices that are not shown any more. */
  #addToHistory(slice: Slice): void {
    this.#storage.transactionSync(() => {
      const before = this.history()
      const others = before.filter(({ shiftIndex }) => shiftIndex !== slice.shiftIndex)
      const all = [slice, ...others].sort((a, b) => b.shiftIndex - a.shiftIndex)
      const shown = all.slice(0, BOARD_SLICES_MAX)
      this.#values.set('history', shown)
      this.#sql.exec('DELETE FROM slices WHERE shift_index = ? AND revision = ?', slice.shiftIndex, slice.revision)
      const discarded = [...before, slice].filter((old) => !shown.some((other) => isSame(other, old)))
      this.#values.set('discarded', [...(this.#values.get('discarded') ?? []), ...discarded])
    })
  }
}

const isSame = (a: Slice, b: Slice) => a.shiftIndex === b.shiftIndex && a.revision === b.revision

import { type ReadPart, refuse } from './zip.ts'

/** Bytes of a stored file to overwrite: with `head`, then with zeros up to `length`. */
export type Blank = { offset: number; length: number; head: Uint8Array }

const WINDOW_BYTES = 524_288
/** A walk from the beginning to the end of the largest file needs about 35 reads. */
const READS_MAX = 100
const BLANKS_MAX = 20_000

/** Reads a stored video from its beginning to its end, one window at a time. */
export class VideoParts {
  readonly fileBytes: number
  readonly blanks: Blank[] = []
  readonly #read: ReadPart
  #readsLeft = READS_MAX
  #window: Uint8Array = new Uint8Array()
  #offset = 0

  constructor(read: ReadPart, fileBytes: number) {
    this.#read = read
    this.fileBytes = fileBytes
  }

  /** Returns the bytes from `offset` that are in memory, or null where fewer than `length` of the file's are. */
  held(offset: number, length: number): Uint8Array | null {
    const end = Math.min(offset + length, this.fileBytes) - this.#offset
    const isHeld = offset >= this.#offset && end <= this.#window.length
    return isHeld ? this.#window.subarray(offset - this.#offset, end) : null
  }

  /** Reads `length` bytes, fewer at the end of the file. @throws AppError `bad_file` after too many reads. */
  async read(offset: number, length: number): Promise<Uint8Array> {
    const held = this.held(offset, length)
    if (held) return held
    if (this.#readsLeft-- === 0) refuse('the video needs too many reads')
    this.#window = await this.#read(offset, Math.max(length, WINDOW_BYTES))
    this.#offset = offset
    return this.#window.subarray(0, length)
  }

  /** @throws AppError `bad_file` when the video has too many parts to overwrite. */
  blank(offset: number, length: number, head: Uint8Array = new Uint8Array()): void {
    if (this.blanks.push({ offset, length, head }) > BLANKS_MAX) refuse('the video has too much hidden data')
  }
}

/** Overwrites parts of a file as it streams. The length stays. */
export function overwrite(blanks: readonly Blank[]): TransformStream<Uint8Array, Uint8Array> {
  const sorted = blanks.toSorted((a, b) => a.offset - b.offset)
  let at = 0
  let next = 0
  return new TransformStream({
    transform(chunk, controller) {
      const bytes = chunk.slice()
      const end = at + bytes.length
      for (let index = next; index < sorted.length; index++) {
        const blank = sorted[index] as Blank
        if (blank.offset >= end) break
        const [from, to] = [Math.max(blank.offset, at), Math.min(blank.offset + blank.length, end)]
        bytes.fill(0, from - at, to - at)
        bytes.set(blank.head.subarray(from - blank.offset, to - blank.offset), from - at)
        if (blank.offset + blank.length <= end) next = index + 1
      }
      at = end
      controller.enqueue(bytes)
    },
  })
}

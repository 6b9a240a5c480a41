import { FRAME_MAX } from '../../../../contract/socket/stream.ts'

/** A file of sound is about so long. */
const FILE_MS = 1000
/** One that is so large sooner is cut there: what is still to come of it has room. */
const CUT_BYTES = FRAME_MAX.soundFile / 2

/** A file of sound while it is recorded, part by part. */
export class SoundFile {
  readonly beganAt: number
  readonly #parts: Blob[] = []
  #size = 0

  /** When it began, by `performance.now()`. */
  constructor(beganAt: number) {
    this.beganAt = beganAt
  }

  /** Takes the next part; whether another file is to begin now. */
  add(part: Blob, now: number): boolean {
    this.#parts.push(part)
    this.#size += part.size
    return now - this.beganAt >= FILE_MS || this.#size >= CUT_BYTES
  }

  /** The whole file; null for one without sound, or too large for a stream. */
  async whole(): Promise<Uint8Array<ArrayBuffer> | null> {
    if (this.#size === 0 || this.#size > FRAME_MAX.soundFile) return null
    return new Uint8Array(await new Blob(this.#parts).arrayBuffer())
  }
}

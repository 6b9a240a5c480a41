import type { StreamLevel } from '../../contract/socket/stream-messages.ts'
import { isShown, type PassedFrame } from './frame.ts'

/** A group that has grown past this is kept no longer, but for its key frame. */
const GROUP_MAX_BYTES = 2 ** 20

/** What someone who comes is shown at once: the frames from the last key frame on, and the last still. */
export class Group {
  #frames: PassedFrame[] = []
  #bytes = 0
  #isWhole = false
  #still: PassedFrame | null = null

  add(frame: PassedFrame, isCoded: boolean): void {
    if (frame.kind === 'still') this.#still = frame
    if (!isShown(frame, isCoded)) return
    if (frame.isKey) this.#begin(frame)
    else if (this.#isWhole) this.#follow(frame)
  }

  #begin(key: PassedFrame): void {
    this.#frames = [key]
    this.#bytes = key.bytes.length
    this.#isWhole = true
  }

  #follow(frame: PassedFrame): void {
    this.#bytes += frame.bytes.length
    this.#isWhole = this.#bytes <= GROUP_MAX_BYTES
    if (this.#isWhole) this.#frames.push(frame)
    else this.#frames.length = 1
  }

  /** Pictures that follow cannot be shown by those that were. */
  clear(): void {
    this.#frames = []
    this.#isWhole = false
  }

  get isEmpty(): boolean {
    return this.#frames.length === 0
  }

  /** What someone of a level is sent at once, and whether they can be sent on without another key frame. */
  begin(level: StreamLevel): { frames: readonly PassedFrame[]; goesOn: boolean } {
    if (level === 'stills') return { frames: this.#still ? [this.#still] : [], goesOn: true }
    if (level === 'keys') return { frames: this.#frames.slice(0, 1), goesOn: true }
    return { frames: this.#frames, goesOn: this.#isWhole }
  }
}

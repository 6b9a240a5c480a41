import { writeSegment } from '../../contract/socket/segment.ts'
import { log } from '../realtime/log.ts'
import type { FrameNumbers } from './frame.ts'
import type { Segment } from './recorder.ts'
import type { StreamStore } from './store.ts'
import { segmentKey } from './stream.ts'

const AGAIN_MS = 1000
/** So much waits for R2 at most; then the recording has a hole, rather than the stream an end. */
const WAITING_MAX_BYTES = 32 * 2 ** 20

type Surroundings = {
  files: R2Bucket
  store: StreamStore
  streamId: () => number
  /** Frames before these numbers are kept, or given up. */
  onKept: (next: FrameNumbers) => void
}

/** Brings segments to R2, one after the other, and says what is kept by then. */
export class Recording {
  readonly #stream: Surroundings
  #waiting: Segment[] = []
  #saving: Promise<void> | null = null
  #timer: ReturnType<typeof setTimeout> | null = null

  constructor(stream: Surroundings) {
    this.#stream = stream
  }

  add(segment: Segment): void {
    this.#waiting.push(segment)
    while (this.#waiting.length > 2 && this.#waitingBytes() > WAITING_MAX_BYTES) this.#giveUp()
    void this.#save()
  }

  /** The one that is on its way stays. */
  #giveUp(): void {
    const [lost] = this.#waiting.splice(1, 1)
    if (lost) log('error', 'stream segment given up', { bytes: lost.bytes })
  }

  #waitingBytes(): number {
    return this.#waiting.reduce((sum, { bytes }) => sum + bytes, 0)
  }

  #save(): Promise<void> {
    this.#saving ??= this.#saveAll().finally(() => {
      this.#saving = null
    })
    return this.#saving
  }

  async #saveAll(): Promise<void> {
    for (let segment = this.#waiting[0]; segment; segment = this.#waiting[0]) {
      if (!(await this.#put(segment))) return this.#tryAgain()
      this.#waiting.shift()
    }
  }

  #tryAgain(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null
      void this.#save()
    }, AGAIN_MS)
  }

  async #put({ frames, coding, next, ...span }: Segment): Promise<boolean> {
    const { files, store, streamId, onKept } = this.#stream
    try {
      await files.put(segmentKey(streamId(), store.segmentCount()), writeSegment(frames))
      store.addSegment(span, coding, next)
      onKept(next)
      return true
    } catch (error) {
      log('error', 'stream segment', { reason: error instanceof Error ? error.name : 'unknown' })
      return false
    }
  }

  /** Tries to keep all that was gathered; false where some of it has to wait. */
  async settled(): Promise<boolean> {
    await this.#save()
    return this.#waiting.length === 0
  }
}

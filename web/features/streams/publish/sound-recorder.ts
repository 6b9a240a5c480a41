import { FRAME_MAX_BYTES } from '../../../../contract/socket/stream-frame.ts'

const BITRATE = 64_000
/** Interval of the recorder's data events, which also cut the files: timers are throttled while the page is hidden. */
const PART_MS = 100

/**
 * Records a track in files that play on their own, for browsers that cannot encode sound. `beganAt` is a time of
 * `performance.now()`.
 */
export function recordSound(
  track: MediaStreamTrack,
  onFile: (file: Uint8Array<ArrayBuffer>, beganAt: number) => void,
): () => void {
  let recorder: MediaRecorder | null = null
  const end = () => {
    if (recorder?.state === 'recording') recorder.stop()
    recorder = null
  }
  const begin = () => {
    const file = new SoundFile(performance.now())
    const next = new MediaRecorder(new MediaStream([track]), { audioBitsPerSecond: BITRATE })
    next.ondataavailable = ({ data }) => {
      if (file.add(data, performance.now()) && next === recorder) begin()
    }
    next.onstop = async () => {
      const bytes = await file.toBytes()
      if (bytes) onFile(bytes, file.beganAt)
    }
    next.start(PART_MS)
    end()
    recorder = next
  }
  begin()
  return end
}

const FILE_MS = 1000
/** Files are cut early at this size, which leaves room for their last part. */
const CUT_BYTES = FRAME_MAX_BYTES.soundFile / 2

export class SoundFile {
  readonly beganAt: number
  readonly #parts: Blob[] = []
  #size = 0

  constructor(beganAt: number) {
    this.beganAt = beganAt
  }

  /** Adds a part; true when the next file should begin. */
  add(part: Blob, now: number): boolean {
    this.#parts.push(part)
    this.#size += part.size
    return now - this.beganAt >= FILE_MS || this.#size >= CUT_BYTES
  }

  /** Returns the file, or null when it is empty or too large for a stream. */
  async toBytes(): Promise<Uint8Array<ArrayBuffer> | null> {
    if (this.#size === 0 || this.#size > FRAME_MAX_BYTES.soundFile) return null
    return new Uint8Array(await new Blob(this.#parts).arrayBuffer())
  }
}

import { FRAME_MAX } from '../../../../contract/socket/stream.ts'

const BITRATE = 64_000
/** The recorder gives what it has so often. By that files are cut, also in a page that is not seen, whose timers rest. */
const PART_MS = 100

/**
 * Records a track's sound in files that each can be played by itself, where it cannot be coded, until what is answered is
 * called. A file comes with when it began by `performance.now()`.
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
      const whole = await file.whole()
      if (whole) onFile(whole, file.beganAt)
    }
    next.start(PART_MS)
    end()
    recorder = next
  }
  begin()
  return end
}

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

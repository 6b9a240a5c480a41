import { SoundFile } from './sound-file.ts'

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

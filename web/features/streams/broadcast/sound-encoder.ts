import { FRAME_MAX } from '../../../../contract/socket/stream.ts'
import type { SoundCoding } from '../../../../contract/socket/stream-messages.ts'
import { readSound } from './track-processor.ts'

const BITRATE = 96_000
/** A whole file of sound is about so long. */
const FILE_MS = 1000
const FILE_BITRATE = 64_000

export type CodedSound = { sourceUs: number; data: Uint8Array<ArrayBuffer>; coding: SoundCoding }

/** Codes a track's sound as Opus, piece by piece, until what is answered is called. Times are the track's own. */
export function encodeSound(track: MediaStreamTrack, onSound: (sound: CodedSound) => void): () => void {
  let coding: SoundCoding | null = null
  const encoder = new AudioEncoder({
    output: (chunk, { decoderConfig } = {}) => {
      if (decoderConfig) coding = codingOf(decoderConfig)
      if (!coding || chunk.byteLength > FRAME_MAX.sound) return
      const data = new Uint8Array(chunk.byteLength)
      chunk.copyTo(data)
      onSound({ sourceUs: chunk.timestamp, data, coding })
    },
    error: () => undefined,
  })
  const stop = readSound(track, (data) => {
    if (encoder.state === 'unconfigured')
      encoder.configure({
        ...{ codec: 'opus', bitrate: BITRATE },
        ...{ sampleRate: data.sampleRate, numberOfChannels: data.numberOfChannels },
      })
    if (encoder.state === 'configured') encoder.encode(data)
    data.close()
  })
  return () => {
    stop()
    if (encoder.state !== 'closed') encoder.close()
  }
}

function codingOf({ sampleRate, numberOfChannels, description }: AudioDecoderConfig): SoundCoding {
  const bytes = description && new Uint8Array(ArrayBuffer.isView(description) ? description.buffer : description)
  const coding = { codec: 'opus' as const, sampleRate, channels: numberOfChannels }
  return bytes ? { ...coding, description: btoa(String.fromCharCode(...bytes)) } : coding
}

/**
 * Records a track's sound in files that each can be played by itself, where it cannot be coded, until what is answered is
 * called. `onBegin` says that another begins now.
 */
export function recordSound(
  track: MediaStreamTrack,
  onFile: (file: Uint8Array<ArrayBuffer>, beganAt: number) => void,
): () => void {
  let recorder: MediaRecorder | null = null
  const begin = () => {
    const beganAt = performance.now()
    const next = new MediaRecorder(new MediaStream([track]), { audioBitsPerSecond: FILE_BITRATE })
    next.ondataavailable = async ({ data }) => {
      if (data.size > 0 && data.size <= FRAME_MAX.soundFile) onFile(new Uint8Array(await data.arrayBuffer()), beganAt)
    }
    next.start()
    recorder?.stop()
    recorder = next
  }
  begin()
  const timer = setInterval(begin, FILE_MS)
  return () => {
    clearInterval(timer)
    if (recorder?.state === 'recording') recorder.stop()
  }
}

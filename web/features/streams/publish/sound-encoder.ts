import { FRAME_MAX_BYTES } from '../../../../contract/socket/stream-frame.ts'
import type { SoundConfig } from '../../../../contract/socket/stream-messages.ts'
import { readSound } from './track-reader.ts'

const BITRATE = 96_000

export type CodedSound = { sourceUs: number; data: Uint8Array<ArrayBuffer>; coding: SoundConfig }

/** Encodes a track as Opus until the returned function is called. Timestamps are those of the track. */
export function encodeSound(track: MediaStreamTrack, onSound: (sound: CodedSound) => void): () => void {
  let coding: SoundConfig | null = null
  const encoder = new AudioEncoder({
    output: (chunk, { decoderConfig } = {}) => {
      if (decoderConfig) coding = codingOf(decoderConfig)
      if (!coding || chunk.byteLength > FRAME_MAX_BYTES.sound) return
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

function codingOf({ sampleRate, numberOfChannels, description }: AudioDecoderConfig): SoundConfig {
  const bytes = description && new Uint8Array(ArrayBuffer.isView(description) ? description.buffer : description)
  const coding = { codec: 'opus' as const, sampleRate, channels: numberOfChannels }
  return bytes ? { ...coding, description: btoa(String.fromCharCode(...bytes)) } : coding
}

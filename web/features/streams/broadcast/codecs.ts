import type { Size } from './picture-size.ts'

/** Codecs, the one that makes most of the least bits first. Levels are for 1080 lines of a wide screen. */
export const CODECS = ['vp09.00.50.08', 'vp8', 'avc1.42E033'] as const

/** The place in CODECS, from a given one on, of the first that works here; null where none does. */
export async function codecFrom(place: number, works: (codec: string) => Promise<boolean>): Promise<number | null> {
  for (const [index, codec] of CODECS.entries()) if (index >= place && (await works(codec))) return index
  return null
}

/** How a coder is set up for drawings and screens: lines stay sharp, and nothing waits in it. Bits a second. */
export const encoderConfig = (codec: string, size: Size, bitrate: number): VideoEncoderConfig => ({
  ...size,
  codec,
  ...{ bitrate, framerate: 20, latencyMode: 'realtime', contentHint: 'detail' },
  // A decoder then needs nothing that is said only once.
  ...(codec.startsWith('avc1') && { avc: { format: 'annexb' } }),
})

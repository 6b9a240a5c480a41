import { STILL_SIDE_MAX } from '../../../../contract/limits.ts'

/** Codecs by efficiency, with levels for 1080 lines. */
export const CODECS = ['vp09.00.50.08', 'vp8', 'avc1.42E033'] as const

/** Index of the first working codec from index `first` on, or null. */
export async function firstWorkingCodec(
  first: number,
  works: (codec: string) => Promise<boolean>,
): Promise<number | null> {
  for (const [index, codec] of CODECS.entries()) if (index >= first && (await works(codec))) return index
  return null
}

/** Encoder settings for drawings: sharp lines and no delay. The bitrate is in bits per second. */
export const encoderConfig = (codec: string, size: Size, bitrate: number): VideoEncoderConfig => ({
  ...size,
  codec,
  ...{ bitrate, framerate: 20, latencyMode: 'realtime', contentHint: 'detail' },
  // Repeats the decoder's parameters in the stream, so that viewers can join at any time.
  ...(codec.startsWith('avc1') && { avc: { format: 'annexb' } }),
})

export type Size = { width: number; height: number }

/** Maximum height of a stream in pixels. */
export const LINES_MAX = 1080
const SIDE_MIN = 16
const SIDE_MAX = 4096

/** Size for encoding: even sides, the same proportions, at most `lines` high. */
export function codedSize({ width, height }: Size, lines = LINES_MAX): Size {
  const scale = Math.min(1, lines / height, SIDE_MAX / width)
  return { width: even(width * scale), height: even(height * scale) }
}

/** True when encoding crops one row or column instead of scaling, which would blur the picture. */
export function isCropped(size: Size, coded: Size): boolean {
  const [width, height] = [size.width - coded.width, size.height - coded.height]
  return (width === 0 || width === 1) && (height === 0 || height === 1)
}

/** The size of a still: at most `maxWidth` wide and `STILL_SIDE_MAX` high. */
export function stillSize({ width, height }: Size, maxWidth: number): Size {
  const scale = Math.min(1, maxWidth / width, STILL_SIDE_MAX / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

const even = (side: number) => Math.max(SIDE_MIN, Math.floor(side / 2) * 2)

/** Codecs, the one that makes most of the least bits first. Levels are for 1080 lines of a wide screen. */
export const CODECS = ['vp09.00.50.08', 'vp8', 'avc1.42E033'] as const

/** The place in CODECS, from a given one on, of the first that works here; null where none does. */
export async function firstWorkingCodec(
  place: number,
  works: (codec: string) => Promise<boolean>,
): Promise<number | null> {
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

export type Size = { width: number; height: number }

/** A stream has so many lines at most. */
export const LINES_MAX = 1080
const SIDE_MIN = 16
const SIDE_MAX = 4096

/** The size in which a picture is coded: in its own proportions, whole, even, and of no more lines than a stream has. */
export function codedSize({ width, height }: Size, lines = LINES_MAX): Size {
  const scale = Math.min(1, lines / height, SIDE_MAX / width)
  return { width: even(width * scale), height: even(height * scale) }
}

/** Whether a picture of this size is coded without its last line or row of points: drawn smaller, it would be blurred. */
export function isCut(size: Size, coded: Size): boolean {
  const [width, height] = [size.width - coded.width, size.height - coded.height]
  return (width === 0 || width === 1) && (height === 0 || height === 1)
}

/** The size of a picture that is no wider than so many pixels. */
export function narrowed({ width, height }: Size, widest: number): Size {
  const scale = Math.min(1, widest / width)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

const even = (side: number) => Math.max(SIDE_MIN, Math.floor(side / 2) * 2)

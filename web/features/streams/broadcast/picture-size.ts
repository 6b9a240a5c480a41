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

/** Widths in CSS pixels that pictures come in [1 §9]. */
export const IMAGE_SIZES = [25, 50, 75, 100, 150, 175, 200, 250, 300, 350, 400, 500, 600, 700, 768, 800, 1024] as const

const SERVED_WIDTHS: readonly number[] = [...new Set(IMAGE_SIZES.flatMap((size) => [size, size * 2]))].sort(
  (a, b) => a - b,
)

/** Whether a width in device pixels is one that is made: a specified size, or twice one for dense screens. */
export function isImageSize(width: number): boolean {
  return SERVED_WIDTHS.includes(width)
}

/** A picture drawn this much larger than it is made looks as sharp. */
const STRETCH_MAX = 1.08

/** The smallest made width in device pixels that is enough for `width`, or the largest there is. */
export function snapImageSize(width: number): number {
  return SERVED_WIDTHS.find((size) => size * STRETCH_MAX >= width) ?? 2048
}

/** The address of a picture at a made width. `image` is the base address that a sketch or a member carries. */
export function imageAddress(image: string, width: number): string {
  return `${image}/${snapImageSize(width)}`
}

/** A `srcset` for a picture shown `width` CSS pixels wide, on plain and on dense screens. */
export function imageSrcSet(image: string, width: number): string {
  return `${imageAddress(image, width)} 1x, ${imageAddress(image, width * 2)} 2x`
}

/** Heights of justified rows in CSS pixels: on narrow windows, and from 640 px on [1 §9]. */
export const ROW_HEIGHT = { narrow: 128, wide: 200 }

/**
 * The attributes of a picture in a justified row, by its ratio alone: whoever draws the row first, the same file is
 * asked for.
 */
export function justifiedPicture(image: string, ratio: number): { src: string; srcSet: string; sizes: string } {
  const [narrow, wide] = nominalRowWidths(ratio)
  return {
    src: imageAddress(image, wide),
    srcSet: justifiedWidths(ratio)
      .map((width) => `${image}/${width} ${width}w`)
      .join(', '),
    sizes: `(min-width: 640px) ${wide}px, ${narrow}px`,
  }
}

/** The made widths that a picture of this ratio has in justified rows, smallest first. */
export function justifiedWidths(ratio: number): number[] {
  const widths = nominalRowWidths(ratio).flatMap((side) => [side, 2 * side])
  return [...new Set(widths.map(snapImageSize))].sort((a, b) => a - b)
}

function nominalRowWidths(ratio: number): [narrow: number, wide: number] {
  return [Math.round(ROW_HEIGHT.narrow * ratio), Math.round(ROW_HEIGHT.wide * ratio)]
}

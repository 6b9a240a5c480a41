/** Picture widths in CSS pixels [1 §9]. */
export const IMAGE_SIZES = [25, 50, 75, 100, 150, 175, 200, 250, 300, 350, 400, 500, 600, 700, 768, 800, 1024] as const

const SERVED_WIDTHS: readonly number[] = [...new Set(IMAGE_SIZES.flatMap((size) => [size, size * 2]))].sort(
  (a, b) => a - b,
)

/** True for a served width in device pixels: a specified size, or twice one for dense screens. */
export function isImageSize(width: number): boolean {
  return SERVED_WIDTHS.includes(width)
}

/** Largest enlargement at which a picture still looks sharp. */
const STRETCH_MAX = 1.08

/** Smallest served width in device pixels that suffices for `width`, or the largest. */
export function snapImageSize(width: number): number {
  return SERVED_WIDTHS.find((size) => size * STRETCH_MAX >= width) ?? 2048
}

/** `image` is the base address of a sketch's or member's picture. */
export function imageAddress(image: string, width: number): string {
  return `${image}/${snapImageSize(width)}`
}

/** A `srcset` for a picture `width` CSS pixels wide, for plain and dense screens. */
export function imageSrcSet(image: string, width: number): string {
  return `${imageAddress(image, width)} 1x, ${imageAddress(image, width * 2)} 2x`
}

/** Attributes of a picture of this ratio that is cropped to a square of `side` CSS pixels. */
export function squarePicture(image: string, ratio: number, side: number): { src: string; srcSet: string } {
  const width = side * Math.max(1, ratio)
  return { src: imageAddress(image, width), srcSet: imageSrcSet(image, width) }
}

const COVER_WIDTHS = [400, 800, 1024, 2048]

/** Attributes of a profile's cover, which is as wide as the window. */
export function coverPicture(cover: string): { src: string; srcSet: string; sizes: string } {
  return {
    src: `${cover}/1024`,
    srcSet: COVER_WIDTHS.map((width) => `${cover}/${width} ${width}w`).join(', '),
    sizes: '100vw',
  }
}

/** Heights of justified rows in CSS pixels: below and from a window width of 640 px [1 §9]. */
export const ROW_HEIGHT = { narrow: 128, wide: 200 }

/**
 * Attributes of a picture in a justified row. They depend on its ratio alone, so that the first markup and the page
 * request the same file.
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

/** Served widths of a picture of this ratio in justified rows, ascending. */
export function justifiedWidths(ratio: number): number[] {
  const widths = nominalRowWidths(ratio).flatMap((side) => [side, 2 * side])
  return [...new Set(widths.map(snapImageSize))].sort((a, b) => a - b)
}

function nominalRowWidths(ratio: number): [narrow: number, wide: number] {
  return [Math.round(ROW_HEIGHT.narrow * ratio), Math.round(ROW_HEIGHT.wide * ratio)]
}

import { COVER, UPLOAD_MAX_SIDE } from './limits.ts'

/** Picture widths in CSS pixels [1 §9]. */
export const IMAGE_SIZES = [25, 50, 75, 100, 150, 175, 200, 250, 300, 350, 400, 500, 600, 700, 768, 800, 1024] as const

const SERVED_WIDTHS: readonly number[] = [...new Set(IMAGE_SIZES.flatMap((size) => [size, size * 2]))].sort(
  (a, b) => a - b,
)

/** Width at which every picture is served with all its pixels, for zooming. */
export const WHOLE_WIDTH = UPLOAD_MAX_SIDE

/** True for a served width in device pixels: a specified size, twice one for dense screens, or `WHOLE_WIDTH`. */
export function isImageSize(width: number): boolean {
  return width === WHOLE_WIDTH || SERVED_WIDTHS.includes(width)
}

/** Largest width except `WHOLE_WIDTH`. */
const LARGEST_WIDTH = 2048

/** Smallest served width in device pixels that covers `width`, or 2,048. */
export function snapImageSize(width: number): number {
  return SERVED_WIDTHS.find((size) => size >= width) ?? LARGEST_WIDTH
}

/** Served width that shows a zoomed picture sharply, up to all its pixels. */
export function zoomImageSize(width: number): number {
  return width > LARGEST_WIDTH ? WHOLE_WIDTH : snapImageSize(width)
}

/** `image` is the base address of a sketch's or member's picture. */
export function imageAddress(image: string, width: number): string {
  return `${image}/${snapImageSize(width)}`
}

export type Size = { width: number; height: number }
/** Base address and sides of a picture in its own pixels. */
export type SizedPicture = Size & { imageUrl: string }

/** Width in device pixels at which a picture covers a box of CSS pixels, at most its own. */
export function widthToCover(picture: Size, box: Size, density: number): number {
  return Math.min(picture.width, density * Math.max(box.width, (box.height * picture.width) / picture.height))
}

/** Pixel densities of screens. A browser chooses the nearest. */
const DENSITIES = [1, 1.5, 2, 3]

type ImageAttributes = { src: string; srcSet: string }

/** Attributes of a picture that covers a box of known size. */
export function coverPicture(picture: SizedPicture, box: Size): ImageAttributes {
  return densityAttributes((density) => imageAddress(picture.imageUrl, widthToCover(picture, box, density)))
}

/** Attributes of a whole picture within a box of known size. */
export function containPicture(picture: SizedPicture, { width, height }: Size): ImageAttributes {
  return coverPicture(picture, { width: Math.min(width, (height * picture.width) / picture.height), height: 0 })
}

/** Width divided by height that most sketches do not exceed. */
const COMMON_RATIO = 16 / 9

/**
 * Attributes of a picture that covers a square of `side` CSS pixels, such as an avatar. Its shape, the width divided by
 * the height, is known once it has loaded.
 */
export function thumbnailPicture(image: string, side: number, shape = COMMON_RATIO): ImageAttributes {
  return densityAttributes((density) => imageAddress(image, side * Math.max(COMMON_RATIO, shape) * density))
}

function densityAttributes(addressAt: (density: number) => string): ImageAttributes {
  return { src: addressAt(1), srcSet: DENSITIES.map((density) => `${addressAt(density)} ${density}x`).join(', ') }
}

const COVER_WIDTHS = [400, 600, 800, 1024, 1400, 1600, 2048]

/** Attributes of a profile's cover, which is as wide as the window. A generic cover is one file for all sizes. */
export function profileCover(cover: string): { src: string; srcSet: string; sizes: string } {
  if (cover.endsWith('.svg')) return { src: cover, srcSet: `${cover} ${COVER.width}w`, sizes: '100vw' }
  return {
    src: `${cover}/1024`,
    srcSet: COVER_WIDTHS.map((width) => `${cover}/${width} ${width}w`).join(', '),
    sizes: '100vw',
  }
}

/** Heights of justified rows in CSS pixels: below and from a window width of 640 px [1 §9]. */
export const ROW_HEIGHT = { narrow: 128, wide: 200 }

/** Rows are scaled to fill the width, up to about this multiple of their height. */
const ROW_STRETCH = 1.2

/**
 * Attributes of a picture in a justified row of the first paint, which does not know the box. The page reuses the file
 * where it covers the box.
 */
export function justifiedPicture(image: string, ratio: number): ImageAttributes & { sizes: string } {
  const widthAt = (height: number) => Math.round(height * ROW_STRETCH * ratio)
  const [narrow, wide] = [widthAt(ROW_HEIGHT.narrow), widthAt(ROW_HEIGHT.wide)]
  const widths = [narrow, wide].flatMap((width) => [1, 2, 3].map((density) => snapImageSize(width * density)))
  return {
    src: imageAddress(image, wide),
    srcSet: [...new Set(widths)]
      .sort((a, b) => a - b)
      .map((width) => `${image}/${width} ${width}w`)
      .join(', '),
    sizes: `(min-width: 640px) ${wide}px, ${narrow}px`,
  }
}

/** Widths in CSS pixels of a square card: nearly half a phone's window, or at most this on wider windows. */
const CARD = { narrowVw: 47, wide: 250, wideFrom: 480 }
const CARD_WIDTHS = [175, 250, 350, 500, 600, 768]

/** Attributes of a picture that covers a square card of the first paint, which does not know the window. */
export function cardPicture(picture: SizedPicture): ImageAttributes & { sizes: string } {
  const shape = Math.max(1, picture.width / picture.height)
  const widths = CARD_WIDTHS.map((width) => snapImageSize(Math.min(picture.width, width * shape)))
  return {
    src: imageAddress(picture.imageUrl, Math.min(picture.width, CARD.wide * shape)),
    srcSet: [...new Set(widths)].map((width) => `${picture.imageUrl}/${width} ${width}w`).join(', '),
    sizes: `(min-width: ${CARD.wideFrom}px) ${Math.round(CARD.wide * shape)}px, ${Math.round(CARD.narrowVw * shape)}vw`,
  }
}

/** Maximum ratio of the longer to the shorter side of a picture in a list. Longer pictures are cropped. */
const RATIO_MAX = 2.5

/** Returns the width divided by the height of a picture in a list. */
export const croppedRatio = ({ width, height }: Size): number =>
  Math.min(RATIO_MAX, Math.max(1 / RATIO_MAX, width / height))

const COLUMN_WIDTHS = [350, 400, 500, 600, 700, 800, 1024, 1200, 1400]

/**
 * Attributes of a picture of the first paint that is as wide as the column of a phone, and `wide` CSS pixels elsewhere.
 */
export function columnPicture({ imageUrl, width }: SizedPicture, wide = 0): ImageAttributes & { sizes: string } {
  const widths = new Set(COLUMN_WIDTHS.map((size) => snapImageSize(Math.min(width, size))))
  return {
    src: imageAddress(imageUrl, Math.min(width, 700)),
    srcSet: [...widths].map((size) => `${imageUrl}/${size} ${size}w`).join(', '),
    sizes: `(min-width: 640px) ${Math.round(wide)}px, calc(100vw - 32px)`,
  }
}

import { IMAGE_SIZES, imageAddress, type Size, type SizedPicture, snapImageSize } from './image-sizes.ts'

const TALL_BELOW = 0.5
const WIDE_ABOVE = 3
const TALL_WIDTH = 700
/** Widths of the `srcset`, in device pixels. */
const OFFERED = [...IMAGE_SIZES.filter((size) => size >= 350), 1200, 1400, 1600, 2048]

const DENSE = '(min-resolution: 1.1dppx)'
/** On dense screens Chromium may choose a file that is narrower by the square root of the largest step in `OFFERED`. */
const DENSE_MARGIN = 1.14

/** Shape with its own layout: a tall picture scrolls, a wide one has a narrow margin. */
export function shapeOf({ width, height }: Size): 'tall' | 'wide' | undefined {
  const ratio = width / height
  if (ratio < TALL_BELOW) return 'tall'
  return ratio > WIDE_ABOVE ? 'wide' : undefined
}

/** Attributes of the picture on the mat; `sizes` follows the layout of SketchStage.module.css. */
export function stagePicture(sketch: SizedPicture): { src: string; srcSet: string; sizes: string } {
  const { width, height, imageUrl } = sketch
  const fullWidth = snapImageSize(width)
  const offered = OFFERED.filter((size) => size <= Math.max(fullWidth, OFFERED[0] ?? 0))
  const maxWidth = shapeOf(sketch) === 'tall' ? Math.min(width, TALL_WIDTH) : width
  const within = (across: string, down: string) =>
    shapeOf(sketch) === 'tall'
      ? `min(${across}, ${maxWidth}px)`
      : `min(${across}, ${maxWidth}px, (${down}) * ${width / height})`
  const boxes = [
    [['(min-width: 1024px)'], within('100vw - 504px', '100vh - 224px')],
    [['(min-width: 768px)'], within('100vw - 128px', '100vh - 152px')],
    [[], within('100vw', '100vh - 152px')],
  ] as const
  return {
    src: imageAddress(imageUrl, Math.min(fullWidth, 1024)),
    srcSet: offered.map((size) => `${imageAddress(imageUrl, size)} ${size}w`).join(', '),
    sizes: [
      ...boxes.map(([media, box]) => `${[DENSE, ...media].join(' and ')} calc(${box} * ${DENSE_MARGIN})`),
      ...boxes.map(([media, box]) => [...media, box].join(' ')),
    ].join(', '),
  }
}

import { imageAddress, type SizedPicture, snapImageSize } from '../../../contract/image-sizes.ts'

const PREVIEW_WIDTHS = [250, 350, 500, 700, 1024, 1400, 2048]

type PreviewBox = {
  /** Maximum height in CSS pixels. */
  height: number
  /** Width in CSS pixels in windows from `wideFrom` on; below, the picture is as wide as the column of a phone. */
  wide: number
  wideFrom: number
}

/** Attributes of a whole picture in a box of a form. */
export function previewPicture({ imageUrl, width, height }: SizedPicture, box: PreviewBox) {
  const widest = Math.ceil((box.height * width) / height)
  const widths = new Set(PREVIEW_WIDTHS.map((size) => snapImageSize(Math.min(width, size))))
  return {
    src: imageAddress(imageUrl, Math.min(width, widest, 2 * box.wide)),
    srcSet: [...widths].map((size) => `${imageUrl}/${size} ${size}w`).join(', '),
    sizes: `(min-width: ${box.wideFrom}px) ${Math.min(box.wide, widest)}px, min(100vw - 32px, ${widest}px)`,
  }
}

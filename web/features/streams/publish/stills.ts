import { PREVIEW_WIDTH } from '../../../../contract/http/streams.ts'
import { FRAME_MAX_BYTES } from '../../../../contract/socket/stream-frame.ts'
import { stillSize } from './encoding.ts'
import type { Snapshot } from './source.ts'

const QUALITIES = [0.75, 0.5, 0.3]

/** Type of stills. Browsers that cannot write WebP, such as Safari, return a PNG instead; they send JPEG. */
let type = 'image/webp'

/** Encodes a still no wider than a preview; null when it is too large. */
export async function encodeStill(
  { image, ...size }: Snapshot,
  maxWidth = PREVIEW_WIDTH,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const canvas = Object.assign(document.createElement('canvas'), stillSize(size, maxWidth))
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  for (const quality of QUALITIES) {
    let file = await fileOf(canvas, type, quality)
    if (file && file.type !== type) {
      type = 'image/jpeg'
      file = await fileOf(canvas, type, quality)
    }
    if (file?.type !== type) return null
    if (file.size <= FRAME_MAX_BYTES.still) return new Uint8Array(await file.arrayBuffer())
  }
  return null
}

/** Encodes a picture as a PNG file, to be posted as a sketch. */
export async function encodePictureFile({ image, width, height }: Snapshot, name: string): Promise<File | null> {
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  canvas.getContext('2d')?.drawImage(image, 0, 0, width, height)
  const file = await fileOf(canvas, 'image/png')
  return file && new File([file], name, { type: 'image/png' })
}

const fileOf = (canvas: HTMLCanvasElement, type: string, quality?: number) =>
  new Promise<Blob | null>((made) => canvas.toBlob(made, type, quality))

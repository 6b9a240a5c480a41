import { imageAddress, type SizedPicture } from '../../../contract/image-sizes.ts'
import type { Pixels } from './quilt.ts'

/** Longest side of a sample in pixels; larger pictures are made smaller. */
export const SAMPLE_SIDE_MAX = 512

/** The size at which a picture is the sample of a texture. */
export function sampleSize({ width, height }: Pick<SizedPicture, 'width' | 'height'>) {
  const scale = Math.min(1, SAMPLE_SIDE_MAX / Math.max(width, height))
  const scaled = (side: number) => Math.max(1, Math.round(side * scale))
  return { width: scaled(width), height: scaled(height) }
}

/** Reads the pixels of a picture of the site. @throws if it cannot be loaded. */
export async function readSample(picture: SizedPicture): Promise<Pixels> {
  const { width, height } = sampleSize(picture)
  const image = new Image()
  image.src = imageAddress(picture.imageUrl, width)
  await image.decode()
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('no canvas')
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, 0, 0, width, height)
  return { width, height, data: context.getImageData(0, 0, width, height).data }
}

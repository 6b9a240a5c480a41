import { UPLOAD_MAX_BYTES, UPLOAD_MAX_SIDE } from '../../../contract/limits.ts'
import type { PixelSize } from './pixel-size.ts'

/** Size of a picture in pixels and bytes. */
export type PictureSize = PixelSize & { bytes: number }

/** A picture that was made smaller. `isStill`: an animation became its first frame. */
export type ShrunkPicture = { file: File; from: PictureSize; to: PictureSize; isStill: boolean }

/** Quality of JPEG and WebP. */
const QUALITY = 0.92
const ATTEMPTS_MAX = 8

/**
 * Makes a smaller copy of a picture, within the limits of an upload and with its proportions. PNG, JPEG and WebP keep
 * their format; a GIF becomes a PNG.
 * @throws if the browser cannot decode the picture.
 */
export async function shrinkPicture(file: File): Promise<ShrunkPicture> {
  const bitmap = await createImageBitmap(file)
  try {
    const { width, height } = bitmap
    let scale = firstScale({ width, height })
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      const size = scaledSize({ width, height }, scale)
      const blob = await encode(bitmap, size, shrunkType(file.type))
      if (blob.size <= UPLOAD_MAX_BYTES) {
        return {
          file: new File([blob], renamed(file.name, blob.type), { type: blob.type, lastModified: file.lastModified }),
          from: { width, height, bytes: file.size },
          to: { ...size, bytes: blob.size },
          isStill: file.type === 'image/gif',
        }
      }
      scale = nextScale(scale, blob.size)
    }
    throw new Error('the picture stays too large')
  } finally {
    bitmap.close()
  }
}

async function encode(bitmap: ImageBitmap, { width, height }: PixelSize, type: string): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, width, height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, QUALITY))
  if (!blob) throw new Error('the picture could not be encoded')
  return blob
}

/** Scale at which no side exceeds the limit; 1 if none does. */
export function firstScale({ width, height }: PixelSize): number {
  return Math.min(1, UPLOAD_MAX_SIDE / Math.max(width, height))
}

/** Smaller scale after an attempt whose file was too large; bytes grow about with the number of pixels. */
export function nextScale(scale: number, bytes: number): number {
  return scale * Math.min(0.9, 0.95 * Math.sqrt(UPLOAD_MAX_BYTES / bytes))
}

export function scaledSize({ width, height }: PixelSize, scale: number): PixelSize {
  const scaled = (side: number) => Math.max(1, Math.min(UPLOAD_MAX_SIDE, Math.round(side * scale)))
  return { width: scaled(width), height: scaled(height) }
}

/** Format of the copy. Browsers encode no GIF; an unknown type is stored without loss. */
export function shrunkType(type: string): string {
  return type === 'image/jpeg' || type === 'image/webp' ? type : 'image/png'
}

/** File name with the ending of a type. A browser that cannot encode WebP returns a PNG. */
export function renamed(name: string, type: string): string {
  const endings: Record<string, RegExp> = {
    'image/png': /\.png$/i,
    'image/jpeg': /\.jpe?g$/i,
    'image/webp': /\.webp$/i,
  }
  if (endings[type]?.test(name)) return name
  return `${name.replace(/\.[^.]+$/, '')}.${type === 'image/jpeg' ? 'jpg' : type.replace('image/', '')}`
}

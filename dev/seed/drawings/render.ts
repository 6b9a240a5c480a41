import sharp from 'sharp'
import type { SeedDrawing } from './types.ts'

/** Renders a drawing as a picture file in its full size. */
export async function render(drawing: SeedDrawing, format: 'png' | 'jpeg' | 'webp'): Promise<Buffer> {
  const image = sharp(Buffer.from(drawing.svg)).removeAlpha()
  if (format === 'png') return image.png({ compressionLevel: 6 }).toBuffer()
  if (format === 'jpeg') return image.jpeg({ quality: 86 }).toBuffer()
  return image.webp({ quality: 84, effort: 1 }).toBuffer()
}

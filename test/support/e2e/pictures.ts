import sharp from 'sharp'
import { draw } from '../../local/seed/drawings/draw.ts'

export type PictureFile = { name: string; mimeType: string; buffer: Buffer }

let drawn = 100_000
const nextDrawing = () => Buffer.from(draw('sea', drawn++ + process.pid).svg)

/** A JPEG as a phone makes it: lying on its side, with the place where it was taken. */
export async function phoneJpeg(name: string): Promise<PictureFile> {
  const buffer = await sharp(nextDrawing())
    .resize(900, 600, { fit: 'fill' })
    .flatten()
    .withExif({
      IFD0: { Make: 'Phone', Orientation: '6' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '59/1 20/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '18/1 4/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  return { name, mimeType: 'image/jpeg', buffer }
}

export async function png(name: string): Promise<PictureFile> {
  return { name, mimeType: 'image/png', buffer: await sharp(nextDrawing()).resize(800).png().toBuffer() }
}

export async function webp(name: string): Promise<PictureFile> {
  return { name, mimeType: 'image/webp', buffer: await sharp(nextDrawing()).resize(640).webp().toBuffer() }
}

import sharp from 'sharp'

export type PictureFile = { name: string; mimeType: string; buffer: Buffer }

const NOISE = { type: 'gaussian', mean: 128, sigma: 60 } as const

/** Random patches. Drawings of one style are alike now and then, and the site would ask whose work they are. */
function randomPatches(width: number, height = Math.round(0.75 * width)) {
  const patches = sharp({ create: { width: 16, height: 12, channels: 3, background: 'white', noise: NOISE } })
  return patches.resize(width, height, { fit: 'fill', kernel: 'nearest' })
}

/** A JPEG like a phone's: rotated, with its GPS position. */
export async function phoneJpeg(name: string): Promise<PictureFile> {
  const buffer = await randomPatches(900, 600)
    .withExif({
      IFD0: { Make: 'Phone', Orientation: '6' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '59/1 20/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '18/1 4/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  return { name, mimeType: 'image/jpeg', buffer }
}

export async function png(name: string, width = 480, height?: number): Promise<PictureFile> {
  return { name, mimeType: 'image/png', buffer: await randomPatches(width, height).png().toBuffer() }
}

export async function webp(name: string): Promise<PictureFile> {
  return { name, mimeType: 'image/webp', buffer: await randomPatches(640).webp().toBuffer() }
}

/** A PNG of more than a megabyte, which uploads slowly; noise does not compress. */
export async function heavyPng(name: string): Promise<PictureFile> {
  const picture = sharp({ create: { width: 800, height: 600, channels: 3, background: 'white', noise: NOISE } })
  return { name, mimeType: 'image/png', buffer: await picture.png({ compressionLevel: 0 }).toBuffer() }
}

/** A white PNG of more than 16 MB, which is more than an upload may have. */
export async function tooHeavyPng(name: string): Promise<PictureFile> {
  const picture = sharp({ create: { width: 2400, height: 2400, channels: 3, background: 'white' } })
  return { name, mimeType: 'image/png', buffer: await picture.png({ compressionLevel: 0 }).toBuffer() }
}

/** A PNG header with this size and no data. */
export function pngHeader(width: number, height: number): Buffer {
  const header = Buffer.alloc(64)
  header.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])
  header.write('IHDR', 12, 'latin1')
  header.writeUInt32BE(width, 16)
  header.writeUInt32BE(height, 20)
  header.set([8, 2], 24)
  return header
}

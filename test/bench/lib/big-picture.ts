import { randomFillSync } from 'node:crypto'
import sharp from 'sharp'
import { UPLOAD_MAX_BYTES } from '../../../contract/limits.ts'

/** Noise does not compress: three bytes a pixel and a little around them, just below the limit. */
const SIDE = 2362

/** A PNG of exactly the largest size that is taken. */
export async function bigPicture(): Promise<Buffer> {
  const raw = randomFillSync(Buffer.alloc(SIDE * SIDE * 3))
  const png = await sharp(raw, { raw: { width: SIDE, height: SIDE, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer()
  const room = UPLOAD_MAX_BYTES - png.length
  if (room < 16) throw new Error(`the picture is ${-room} bytes too large`)
  return Buffer.concat([png, randomFillSync(Buffer.alloc(room))])
}

/** The same picture as a file that the site has not seen: what stands after the end of a PNG is in its hash alone. */
export function uniqueCopy(picture: Buffer): Buffer<ArrayBuffer> {
  const copy = Buffer.from(picture)
  return randomFillSync(copy, copy.length - 16)
}

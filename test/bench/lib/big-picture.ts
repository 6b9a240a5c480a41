import { randomFillSync } from 'node:crypto'
import sharp from 'sharp'
import { UPLOAD_MAX_BYTES } from '../../../contract/limits.ts'

/** In pixels. A square PNG of noise with this side is just below the size limit. */
const SIDE = 2362

/** A PNG of exactly the largest accepted size, padded behind its end. */
export async function bigPicture(): Promise<Buffer> {
  const raw = randomFillSync(Buffer.alloc(SIDE * SIDE * 3))
  const png = await sharp(raw, { raw: { width: SIDE, height: SIDE, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer()
  const padding = UPLOAD_MAX_BYTES - png.length
  if (padding < 16) throw new Error(`the picture is ${-padding} bytes too large`)
  return Buffer.concat([png, randomFillSync(Buffer.alloc(padding))])
}

/** Changes the padding, so that the file has another hash. */
export function uniqueCopy(picture: Buffer): Buffer<ArrayBuffer> {
  const copy = Buffer.from(picture)
  return randomFillSync(copy, copy.length - 16)
}

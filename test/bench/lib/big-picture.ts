import { randomFillSync } from 'node:crypto'
import sharp from 'sharp'
import { UPLOAD_MAX_BYTES } from '../../../contract/limits.ts'

/** Side of a square of uncompressible noise just below the size limit. */
const SIDE = 2362

/** A PNG of exactly the largest accepted size. */
export async function bigPicture(): Promise<Buffer> {
  const raw = randomFillSync(Buffer.alloc(SIDE * SIDE * 3))
  const png = await sharp(raw, { raw: { width: SIDE, height: SIDE, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer()
  const room = UPLOAD_MAX_BYTES - png.length
  if (room < 16) throw new Error(`the picture is ${-room} bytes too large`)
  return Buffer.concat([png, randomFillSync(Buffer.alloc(room))])
}

/** Changes the bytes after the PNG's end, so that the hash of the file is new. */
export function uniqueCopy(picture: Buffer): Buffer<ArrayBuffer> {
  const copy = Buffer.from(picture)
  return randomFillSync(copy, copy.length - 16)
}

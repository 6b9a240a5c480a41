import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { justifiedWidths } from '../../contract/image-sizes.ts'
import { type PictureFormat, pictureFormat } from '../../worker/lib/files.ts'
import { type Analysis, analyse } from '../../worker/lib/picture-analysis.ts'

/** A picture file with all that an upload would have learnt of it, and the widths that galleries ask for first. */
export type DescribedPicture = Analysis & {
  bytes: Uint8Array
  width: number
  height: number
  contentType: string
  contentHash: string
  made: MadeWidth[]
}

type MadeWidth = { width: number; format: PictureFormat; bytes: Uint8Array }

/** Looks at a picture file as an upload does. */
export async function describePicture(bytes: Buffer): Promise<DescribedPicture> {
  const { width = 0, height = 0, format } = await sharp(bytes).metadata()
  const small = await sharp(bytes).resize(100, 100, { fit: 'inside' }).png().toBuffer()
  const contentHash = createHash('sha256').update(bytes).digest('hex')
  const made = await Promise.all(justifiedWidths(width / height).map((wanted) => makeWidth(bytes, wanted)))
  return { bytes, width, height, contentType: `image/${format}`, contentHash, made, ...analyse(small) }
}

/** Little effort: the local stand-in of the picture service takes ten times as long for the same bytes. */
async function makeWidth(bytes: Buffer, width: number): Promise<MadeWidth> {
  const format = pictureFormat(width, true)
  const small = sharp(bytes).resize({ width, withoutEnlargement: true })
  return { width, format, bytes: await small.toFormat(format, { effort: 1 }).toBuffer() }
}

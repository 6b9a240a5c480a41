import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { ROW_HEIGHT, snapImageSize } from '../../contract/image-sizes.ts'
import { type PictureFormat, pictureFormat } from '../../worker/lib/files.ts'
import { type Analysis, analyse } from '../../worker/lib/picture-analysis.ts'

/** A picture with everything that an upload derives from it, and the widths that galleries request first. */
export type DescribedPicture = Analysis & {
  bytes: Uint8Array
  width: number
  height: number
  contentType: string
  contentHash: string
  made: MadeWidth[]
}

type MadeWidth = { width: number; format: PictureFormat; bytes: Uint8Array }

/** Analyses a picture file as an upload does. */
export async function describePicture(bytes: Buffer): Promise<DescribedPicture> {
  const { width = 0, height = 0, format } = await sharp(bytes).metadata()
  const small = await sharp(bytes).resize(100, 100, { fit: 'inside' }).png().toBuffer()
  const contentHash = createHash('sha256').update(bytes).digest('hex')
  const made = await Promise.all(rowWidths(width / height).map((wanted) => resize(bytes, wanted)))
  return { bytes, width, height, contentType: `image/${format}`, contentHash, made, ...analyse(small) }
}

/** Widths that justified rows of usual heights request, on plain and dense screens. */
function rowWidths(ratio: number): number[] {
  const heights = [ROW_HEIGHT.narrow, ROW_HEIGHT.wide].flatMap((height) => [0.9, 1, 1.1].map((part) => part * height))
  const widths = heights.flatMap((height) => [height * ratio, 2 * height * ratio])
  return [...new Set(widths.map(snapImageSize))]
}

/** Ten times faster than the local stand-in for Images. */
async function resize(bytes: Buffer, width: number): Promise<MadeWidth> {
  const format = pictureFormat(width, true)
  const small = sharp(bytes).resize({ width, withoutEnlargement: true })
  return { width, format, bytes: await small.toFormat(format, { effort: 1 }).toBuffer() }
}

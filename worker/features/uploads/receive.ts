import { imageDimensionsFromData } from 'image-dimensions'
import { concatBytes } from '../../../contract/bytes.ts'
import { UPLOAD_MAX_SIDE } from '../../../contract/limits.ts'
import { AppError } from '../../lib/app-error.ts'
import { hasPlainHeader, jpegOrientation, type Orientation, UPRIGHT } from '../../lib/jpeg.ts'
import { readChunk, type StoredFile, storeBody } from '../../lib/store-body.ts'

/** Width and height are those of the upright picture. */
type Header = Orientation & { width: number; height: number; contentType: string }

export type Received = Header & StoredFile

/** Headers with a large colour profile or preview fit into this. */
const HEADER_MAX_BYTES = 1_048_576
const ACCEPTED = new Set(['png', 'jpeg', 'webp', 'gif'])

/**
 * Streams a picture into R2 and refuses it as early as possible: by its announced length, its first bytes (type and
 * size) or the bytes that arrive. After an error nothing stays under `key`, or the sweep removes it.
 * @throws AppError `length_required`, `too_large`, `wrong_type`, `image_too_wide`, `bad_image`, and errors of R2.
 */
export function receiveUpload(files: R2Bucket, key: string, request: Request): Promise<Received> {
  return storeBody(files, { key, request, readHeader, brokenCode: 'bad_image' })
}

/** Reads until the picture's type and size are known. Nothing is decoded. */
async function readHeader(
  reader: ReadableStreamDefaultReader<Uint8Array>,
): Promise<{ head: Uint8Array; header: Header }> {
  let chunks: Uint8Array[] = []
  let size = 0
  for (let parseAt = 0; ; ) {
    const chunk = await readChunk(reader, 'bad_image')
    if (chunk) {
      chunks.push(chunk)
      size += chunk.length
      // Parses again after growth by a quarter, so that many small chunks cost no more.
      if (size < parseAt) continue
    }
    const head = concatBytes(...chunks)
    const dimensions = imageDimensionsFromData(head)
    if (dimensions) return { head, header: checkedHeader(dimensions, head) }
    if (head.length >= 12 && !mayBePicture(head)) throw new AppError('wrong_type')
    if (!chunk || size > HEADER_MAX_BYTES) throw new AppError(mayBePicture(head) ? 'bad_image' : 'wrong_type')
    chunks = [head]
    parseAt = size * 1.25
  }
}

function checkedHeader(
  { width, height, type }: { width: number; height: number; type: string },
  head: Uint8Array,
): Header {
  if (!ACCEPTED.has(type)) throw new AppError('wrong_type')
  if (width < 1 || height < 1 || (type === 'jpeg' && !hasPlainHeader(head))) throw new AppError('bad_image')
  if (width > UPLOAD_MAX_SIDE || height > UPLOAD_MAX_SIDE) throw new AppError('image_too_wide')
  const orientation = type === 'jpeg' ? jpegOrientation(head) : UPRIGHT
  const upright = orientation.rotation % 180 === 0 ? { width, height } : { width: height, height: width }
  return { ...upright, ...orientation, contentType: `image/${type}` }
}

function mayBePicture(head: Uint8Array): boolean {
  const text = String.fromCharCode(...head.subarray(0, 12))
  return (
    text.startsWith('\x89PNG\r\n\x1a\n') ||
    text.startsWith('\xff\xd8\xff') ||
    /^GIF8[79]a/.test(text) ||
    (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP')
  )
}

import { imageDimensionsFromData } from 'image-dimensions'
import { UPLOAD_MAX_SIDE } from '../../../contract/limits.ts'
import { AppError } from '../../lib/app-error.ts'
import { concatBytes, jpegTurn, type Turn, UPRIGHT } from '../../lib/jpeg.ts'
import { readChunk, type StoredFile, streamIn } from '../../lib/stream-in.ts'

/** What the beginning of a file tells. Width and height are those of the upright picture. */
type Header = Turn & { width: number; height: number; contentType: string }

/** What is known of a picture once it lies in R2. */
export type Received = Header & StoredFile

/** A picture's size stands near its beginning, even behind a large colour profile or preview. */
const HEADER_MAX_BYTES = 1_048_576
const ACCEPTED = new Set(['png', 'jpeg', 'webp', 'gif'])

/**
 * Streams a file into R2 and refuses it as early as it can be told: by the announced length, by the first bytes
 * (type and size of the picture), by what really arrives. Nothing is left under `key` unless this succeeds; what R2
 * does not remove either is left to the sweep.
 * @throws AppError `length_required`, `too_large`, `wrong_type`, `image_too_wide`, `bad_image`; what R2 says when it
 * does not take the file.
 */
export function receive(files: R2Bucket, key: string, request: Request): Promise<Received> {
  return streamIn(files, { key, request, readHeader, brokenCode: 'bad_image' })
}

/** Reads until the picture's type and size are known. Only they are looked at: nothing is decoded. */
async function readHeader(
  reader: ReadableStreamDefaultReader<Uint8Array>,
): Promise<{ head: Uint8Array; header: Header }> {
  let pieces: Uint8Array[] = []
  let size = 0
  for (let lookAt = 0; ; ) {
    const piece = await readChunk(reader, 'bad_image')
    if (piece) {
      pieces.push(piece)
      size += piece.length
      // Looked at each time it has grown by a quarter, so that a file which comes byte by byte costs no more.
      if (size < lookAt) continue
    }
    const head = concatBytes(...pieces)
    const dimensions = imageDimensionsFromData(head)
    if (dimensions) return { head, header: checked(dimensions, head) }
    if (head.length >= 12 && !mayBecomePicture(head)) throw new AppError('wrong_type')
    if (!piece || size > HEADER_MAX_BYTES) throw new AppError(mayBecomePicture(head) ? 'bad_image' : 'wrong_type')
    pieces = [head]
    lookAt = size * 1.25
  }
}

function checked({ width, height, type }: { width: number; height: number; type: string }, head: Uint8Array): Header {
  if (!ACCEPTED.has(type)) throw new AppError('wrong_type')
  if (width < 1 || height < 1) throw new AppError('bad_image')
  if (width > UPLOAD_MAX_SIDE || height > UPLOAD_MAX_SIDE) throw new AppError('image_too_wide')
  const turn = type === 'jpeg' ? jpegTurn(head) : UPRIGHT
  const upright = turn.rotation % 180 === 0 ? { width, height } : { width: height, height: width }
  return { ...upright, ...turn, contentType: `image/${type}` }
}

/** Whether the first bytes are those of a picture we take: PNG, JPEG, GIF, or WebP in RIFF. */
function mayBecomePicture(head: Uint8Array): boolean {
  const text = String.fromCharCode(...head.subarray(0, 12))
  return (
    text.startsWith('\x89PNG\r\n\x1a\n') ||
    text.startsWith('\xff\xd8\xff') ||
    /^GIF8[79]a/.test(text) ||
    (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP')
  )
}

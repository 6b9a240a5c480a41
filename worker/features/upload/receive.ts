import { imageDimensionsFromData } from 'image-dimensions'
import { UPLOAD_MAX_BYTES, UPLOAD_MAX_SIDE } from '../../../contract/limits.ts'
import { AppError } from '../../lib/app-error.ts'
import { joined, jpegTurn, type Turn, UPRIGHT } from '../../lib/jpeg.ts'
import { toHex } from '../../lib/random.ts'

/** What the beginning of a file tells. Width and height are those of the upright picture. */
type Header = Turn & { width: number; height: number; contentType: string }

/** What is known of a file once it lies in R2. `contentHash` is its SHA-256, hex. */
export type Received = Header & { bytes: number; contentHash: string }

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
export async function receive(files: R2Bucket, key: string, request: Request): Promise<Received> {
  const length = announcedLength(request)
  const reader = request.body?.getReader()
  if (!reader) throw new AppError('bad_image')
  const { head, header } = await readHeader(reader)
  const fixed = new FixedLengthStream(length)
  const digest = new crypto.DigestStream('SHA-256')
  const file = fixed.writable.getWriter()
  const stored = files.put(key, fixed.readable, { httpMetadata: { contentType: header.contentType } })
  // R2 that refuses reads no further: what is being written would wait for it for ever.
  stored.catch((error) => file.abort(error)).catch(() => undefined)
  digest.digest.catch(() => undefined)
  try {
    await pump(head, reader, file, digest.getWriter(), length)
    await stored
    return { ...header, bytes: length, contentHash: toHex(new Uint8Array(await digest.digest)) }
  } catch (error) {
    await stored.catch(() => undefined)
    await files.delete(key).catch(() => undefined)
    throw error
  }
}

function announcedLength(request: Request): number {
  const length = request.headers.get('content-length')
  if (length === null || !/^\d+$/.test(length)) throw new AppError('length_required')
  if (Number(length) > UPLOAD_MAX_BYTES) throw new AppError('too_large')
  if (Number(length) === 0) throw new AppError('bad_image')
  return Number(length)
}

/** Reads until the picture's type and size are known. Only they are looked at: nothing is decoded. */
async function readHeader(
  reader: ReadableStreamDefaultReader<Uint8Array>,
): Promise<{ head: Uint8Array; header: Header }> {
  let pieces: Uint8Array[] = []
  let size = 0
  for (let lookAt = 0; ; ) {
    const piece = await readPiece(reader)
    if (piece) {
      pieces.push(piece)
      size += piece.length
      // Looked at each time it has grown by a quarter, so that a file which comes byte by byte costs no more.
      if (size < lookAt) continue
    }
    const head = joined(...pieces)
    const dimensions = imageDimensionsFromData(head)
    if (dimensions) return { head, header: checked(dimensions, head) }
    if (head.length >= 12 && !mayBecomePicture(head)) throw new AppError('wrong_type')
    if (!piece || size > HEADER_MAX_BYTES) throw new AppError(mayBecomePicture(head) ? 'bad_image' : 'wrong_type')
    pieces = [head]
    lookAt = size * 1.25
  }
}

/** The next bytes of the file, nothing at its end. A connection that breaks off is not our failure. */
async function readPiece(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<Uint8Array | undefined> {
  try {
    return (await reader.read()).value
  } catch {
    throw new AppError('bad_image', 'the file ended early')
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

async function pump(
  head: Uint8Array,
  reader: ReadableStreamDefaultReader<Uint8Array>,
  file: WritableStreamDefaultWriter<Uint8Array>,
  digest: WritableStreamDefaultWriter<Uint8Array>,
  length: number,
): Promise<void> {
  try {
    let written = 0
    let chunk: Uint8Array | undefined = head
    while (chunk) {
      written += chunk.length
      if (written > length || written > UPLOAD_MAX_BYTES) throw new AppError('too_large')
      await Promise.all([file.write(chunk), digest.write(chunk)])
      chunk = await readPiece(reader)
    }
    if (written < length) throw new AppError('bad_image', 'the file ended early')
    await Promise.all([file.close(), digest.close()])
  } catch (error) {
    await Promise.allSettled([file.abort(error), digest.abort(error), reader.cancel(error)])
    throw error
  }
}

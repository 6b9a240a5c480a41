import { imageDimensionsFromData } from 'image-dimensions'
import { UPLOAD_MAX_BYTES, UPLOAD_MAX_SIDE } from '../../../contract/limits.ts'
import { AppError } from '../../lib/app-error.ts'
import { jpegRotation } from '../../lib/jpeg.ts'
import { toHex } from '../../lib/random.ts'

/** What is known of a file once it lies in R2. Width and height are those of the upright picture. */
export type Received = {
  width: number
  height: number
  rotation: number
  bytes: number
  contentType: string
  contentHash: string
}

type Header = Pick<Received, 'width' | 'height' | 'rotation' | 'contentType'>

/** A picture's size stands near its beginning, even behind a large colour profile or preview. */
const HEADER_MAX_BYTES = 1_048_576
const ACCEPTED = new Set(['png', 'jpeg', 'webp', 'gif'])

/**
 * Streams a file into R2 and refuses it as early as it can be told: by the announced length, by the first bytes
 * (type and size of the picture), by what really arrives. Nothing stands under `key` unless this succeeds.
 * @throws AppError `length_required`, `too_large`, `wrong_type`, `image_too_wide`, `bad_image`.
 */
export async function receive(files: R2Bucket, key: string, request: Request): Promise<Received> {
  const length = announcedLength(request)
  const reader = request.body?.getReader()
  if (!reader) throw new AppError('bad_image')
  const { head, header } = await readHeader(reader)
  const fixed = new FixedLengthStream(length)
  const digest = new crypto.DigestStream('SHA-256')
  const stored = files.put(key, fixed.readable, { httpMetadata: { contentType: header.contentType } })
  stored.catch(() => undefined)
  digest.digest.catch(() => undefined)
  await pump(head, reader, fixed.writable.getWriter(), digest.getWriter(), length)
  await stored
  return { ...header, bytes: length, contentHash: toHex(new Uint8Array(await digest.digest)) }
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
  let head = new Uint8Array()
  for (;;) {
    const { done, value } = await reader.read()
    if (value) head = appended(head, value)
    const dimensions = imageDimensionsFromData(head)
    if (dimensions) return { head, header: checked(dimensions, head) }
    if (head.length >= 12 && !mayBecomePicture(head)) throw new AppError('wrong_type')
    if (done || head.length > HEADER_MAX_BYTES) throw new AppError(mayBecomePicture(head) ? 'bad_image' : 'wrong_type')
  }
}

function checked({ width, height, type }: { width: number; height: number; type: string }, head: Uint8Array): Header {
  if (!ACCEPTED.has(type)) throw new AppError('wrong_type')
  if (width < 1 || height < 1) throw new AppError('bad_image')
  if (width > UPLOAD_MAX_SIDE || height > UPLOAD_MAX_SIDE) throw new AppError('image_too_wide')
  const rotation = type === 'jpeg' ? jpegRotation(head) : 0
  const upright = rotation % 180 === 0 ? { width, height } : { width: height, height: width }
  return { ...upright, rotation, contentType: `image/${type}` }
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
      chunk = (await reader.read()).value
    }
    if (written < length) throw new AppError('bad_image', 'the file ended early')
    await Promise.all([file.close(), digest.close()])
  } catch (error) {
    await Promise.allSettled([file.abort(error), digest.abort(error), reader.cancel(error)])
    throw error
  }
}

function appended(bytes: Uint8Array, more: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(bytes.length + more.length)
  all.set(bytes)
  all.set(more, bytes.length)
  return all
}

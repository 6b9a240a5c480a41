import type { ErrorCode } from '../../contract/errors.ts'
import { UPLOAD_MAX_BYTES } from '../../contract/limits.ts'
import { AppError } from './app-error.ts'
import { toHex } from './random.ts'

type Reader = ReadableStreamDefaultReader<Uint8Array>

/** What is known of every file once it lies in R2. `contentHash` is its SHA-256, hex. */
export type Stored = { bytes: number; contentHash: string }

type Received<Header> = {
  key: string
  request: Request
  readHeader: (reader: Reader) => Promise<{ head: Uint8Array; header: Header }>
  broken: ErrorCode
}

/**
 * Streams a file into R2 once `readHeader` has taken its beginning, and refuses it as early as it can be told: by the
 * announced length, by its beginning, by what really arrives. Nothing is left under `key` unless this succeeds; what R2
 * does not remove either is left to the sweep.
 * @throws AppError `length_required`, `too_large`, what `readHeader` throws, and `broken` for a file that is empty or
 * ends early; what R2 says when it does not take the file.
 */
export async function streamIn<Header extends { contentType: string }>(
  files: R2Bucket,
  { key, request, readHeader, broken }: Received<Header>,
): Promise<Header & Stored> {
  const length = announcedLength(request, broken)
  const reader = request.body?.getReader()
  if (!reader) throw new AppError(broken)
  const { head, header } = await readHeader(reader)
  const fixed = new FixedLengthStream(length)
  const digest = new crypto.DigestStream('SHA-256')
  const file = fixed.writable.getWriter()
  const stored = files.put(key, fixed.readable, { httpMetadata: { contentType: header.contentType } })
  // R2 that refuses reads no further: what is being written would wait for it for ever.
  stored.catch((error) => file.abort(error)).catch(() => undefined)
  digest.digest.catch(() => undefined)
  try {
    await pump({ head, reader, file, digest: digest.getWriter(), length, broken })
    await stored
    return { ...header, bytes: length, contentHash: toHex(new Uint8Array(await digest.digest)) }
  } catch (error) {
    await stored.catch(() => undefined)
    await files.delete(key).catch(() => undefined)
    throw error
  }
}

function announcedLength(request: Request, broken: ErrorCode): number {
  const length = request.headers.get('content-length')
  if (length === null || !/^\d+$/.test(length)) throw new AppError('length_required')
  if (Number(length) > UPLOAD_MAX_BYTES) throw new AppError('too_large')
  if (Number(length) === 0) throw new AppError(broken)
  return Number(length)
}

/** The next bytes of the file, nothing at its end. A connection that breaks off is not our failure. */
export async function readPiece(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  broken: ErrorCode,
): Promise<Uint8Array | undefined> {
  try {
    return (await reader.read()).value
  } catch {
    throw new AppError(broken, 'the file ended early')
  }
}

type Pumped = {
  head: Uint8Array
  reader: Reader
  file: WritableStreamDefaultWriter<Uint8Array>
  digest: WritableStreamDefaultWriter<Uint8Array>
  length: number
  broken: ErrorCode
}

async function pump({ head, reader, file, digest, length, broken }: Pumped): Promise<void> {
  try {
    let written = 0
    let chunk: Uint8Array | undefined = head
    while (chunk) {
      written += chunk.length
      if (written > length || written > UPLOAD_MAX_BYTES) throw new AppError('too_large')
      await Promise.all([file.write(chunk), digest.write(chunk)])
      chunk = await readPiece(reader, broken)
    }
    if (written < length) throw new AppError(broken, 'the file ended early')
    await Promise.all([file.close(), digest.close()])
  } catch (error) {
    await Promise.allSettled([file.abort(error), digest.abort(error), reader.cancel(error)])
    throw error
  }
}

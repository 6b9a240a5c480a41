import type { ErrorCode } from '../../contract/errors.ts'
import { UPLOAD_MAX_BYTES } from '../../contract/limits.ts'
import { AppError } from './app-error.ts'
import { toHex } from './random.ts'

type Reader = ReadableStreamDefaultReader<Uint8Array>

/** `contentHash` is the SHA-256 of the file, hex. */
export type StoredFile = { bytes: number; contentHash: string }

type IncomingFile<Header> = {
  key: string
  request: Request
  readHeader: (reader: Reader) => Promise<{ head: Uint8Array; header: Header }>
  brokenCode: ErrorCode
}

/**
 * Streams the body of a request into R2 after `readHeader` has read its first bytes. Refuses the file as early as
 * possible: by its announced length, its header, or the received bytes. On failure the file is deleted, at the latest
 * by the sweep.
 * @throws AppError `length_required`, `too_large`, errors of `readHeader`, `brokenCode` for a file that is empty or
 * ends early; errors of R2.
 */
export async function storeBody<Header extends { contentType: string }>(
  files: R2Bucket,
  { key, request, readHeader, brokenCode }: IncomingFile<Header>,
): Promise<Header & StoredFile> {
  const length = announcedLength(request, brokenCode)
  const reader = request.body?.getReader()
  if (!reader) throw new AppError(brokenCode)
  const { head, header } = await readHeader(reader)
  const fixed = new FixedLengthStream(length)
  const digest = new crypto.DigestStream('SHA-256')
  const file = fixed.writable.getWriter()
  const stored = files.put(key, fixed.readable, { httpMetadata: { contentType: header.contentType } })
  // Abort when R2 fails: it stops reading, and a pending write would never end.
  stored.catch((error) => file.abort(error)).catch(() => undefined)
  digest.digest.catch(() => undefined)
  try {
    await transfer({ head, reader, file, digest: digest.getWriter(), length, brokenCode })
    await stored
    return { ...header, bytes: length, contentHash: toHex(new Uint8Array(await digest.digest)) }
  } catch (error) {
    await stored.catch(() => undefined)
    await files.delete(key).catch(() => undefined)
    throw error
  }
}

/**
 * Returns the length of a file by its header, before its bytes arrive. @throws AppError `length_required`, `too_large`,
 * `brokenCode`.
 */
export function announcedLength(request: Request, brokenCode: ErrorCode): number {
  const length = request.headers.get('content-length')
  if (length === null || !/^\d+$/.test(length)) throw new AppError('length_required')
  if (Number(length) > UPLOAD_MAX_BYTES) throw new AppError('too_large')
  if (Number(length) === 0) throw new AppError(brokenCode)
  return Number(length)
}

/** Reads the next chunk, undefined at the end. A broken connection counts as an incomplete file. */
export async function readChunk(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  brokenCode: ErrorCode,
): Promise<Uint8Array | undefined> {
  try {
    return (await reader.read()).value
  } catch {
    throw new AppError(brokenCode, { message: 'the file ended early' })
  }
}

type Transfer = {
  head: Uint8Array
  reader: Reader
  file: WritableStreamDefaultWriter<Uint8Array>
  digest: WritableStreamDefaultWriter<Uint8Array>
  length: number
  brokenCode: ErrorCode
}

async function transfer({ head, reader, file, digest, length, brokenCode }: Transfer): Promise<void> {
  try {
    let written = 0
    let chunk: Uint8Array | undefined = head
    while (chunk) {
      written += chunk.length
      if (written > length || written > UPLOAD_MAX_BYTES) throw new AppError('too_large')
      await Promise.all([file.write(chunk), digest.write(chunk)])
      chunk = await readChunk(reader, brokenCode)
    }
    if (written < length) throw new AppError(brokenCode, { message: 'the file ended early' })
    await Promise.all([file.close(), digest.close()])
  } catch (error) {
    await Promise.allSettled([file.abort(error), digest.abort(error), reader.cancel(error)])
    throw error
  }
}

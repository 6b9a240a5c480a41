import { concatBytes } from '../../../contract/bytes.ts'
import { AppError } from '../../lib/app-error.ts'
import { readChunk, type StoredFile, storeBody } from '../../lib/store-body.ts'
import { readSketchFile, type SketchFileFacts } from './read-sketch-file.ts'
import { readVideo } from './read-video.ts'
import { type Blank, overwrite } from './video-parts.ts'
import { VIDEO_HEAD_BYTES, videoType } from './video-type.ts'
import type { ReadPart } from './zip.ts'

type Reader = ReadableStreamDefaultReader<Uint8Array>

/**
 * Streams a video into R2, checks it there in parts, and overwrites everything but picture and sound. Deletes the file
 * after an error. @throws AppError `bad_file`, and errors of `storeBody`.
 */
export async function receiveVideo(
  files: R2Bucket,
  key: string,
  request: Request,
): Promise<StoredFile & { contentType: string }> {
  const readHeader = async (reader: Reader) => {
    const head = await readHead(reader, VIDEO_HEAD_BYTES)
    const contentType = videoType(head)
    if (!contentType) throw new AppError('bad_file', { message: 'neither MP4 nor WebM' })
    return { head, header: { contentType } }
  }
  const stored = await storeBody(files, { key, request, readHeader, brokenCode: 'bad_file' })
  return orDelete(files, key, async () => {
    const blanks = await readVideo(partsOf(files, key, stored.bytes), stored)
    if (blanks.length > 0) await overwriteStored(files, key, stored, blanks)
    return stored
  })
}

/** Streams a sketch file into R2 and reads its facts there in parts. Deletes the file after an error. */
export async function receiveSketchFile(
  files: R2Bucket,
  key: string,
  request: Request,
): Promise<StoredFile & SketchFileFacts> {
  const readHeader = async (reader: Reader) => {
    const head = await readHead(reader, 4)
    if (String.fromCharCode(...head.subarray(0, 4)) !== 'PK\x03\x04')
      throw new AppError('bad_file', { message: 'not a zip' })
    return { head, header: { contentType: 'application/octet-stream' } }
  }
  const stored = await storeBody(files, { key, request, readHeader, brokenCode: 'bad_file' })
  return orDelete(files, key, async () => ({
    ...stored,
    ...(await readSketchFile(partsOf(files, key, stored.bytes), stored.bytes)),
  }))
}

/** Deletes the stored file when the work on it fails. */
async function orDelete<T>(files: R2Bucket, key: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    await files.delete(key).catch(() => undefined)
    throw error
  }
}

/** Stores a file again under its key, with parts of it overwritten. R2 replaces it only after the last byte. */
async function overwriteStored(
  files: R2Bucket,
  key: string,
  { bytes, contentType }: { bytes: number; contentType: string },
  blanks: readonly Blank[],
): Promise<void> {
  const object = await files.get(key)
  if (!object) throw new Error('a file that was just stored is missing')
  const fixed = new FixedLengthStream(bytes)
  const broken = new AbortController()
  const stored = files.put(key, fixed.readable, { httpMetadata: { contentType } })
  // When R2 fails it stops reading, and a pending write would never end.
  stored.catch((error) => broken.abort(error))
  const sent = object.body.pipeThrough(overwrite(blanks)).pipeTo(fixed.writable, { signal: broken.signal })
  const [, failed] = await Promise.allSettled([sent, stored])
  if (failed.status === 'rejected') throw failed.reason
  await sent
}

async function readHead(reader: Reader, bytes: number): Promise<Uint8Array> {
  let head = new Uint8Array()
  while (head.length < bytes) {
    const chunk = await readChunk(reader, 'bad_file')
    if (!chunk) break
    head = concatBytes(head, chunk)
  }
  return head
}

/** Reads parts of a file in R2. R2 refuses ranges that begin after the end. */
function partsOf(files: R2Bucket, key: string, bytes: number): ReadPart {
  return async (offset, length) => {
    const available = Math.min(length, bytes - offset)
    if (available <= 0) return new Uint8Array()
    const part = await files.get(key, { range: { offset, length: available } })
    if (!part) throw new Error('a file that was just stored is missing')
    return new Uint8Array(await part.arrayBuffer())
  }
}

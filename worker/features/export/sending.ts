import { log } from '../../../durable-objects/realtime/log.ts'
import { sha256Hex } from '../../lib/random.ts'
import { type ZipFile, type ZipSegment, zipSegments } from './zip-layout.ts'

/**
 * A strong validator of a zip. It changes when a file of the zip is deleted, so that a resumed download starts again.
 */
export async function zipEtag(files: readonly ZipFile[]): Promise<string> {
  const facts = files.map(({ name, bytes, crc32, modifiedAt }) => [name, bytes, crc32, modifiedAt])
  return `"${(await sha256Hex(JSON.stringify(facts))).slice(0, 32)}"`
}

/** Thrown if a file of the zip is missing from R2 or has changed. */
class FileMissing extends Error {
  readonly fileKey: string

  constructor(fileKey: string) {
    super('a file of an export is missing')
    this.fileKey = fileKey
  }
}

type ByteRange = { first: number; length: number }

type Sending = {
  range: ByteRange
  to: WritableStream<Uint8Array>
  /** Called for a file that R2 does not have, before the stream is aborted. */
  onMissing: (fileKey: string) => Promise<void>
}

/**
 * Writes a range of the bytes of a zip, file after file, streamed from R2 without holding a file in memory. Aborts the
 * stream if a file is missing, R2 fails or the client disconnects, so that a zip never contains other bytes than its
 * directory says.
 */
export async function sendZip(
  bucket: R2Bucket,
  files: readonly ZipFile[],
  { range, to, onMissing }: Sending,
): Promise<void> {
  try {
    let start = 0
    for (const segment of zipSegments(files)) {
      const from = Math.max(range.first - start, 0)
      const end = Math.min(range.first + range.length - start, segment.bytes)
      if (from < end) await sendSegment(bucket, segment, { from, end, to })
      start += segment.bytes
    }
    await to.close()
  } catch (error) {
    log('error', 'send export', { reason: error instanceof Error ? error.name : 'unknown' })
    if (error instanceof FileMissing) await onMissing(error.fileKey).catch(() => undefined)
    await to.abort(error).catch(() => undefined)
  }
}

async function sendSegment(
  bucket: R2Bucket,
  { bytes, source }: ZipSegment,
  { from, end, to }: { from: number; end: number; to: WritableStream<Uint8Array> },
): Promise<void> {
  if (source instanceof Uint8Array) {
    const writer = to.getWriter()
    await writer.write(source.subarray(from, end))
    writer.releaseLock()
    return
  }
  const object = await bucket.get(source.fileKey, { range: { offset: from, length: end - from } })
  if (object?.size !== bytes) throw new FileMissing(source.fileKey)
  await object.body.pipeTo(to, { preventClose: true, preventAbort: true })
}

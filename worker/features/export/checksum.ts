import { crc32 } from '../../../contract/crc32.ts'

const BUFFER_BYTES = 262_144

/** The size and CRC-32 of a stored file, read as a stream; null if it does not exist. */
export async function checksumOf(files: R2Bucket, key: string): Promise<{ bytes: number; crc32: number } | null> {
  const object = await files.get(key)
  if (!object) return null
  // Uses one buffer for all chunks. With a new buffer for each chunk, a file of gigabytes would produce garbage faster
  // than it is collected.
  const reader = object.body.getReader({ mode: 'byob' })
  let buffer = new ArrayBuffer(BUFFER_BYTES)
  let [bytes, sum] = [0, 0]
  for (;;) {
    const { value, done } = await reader.read(new Uint8Array(buffer))
    if (done) return { bytes, crc32: sum }
    bytes += value.length
    sum = crc32(value, sum)
    buffer = value.buffer
  }
}

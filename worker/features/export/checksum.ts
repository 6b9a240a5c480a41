import { crc32 } from '../../../contract/crc32.ts'

/** The size and CRC-32 of a stored file, read as a stream; null if it does not exist. */
export async function checksumOf(files: R2Bucket, key: string): Promise<{ bytes: number; crc32: number } | null> {
  const object = await files.get(key)
  if (!object) return null
  let [bytes, sum] = [0, 0]
  for await (const chunk of object.body as ReadableStream<Uint8Array>) {
    bytes += chunk.length
    sum = crc32(chunk, sum)
  }
  return { bytes, crc32: sum }
}

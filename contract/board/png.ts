import { crc32 } from '../crc32.ts'

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)

/** A PNG of red, green and blue, a byte each, from its rows as they were deflated. */
export function pngOf(width: number, height: number, deflated: Uint8Array): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(13)
  const view = new DataView(header.buffer)
  view.setUint32(0, width)
  view.setUint32(4, height)
  header.set([8, 2], 8)
  const parts = [SIGNATURE, chunk('IHDR', header), chunk('IDAT', deflated), chunk('IEND', new Uint8Array(0))]
  const png = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let to = 0
  for (const part of parts) {
    png.set(part, to)
    to += part.length
  }
  return png
}

/** Its length, its name and data, and a checksum of both. */
function chunk(name: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(12 + data.length)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, data.length)
  for (let letter = 0; letter < 4; letter++) bytes[4 + letter] = name.charCodeAt(letter)
  bytes.set(data, 8)
  view.setUint32(8 + data.length, crc32(bytes.subarray(4, 8 + data.length)))
  return bytes
}

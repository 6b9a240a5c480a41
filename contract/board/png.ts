import { unzlibSync } from 'fflate'
import { crc32 } from '../crc32.ts'

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
/** A chunk consists of its length and name, its data and a checksum. */
const CHUNK_HEADER_BYTES = 8
const CHUNK_OVERHEAD_BYTES = 12

/** Writes a PNG of 8-bit RGB from deflated rows. */
export function encodePng(width: number, height: number, deflated: Uint8Array): Uint8Array<ArrayBuffer> {
  const parts = [SIGNATURE, headerChunk(width, height), chunk('IDAT', deflated), chunk('IEND', new Uint8Array(0))]
  const png = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let to = 0
  for (const part of parts) {
    png.set(part, to)
    to += part.length
  }
  return png
}

/** Reads the rows of a PNG that `encodePng` wrote, filter bytes included. @throws TypeError for anything else */
export function decodePngRows(png: Uint8Array, width: number, height: number): Uint8Array {
  const beginning = [...SIGNATURE, ...headerChunk(width, height)]
  if (beginning.some((byte, at) => png[at] !== byte)) throw new TypeError(`not a board PNG of ${width} × ${height}`)
  const data = beginning.length + CHUNK_HEADER_BYTES
  const length = new DataView(png.buffer, png.byteOffset).getUint32(beginning.length)
  return unzlibSync(png.subarray(data, data + length))
}

function headerChunk(width: number, height: number): Uint8Array {
  const header = new Uint8Array(13)
  const view = new DataView(header.buffer)
  view.setUint32(0, width)
  view.setUint32(4, height)
  header.set([8, 2], 8)
  return chunk('IHDR', header)
}

function chunk(name: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(CHUNK_OVERHEAD_BYTES + data.length)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, data.length)
  for (let letter = 0; letter < 4; letter++) bytes[4 + letter] = name.charCodeAt(letter)
  bytes.set(data, CHUNK_HEADER_BYTES)
  view.setUint32(CHUNK_HEADER_BYTES + data.length, crc32(bytes.subarray(4, CHUNK_HEADER_BYTES + data.length)))
  return bytes
}

import { constants, deflateRawSync } from 'node:zlib'
import { zipSync } from 'fflate'

/** Offset in the local header, offset in the directory, and size in bytes. */
const FIELDS = {
  flags: [6, 8, 2],
  method: [8, 10, 2],
  crc: [14, 16, 4],
  packedBytes: [18, 20, 4],
  bytes: [22, 24, 4],
  nameLength: [26, 28, 2],
} as const

export type ZipFields = Partial<Record<keyof typeof FIELDS, number>>

/** Changes fields of an entry in its header and in the directory. */
export function withFields(zip: Uint8Array, entryIndex: number, fields: ZipFields): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(zip)
  const view = new DataView(copy.buffer)
  const listed = listedAt(view, entryIndex)
  const header = view.getUint32(listed + 42, true)
  for (const [name, value] of Object.entries(fields)) {
    const [inHeader, inDirectory, bytes] = FIELDS[name as keyof typeof FIELDS]
    for (const at of [header + inHeader, listed + inDirectory]) {
      if (bytes === 2) view.setUint16(at, value, true)
      else view.setUint32(at, value, true)
    }
  }
  return copy
}

/** Changes an entry in the directory only; offsets are within its record. */
export function withDirectory(
  zip: Uint8Array,
  entryIndex: number,
  changes: readonly [offset: number, value: number, bytes: 2 | 4][],
): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(zip)
  const view = new DataView(copy.buffer)
  const listed = listedAt(view, entryIndex)
  for (const [offset, value, bytes] of changes) {
    if (bytes === 2) view.setUint16(listed + offset, value, true)
    else view.setUint32(listed + offset, value, true)
  }
  return copy
}

function listedAt(view: DataView, entryIndex: number): number {
  let at = view.getUint32(view.byteLength - 22 + 16, true)
  for (let index = 0; index < entryIndex; index++) {
    at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return at
}

/** A zip bomb: one file that claims `bytes` and unpacks to megabytes of zeros. */
export function zipBomb(name: string, megabytes: number, bytes: number): Uint8Array<ArrayBuffer> {
  const zip = zipSync({ [name]: deflatedZeros(megabytes) }, { level: 0 })
  return withFields(zip, 0, { method: 8, bytes })
}

function deflatedZeros(megabytes: number): Uint8Array {
  // A fully flushed block is independent and byte-aligned, so it can be repeated.
  const block = deflateRawSync(new Uint8Array(1 << 20), { level: 9, finishFlush: constants.Z_FULL_FLUSH })
  const bytes = new Uint8Array(block.length * megabytes + 2)
  for (let index = 0; index < megabytes; index++) bytes.set(block, index * block.length)
  bytes.set([3, 0], bytes.length - 2)
  return bytes
}

import { inflateSync } from 'fflate'
import { crc32 } from '../../../contract/crc32.ts'
import { AppError } from '../../lib/app-error.ts'

/** Reads a part of a file that lies elsewhere; what is behind its end is left out. */
export type ReadPart = (offset: number, length: number) => Promise<Uint8Array>

/** A file within a zip: only what its directory says, nothing of it unpacked. */
export type ZipEntry = {
  name: string
  /** 0 stored, 8 deflated. */
  method: number
  crc: number
  packedBytes: number
  bytes: number
  headerAt: number
}

const ENTRIES_MAX = 4000
const DIRECTORY_MAX_BYTES = 1_048_576
/** All that is in it may unpack to so much. */
const UNPACKED_MAX_BYTES = 1_073_741_824
/** Deflate packs no tighter. */
const RATIO_MAX = 1032

const END_BYTES = 22
const COMMENT_MAX_BYTES = 65_535
const HEADER_BYTES = 30
const ENTRY_BYTES = 46
const ENCRYPTED = 1

/** Refuses a file that is no zip, or one that nobody makes by mistake. */
export function refuse(reason: string): never {
  throw new AppError('bad_file', reason)
}

/**
 * The directory of a zip, checked before anything is unpacked: no more entries and no more bytes than a sketch file has,
 * no entry over another, no name that leads out of its folder, no encryption, no links, nothing in pieces.
 * @throws AppError `bad_file`.
 */
export async function readDirectory(read: ReadPart, fileBytes: number): Promise<ZipEntry[]> {
  const { count, at, bytes } = await findEnd(read, fileBytes)
  const directory = await read(at, bytes)
  if (directory.length !== bytes) refuse('the directory is cut off')
  const entries: ZipEntry[] = []
  let offset = 0
  for (let index = 0; index < count; index++) {
    const { entry, next } = readEntryAt(directory, offset)
    entries.push(entry)
    offset = next
  }
  if (offset !== bytes) refuse('the directory is not as long as it says')
  checkTogether(entries, at)
  return entries
}

/** Unpacks one entry. @throws AppError `bad_file` when it is larger than `bytesMax` or not what its directory says. */
export async function readEntry(read: ReadPart, entry: ZipEntry, bytesMax: number): Promise<Uint8Array> {
  if (entry.bytes > bytesMax || entry.packedBytes > bytesMax) refuse(`${entry.name} is too large`)
  const header = viewOf(await read(entry.headerAt, HEADER_BYTES))
  if (header.byteLength !== HEADER_BYTES || header.getUint32(0, true) !== 0x04034b50) refuse('an entry has no header')
  const dataAt = entry.headerAt + HEADER_BYTES + header.getUint16(26, true) + header.getUint16(28, true)
  const packed = await read(dataAt, entry.packedBytes)
  if (packed.length !== entry.packedBytes) refuse(`${entry.name} is cut off`)
  const unpacked = entry.method === 0 ? packed : inflated(packed, entry.bytes)
  if (unpacked.length !== entry.bytes || crc32(unpacked) !== entry.crc) refuse(`${entry.name} is damaged`)
  return unpacked
}

function inflated(packed: Uint8Array, bytes: number): Uint8Array {
  try {
    // One byte more than there should be shows whether there are more.
    return inflateSync(packed, { out: new Uint8Array(bytes + 1) })
  } catch {
    return refuse('an entry cannot be unpacked')
  }
}

/** The record at the end of every zip, which tells where its directory is. */
async function findEnd(read: ReadPart, fileBytes: number): Promise<{ count: number; at: number; bytes: number }> {
  const tailAt = Math.max(0, fileBytes - END_BYTES - COMMENT_MAX_BYTES)
  const tail = viewOf(await read(tailAt, fileBytes - tailAt))
  for (let offset = tail.byteLength - END_BYTES; offset >= 0; offset--) {
    if (tail.getUint32(offset, true) !== 0x06054b50) continue
    if (offset + END_BYTES + tail.getUint16(offset + 20, true) !== tail.byteLength) continue
    const count = tail.getUint16(offset + 10, true)
    const bytes = tail.getUint32(offset + 12, true)
    const at = tail.getUint32(offset + 16, true)
    const isWhole = tail.getUint32(offset + 4, true) === 0 && tail.getUint16(offset + 8, true) === count
    if (!isWhole || count > ENTRIES_MAX || bytes > DIRECTORY_MAX_BYTES) refuse('the zip is in pieces or too large')
    if (at + bytes > tailAt + offset) refuse('the directory lies behind its end')
    return { count, at, bytes }
  }
  return refuse('not a zip')
}

function readEntryAt(directory: Uint8Array, offset: number): { entry: ZipEntry; next: number } {
  const view = viewOf(directory)
  if (offset + ENTRY_BYTES > directory.length || view.getUint32(offset, true) !== 0x02014b50) {
    refuse('the directory is damaged')
  }
  const u16 = (at: number) => view.getUint16(offset + at, true)
  const u32 = (at: number) => view.getUint32(offset + at, true)
  const nameEnd = offset + ENTRY_BYTES + u16(28)
  const next = nameEnd + u16(30) + u16(32)
  if (next > directory.length) refuse('the directory is cut off')
  if (u16(8) & ENCRYPTED) refuse('an entry is encrypted')
  // The upper half is the mode that Unix gave the file.
  if (u32(38) >>> 28 === 0xa) refuse('an entry is a link')
  const entry = {
    name: nameOf(directory.subarray(offset + ENTRY_BYTES, nameEnd)),
    method: u16(10),
    crc: u32(16),
    packedBytes: u32(20),
    bytes: u32(24),
    headerAt: u32(42),
  }
  if (entry.method !== 0 && entry.method !== 8) refuse('an entry is packed in another way')
  if (entry.bytes > entry.packedBytes * (entry.method === 0 ? 1 : RATIO_MAX)) refuse('an entry says too much')
  return { entry, next }
}

/** A name that stays in its folder, on every system. */
function nameOf(bytes: Uint8Array): string {
  let name: string
  try {
    name = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return refuse('a name is no text')
  }
  const parts = name.replace(/\/$/, '').split('/')
  const isSafe = parts.every((part) => part !== '' && part !== '.' && part !== '..') && !/[\\:\p{Cc}]/u.test(name)
  return isSafe ? name : refuse('a name leads elsewhere')
}

/** What no entry tells by itself: names twice, one entry over another, and how much there is of them. */
function checkTogether(entries: readonly ZipEntry[], directoryAt: number): void {
  const names = new Set(entries.map(({ name }) => name.toLowerCase()))
  if (names.size !== entries.length) refuse('a name stands twice')
  if (entries.reduce((sum, { bytes }) => sum + bytes, 0) > UNPACKED_MAX_BYTES) refuse('it unpacks to too much')
  const placed = [...entries].sort((a, b) => a.headerAt - b.headerAt)
  placed.forEach(({ headerAt, packedBytes }, index) => {
    const end = placed[index + 1]?.headerAt ?? directoryAt
    if (headerAt + HEADER_BYTES + packedBytes > end) refuse('entries lie over each other')
  })
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

import { concatBytes } from '../../../contract/bytes.ts'
import { crc32 } from '../../../contract/crc32.ts'

/**
 * Lays out a zip of stored files whose sizes and checksums are known, so that any range of its bytes can be sent
 * without the bytes before it. Format: APPNOTE.TXT 6.3.10 of PKWARE, without ZIP64: below 4 GiB and 65,536 files.
 */

/** A file in R2, or the bytes themselves. */
export type ZipSource = Uint8Array | { fileKey: string }

export type ZipFile = {
  /** A path with `/`. */
  name: string
  bytes: number
  crc32: number
  /** In milliseconds since 1970. */
  modifiedAt: number
  source: ZipSource
}

/** Consecutive bytes of the zip. */
export type ZipSegment = { bytes: number; source: ZipSource }

const LOCAL_BYTES = 30
const LISTED_BYTES = 46
const END_BYTES = 22
/** The time in seconds since 1970, since the time in the header has no zone. */
const EXTRA_BYTES = 9
const VERSION = 20
/** A regular file of a Unix system that its owner may write. */
const [MADE_BY, ATTRIBUTES] = [(3 << 8) | VERSION, 0o100644 * 0x10000]
const UTF8_NAMES = 0x0800

const encoder = new TextEncoder()

/** The text in place of a file that no longer exists. */
export const placeholderText = encoder.encode(
  'This file was deleted, or could not be found, after the export was requested.\n',
)
const PLACEHOLDER_CRC32 = crc32(placeholderText)
export const placeholderName = (name: string) => `${name}.missing.txt`

export function placeholderOf({ name, modifiedAt }: Pick<ZipFile, 'name' | 'modifiedAt'>): ZipFile {
  const file = { bytes: placeholderText.length, crc32: PLACEHOLDER_CRC32, modifiedAt, source: placeholderText }
  return { name: placeholderName(name), ...file }
}

/** The size of a zip of these files. */
export function zipBytes(files: readonly Pick<ZipFile, 'name' | 'bytes'>[]): number {
  const perFile = LOCAL_BYTES + LISTED_BYTES + 2 * EXTRA_BYTES
  return files.reduce((sum, { name, bytes }) => sum + perFile + 2 * encoder.encode(name).length + bytes, END_BYTES)
}

/** The segments of a zip, in their order: before each file its header, and the directory at the end. */
export function zipSegments(files: readonly ZipFile[]): ZipSegment[] {
  const segments: ZipSegment[] = []
  const directory: Uint8Array[] = []
  let offset = 0
  const add = (bytes: number, source: ZipSource) => {
    segments.push({ bytes, source })
    offset += bytes
  }
  for (const file of files) {
    const name = encoder.encode(file.name)
    directory.push(listedHeader(file, name, offset))
    const header = localHeader(file, name)
    add(header.length, header)
    add(file.bytes, file.source)
  }
  const directoryBytes = directory.reduce((sum, { length }) => sum + length, 0)
  const end = concatBytes(...directory, endRecord(files.length, directoryBytes, offset))
  add(end.length, end)
  return segments
}

function localHeader(file: ZipFile, name: Uint8Array): Uint8Array {
  const header = new Fields(LOCAL_BYTES).u32(0x04034b50).u16(VERSION).shared(file, name)
  return concatBytes(header.bytes, name, timeField(file))
}

function listedHeader(file: ZipFile, name: Uint8Array, offset: number): Uint8Array {
  const header = new Fields(LISTED_BYTES).u32(0x02014b50).u16(MADE_BY).u16(VERSION).shared(file, name)
  // No comment, first disk, no internal attributes.
  header.u16(0).u16(0).u16(0).u32(ATTRIBUTES).u32(offset)
  return concatBytes(header.bytes, name, timeField(file))
}

function endRecord(filesCount: number, directoryBytes: number, offset: number): Uint8Array {
  const record = new Fields(END_BYTES).u32(0x06054b50).u16(0).u16(0).u16(filesCount).u16(filesCount)
  return record.u32(directoryBytes).u32(offset).u16(0).bytes
}

/** The extra field 0x5455 with the time of the last change. */
function timeField({ modifiedAt }: ZipFile): Uint8Array {
  const field = new Fields(EXTRA_BYTES)
    .u16(0x5455)
    .u16(EXTRA_BYTES - 4)
    .u8(1)
  return field.u32(Math.floor(modifiedAt / 1000)).bytes
}

/** Writes numbers one after the other, lowest byte first. */
class Fields {
  readonly bytes: Uint8Array
  readonly #view: DataView
  #at = 0

  constructor(length: number) {
    this.bytes = new Uint8Array(length)
    this.#view = new DataView(this.bytes.buffer)
  }

  u8(value: number): this {
    this.#view.setUint8(this.#at, value)
    this.#at += 1
    return this
  }

  u16(value: number): this {
    this.#view.setUint16(this.#at, value, true)
    this.#at += 2
    return this
  }

  u32(value: number): this {
    this.#view.setUint32(this.#at, value, true)
    this.#at += 4
    return this
  }

  /** The fields that the header before a file and its line in the directory share. */
  shared(file: ZipFile, name: Uint8Array): this {
    const [time, date] = dosTime(file.modifiedAt)
    const stored = 0
    this.u16(UTF8_NAMES).u16(stored).u16(time).u16(date)
    return this.u32(file.crc32).u32(file.bytes).u32(file.bytes).u16(name.length).u16(EXTRA_BYTES)
  }
}

/** Time and date in UTC, to two seconds; they begin in 1980. */
function dosTime(ms: number): [time: number, date: number] {
  const at = new Date(Math.max(ms, Date.UTC(1980, 0, 1)))
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)
  return [time, ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()]
}

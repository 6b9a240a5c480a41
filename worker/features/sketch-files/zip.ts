import { configure, type Entry, Reader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js/lib/zip-core-custom.js'
import { AppError } from '../../lib/app-error.ts'

/** Reads up to `length` bytes from `offset`. */
export type ReadPart = (offset: number, length: number) => Promise<Uint8Array>

const ENTRIES_MAX = 4000
/** Longest single read, which the directory may need. Shorter ones read as much in advance. */
const READ_MAX_BYTES = 1_048_576
/** A valid file needs about 25 reads at most; a damaged directory causes many. */
const READS_MAX = 50
const CHUNK_BYTES = 65_536
const UNPACKED_MAX_BYTES = 1_073_741_824
/** The highest ratio that deflate can reach. */
const DEFLATE_RATIO_MAX = 1032
/** The fixed part of an entry's header, before its name. */
const HEADER_BYTES = 30
const [STORED, DEFLATED] = [0, 8]

// The platform inflates a whole chunk before anything can stop it: 4 KB become 4 MB at most.
configure({ chunkSize: 4096 })

/** @throws AppError `bad_file`, always. */
export function refuse(reason: string): never {
  throw new AppError('bad_file', { message: reason })
}

/** Reads a file in parts. Their number and length are limited. */
class PartReader extends Reader<ReadPart> {
  readonly #read: ReadPart
  #readsLeft = READS_MAX
  #storageError: unknown
  #part: Uint8Array = new Uint8Array()
  #partOffset = 0

  constructor(read: ReadPart, fileBytes: number) {
    super(read)
    this.#read = read
    this.size = fileBytes
  }

  override async readUint8Array(offset: number, length: number): Promise<Uint8Array> {
    if (length > READ_MAX_BYTES) refuse('a part of the zip is too large')
    const start = offset - this.#partOffset
    if (start >= 0 && start + length <= this.#part.length) return this.#part.slice(start, start + length)
    if (this.#readsLeft-- === 0) refuse('the zip needs too many reads')
    try {
      this.#part = await this.#read(offset, Math.min(READ_MAX_BYTES, Math.max(this.size - offset, length)))
      this.#partOffset = offset
      return this.#part.slice(0, length)
    } catch (error) {
      this.#storageError = error
      throw error
    }
  }

  /** Reads an entry's packed bytes in large chunks instead of in many small reads. */
  override createReadable({
    offset = 0,
    size = 0,
  }: {
    offset?: number
    size?: number
  } = {}): ReadableStream<Uint8Array> {
    const end = offset + size
    let at = offset
    return new ReadableStream({
      pull: async (controller) => {
        if (at < end) {
          const chunk = await this.readUint8Array(at, Math.min(CHUNK_BYTES, end - at))
          if (chunk.length === 0) refuse('the zip ended early')
          at += chunk.length
          controller.enqueue(chunk)
        }
        if (at >= end) controller.close()
      },
    })
  }

  /** Runs work on the zip. Errors of the library become `bad_file`; errors of the storage are thrown as they are. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (this.#storageError !== undefined) throw this.#storageError
      throw error instanceof AppError ? error : new AppError('bad_file', { message: String(error) })
    }
  }
}

export type ZipEntry = Pick<
  Entry,
  'filename' | 'directory' | 'offset' | 'compressionMethod' | 'compressedSize' | 'uncompressedSize'
> & {
  /** @throws AppError `bad_file` for more than `bytesMax`, or when the content contradicts the directory. */
  unpack: (bytesMax: number) => Promise<Uint8Array>
  /**
   * Passes the content on until `push` returns false. @throws AppError `bad_file` when it contradicts the directory.
   */
  unpackWhile: (push: (chunk: Uint8Array) => boolean) => Promise<void>
}

/**
 * Reads the directory of a zip and checks it before anything is unpacked. Refuses too many or large entries,
 * overlapping entries, names outside the folder, encryption, links, split archives and ambiguous data.
 * @throws AppError `bad_file`, and errors of `read`.
 */
export function readDirectory(read: ReadPart, fileBytes: number): Promise<ZipEntry[]> {
  const reader = new PartReader(read, fileBytes)
  return reader.run(async () => {
    const zip = new ZipReader(reader, { strictness: 'strict', checkCrc32: true, useWebWorkers: false, decodeText })
    const entries: Entry[] = []
    for await (const entry of zip.getEntriesGenerator()) {
      checkEntry(entry)
      if (entries.push(entry) > ENTRIES_MAX) refuse('the zip has too many entries')
    }
    checkEntries(entries, zip.directoryOffset ?? 0)
    return entries.map((entry) => ({
      ...entry,
      unpack: (bytesMax) => unpack(reader, entry, bytesMax),
      unpackWhile: (push) => unpackWhile(reader, entry, push),
    }))
  })
}

function unpack(reader: PartReader, entry: Entry, bytesMax: number): Promise<Uint8Array> {
  return reader.run(async () => {
    if (entry.directory) return refuse(`${entry.filename} is a folder`)
    if (entry.uncompressedSize > bytesMax || entry.compressedSize > bytesMax) refuse(`${entry.filename} is too large`)
    // The library stops when an entry unpacks to more than the directory says.
    return entry.getData(new Uint8ArrayWriter())
  })
}

function unpackWhile(reader: PartReader, entry: Entry, push: (chunk: Uint8Array) => boolean): Promise<void> {
  return reader.run(async () => {
    if (entry.directory) return refuse(`${entry.filename} is a folder`)
    let isStopped = false
    const write = (chunk: Uint8Array) => {
      if (push(chunk)) return
      isStopped = true
      throw new Error('the rest is not needed')
    }
    try {
      await entry.getData(new WritableStream({ write }))
    } catch (error) {
      if (!isStopped) throw error
    }
  })
}

/** Reads all names as UTF-8 and ignores comments. */
function decodeText(text: Uint8Array, _encoding: string, type: 'filename' | 'comment'): string {
  return type === 'comment' ? '' : new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(text)
}

function checkEntry(entry: Entry): void {
  const { filename, compressionMethod, compressedSize, uncompressedSize } = entry
  if (entry.encrypted) refuse('an entry is encrypted')
  if (entry.symlink) refuse('an entry is a link')
  if (entry.zip64 || entry.diskNumberStart !== 0) refuse('the zip is split or too large')
  if (compressionMethod !== STORED && compressionMethod !== DEFLATED) refuse('an entry uses another compression')
  // The library refuses names with `..`, `//` and a root; these mean something on other systems.
  if (/[\\:\p{Cc}]/u.test(filename)) refuse('a name leads out of the folder')
  const ratioMax = compressionMethod === STORED ? 1 : DEFLATE_RATIO_MAX
  if (uncompressedSize > compressedSize * ratioMax) refuse('an entry claims an impossible size')
}

/** Checks for equal names, overlapping data and the sum of the sizes. */
function checkEntries(entries: readonly Entry[], directoryOffset: number): void {
  const names = new Set(entries.map(({ filename }) => filename.toLowerCase()))
  if (names.size !== entries.length) refuse('two names are equal or differ only in case')
  const sum = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
  if (sum > UNPACKED_MAX_BYTES) refuse('the unpacked zip is too large')
  const placed = entries.toSorted((a, b) => a.offset - b.offset)
  placed.forEach(({ offset, compressedSize }, index) => {
    const end = placed[index + 1]?.offset ?? directoryOffset
    if (offset + HEADER_BYTES + compressedSize > end) refuse('entries overlap')
  })
}

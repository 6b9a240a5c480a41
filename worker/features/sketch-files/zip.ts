import { configure, type Entry, Reader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js/lib/zip-core-custom.js'
import { AppError } from '../../lib/app-error.ts'

/** Reads `length` bytes of a file from `offset` on; fewer where the file ends. */
export type ReadPart = (offset: number, length: number) => Promise<Uint8Array>

const ENTRIES_MAX = 4000
/** The longest single read: the directory, or one entry as it is packed. */
const READ_MAX_BYTES = 1_048_576
/** A sound file needs about ten reads; more are probes that damaged directories ask for. */
const READS_MAX = 50
/** All entries together may say that they unpack to this much. */
const UNPACKED_MAX_BYTES = 1_073_741_824
/** Deflate packs no tighter. */
const RATIO_MAX = 1032
/** The fixed part of an entry's header, before its name. */
const HEADER_BYTES = 30
const [STORED, DEFLATED] = [0, 8]

// The platform inflates a whole chunk before anything can stop it: 4 KB become 4 MB at most.
configure({ chunkSize: 4096 })

/** Refuses a file that is no zip, or that is unsafe to read. */
export function refuse(reason: string): never {
  throw new AppError('bad_file', reason)
}

/** A file that is read in parts, few and short, each kept only as long as the zip reader needs it. */
class PartReader extends Reader<ReadPart> {
  readonly #read: ReadPart
  #readsLeft = READS_MAX
  /** An error of the storage, which is not the fault of the file. */
  failure: unknown

  constructor(read: ReadPart, fileBytes: number) {
    super(read)
    this.#read = read
    this.size = fileBytes
  }

  override async readUint8Array(offset: number, length: number): Promise<Uint8Array> {
    if (length > READ_MAX_BYTES) refuse('a part of the zip is too large')
    if (this.#readsLeft-- === 0) refuse('the zip takes too many reads')
    try {
      return await this.#read(offset, length)
    } catch (error) {
      this.failure = error
      throw error
    }
  }

  /** Reads an entry's packed bytes at once instead of in many small reads. */
  override createReadable({
    offset = 0,
    size = 0,
  }: {
    offset?: number
    size?: number
  } = {}): ReadableStream<Uint8Array> {
    return new ReadableStream({
      pull: async (controller) => {
        if (size > 0) controller.enqueue(await this.readUint8Array(offset, size))
        controller.close()
      },
    })
  }

  /** Does a piece of work on the zip; whatever the library throws means that the file is bad. */
  async refusing<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (this.failure !== undefined) throw this.failure
      throw error instanceof AppError ? error : new AppError('bad_file', String(error))
    }
  }
}

/** A file within a zip, as its directory describes it, and how to unpack it. */
export type ZipEntry = Pick<
  Entry,
  'filename' | 'offset' | 'compressionMethod' | 'compressedSize' | 'uncompressedSize'
> & {
  /** Unpacks the entry. @throws AppError `bad_file` when it has more than `bytesMax` or is unlike the directory. */
  unpack: (bytesMax: number) => Promise<Uint8Array>
}

/**
 * Reads the directory of a zip and checks it before anything is unpacked: bounded numbers and sizes, no entry over
 * another, no name that leads out of its folder, no encryption, no links, nothing in pieces, nothing that two programs
 * could read differently.
 * @throws AppError `bad_file`; what `read` throws.
 */
export function readDirectory(read: ReadPart, fileBytes: number): Promise<ZipEntry[]> {
  const reader = new PartReader(read, fileBytes)
  return reader.refusing(async () => {
    const zip = new ZipReader(reader, { strictness: 'strict', checkCrc32: true, useWebWorkers: false, decodeText })
    const entries: Entry[] = []
    for await (const entry of zip.getEntriesGenerator()) {
      checkEntry(entry)
      if (entries.push(entry) > ENTRIES_MAX) refuse('the zip has too many entries')
    }
    checkTogether(entries, zip.directoryOffset ?? 0)
    return entries.map((entry) => ({ ...entry, unpack: (bytesMax) => unpack(reader, entry, bytesMax) }))
  })
}

function unpack(reader: PartReader, entry: Entry, bytesMax: number): Promise<Uint8Array> {
  return reader.refusing(async () => {
    if (entry.directory) return refuse(`${entry.filename} is a folder`)
    if (entry.uncompressedSize > bytesMax || entry.compressedSize > bytesMax) refuse(`${entry.filename} is too large`)
    // The library stops as soon as more comes out than the directory says.
    return entry.getData(new Uint8ArrayWriter())
  })
}

/** Names are UTF-8, whatever else a zip may say. Comments are not looked at. */
function decodeText(text: Uint8Array, _encoding: string, type: 'filename' | 'comment'): string {
  return type === 'comment' ? '' : new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(text)
}

function checkEntry(entry: Entry): void {
  const { filename, compressionMethod, compressedSize, uncompressedSize } = entry
  if (entry.encrypted) refuse('an entry is encrypted')
  if (entry.symlink) refuse('an entry is a link')
  if (entry.zip64 || entry.diskNumberStart !== 0) refuse('the zip is in pieces or too large')
  if (compressionMethod !== STORED && compressionMethod !== DEFLATED) refuse('an entry is packed in another way')
  // The library refuses names with `..`, `//` and a root; these mean something on other systems.
  if (/[\\:\p{Cc}]/u.test(filename)) refuse('a name leads elsewhere')
  const ratioMax = compressionMethod === STORED ? 1 : RATIO_MAX
  if (uncompressedSize > compressedSize * ratioMax) refuse('an entry says too much')
}

/** Checks what no entry shows alone: equal names, overlapping data, and the sum of the sizes. */
function checkTogether(entries: readonly Entry[], directoryAt: number): void {
  const names = new Set(entries.map(({ filename }) => filename.toLowerCase()))
  if (names.size !== entries.length) refuse('two names differ in case alone')
  const sum = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
  if (sum > UNPACKED_MAX_BYTES) refuse('the zip unpacks to too much')
  const placed = entries.toSorted((a, b) => a.offset - b.offset)
  placed.forEach(({ offset, compressedSize }, index) => {
    const end = placed[index + 1]?.offset ?? directoryAt
    if (offset + HEADER_BYTES + compressedSize > end) refuse('entries lie over each other')
  })
}

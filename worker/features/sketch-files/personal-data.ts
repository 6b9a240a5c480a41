import { concatBytes } from '../../../contract/bytes.ts'
import { AppError } from '../../lib/app-error.ts'
import { refuse, type ZipEntry } from './zip.ts'

const PICTURE_NAME = /\.(png|jpe?g|webp|gif|avif|heic|heif|tiff?|psd|psb|jxl|svg|dng)$/i
/** First bytes of the same formats. Dots are any bytes. */
const PICTURE_STARTS = [
  ...['.PNG\r\n\x1a\n', '\xff\xd8\xff', 'GIF87a', 'GIF89a', 'RIFF....WEBP', 'II*\0', 'MM\0*'],
  ...['8BPS', '\0\0\0\x0cJXL \r\n.\n', '\xff\x0a'],
  ...['avif', 'avis', 'heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'].map(
    (brand) => `....ftyp${brand}`,
  ),
]
const START_BYTES = 12
/** The beginning of a file of another format, in which photos have their Exif. */
const OTHER_START_BYTES = 16_384
const PICTURES_MAX_BYTES = 67_108_864
/** The directories of a TIFF can be anywhere in it, so it is kept in memory. */
const TIFF_MAX_BYTES = 16_777_216
/** Longer names are cut in the reply. */
const NAME_MAX = 100
const SCAN_BYTES = 262_144
/** Exif has up to 64 KB. */
const LOOKAHEAD_BYTES = 65_536

/**
 * Properties of XMP, and texts of PNG, that name a place, a person or a device. Compressed texts count as if they did.
 */
const TEXTS = new RegExp(
  [
    'exif:GPS(?:Latitude|Longitude)',
    'photoshop:(?:City|State|Country|AuthorsPosition)',
    'Iptc4xmp(?:Core|Ext):(?:Location|City|Sublocation|CreatorContactInfo)',
    'dc:creator',
    '(?:aux|exif|exifEX):(?:OwnerName|SerialNumber|CameraOwnerName|BodySerialNumber)',
    '(?:tEXt|iTXt|zTXt)Author',
    'Raw profile type (?:exif|app1|xmp|iptc|8bim)',
    // Compressed metadata of JPEG XL.
    'brob(?:Exif|xml )',
  ].join('|'),
  'i',
)
const PLACES_MAX = 10
const TAGS_MAX = 500
const COMPRESSED_XMP = 'XML:com.adobe.xmp\0\x01'
const TIFF_HEADS = ['II*\0', 'MM\0*']
const TIFF_HEAD_BYTES = 8
/** Directories of a TIFF, one for each of its pictures, that are examined. */
const DIRECTORIES_MAX = 20
const IPTC_HEAD = '8BIM\x04\x04'
const IPTC_SCAN_BYTES = 8192
/** Byline, its title, city, sublocation, state, country. */
const IPTC_FIELDS = [80, 85, 90, 92, 95, 101].map((field) => `\x1c\x02${String.fromCharCode(field)}`)
/** Bytes of a text that are examined. Otherwise a block full of long empty texts takes minutes. */
const TEXT_MAX_BYTES = 1024
const TAG = { artist: 0x013b, exif: 0x8769, gps: 0x8825, gpsVersion: 0, cameraSerial: 0xc62f }
/** Owner, serial numbers of camera and lens. */
const PERSONAL_EXIF_TAGS = [0xa430, 0xa431, 0xa435]

/**
 * Refuses a sketch file with a picture whose metadata names a place, a person or a device.
 * @throws AppError `personal_data` with the picture's name as its field; `bad_file`.
 */
export async function refusePersonalData(entries: readonly ZipEntry[]): Promise<void> {
  let left = PICTURES_MAX_BYTES
  const countPicture = ({ uncompressedSize }: ZipEntry) => {
    left -= uncompressedSize
    if (left < 0) refuse('the pictures are too large')
  }
  // In the order of the file, one part of it serves many entries.
  for (const entry of entries.toSorted((a, b) => a.offset - b.offset)) {
    if (!entry.directory && (await isPersonalEntry(entry, countPicture))) {
      throw new AppError('personal_data', {
        message: `${entry.filename} names a place, a person or a device`,
        field: entry.filename.slice(0, NAME_MAX),
      })
    }
  }
}

/**
 * Pictures are known by the ends of their names or by their first bytes. Of other files only the beginning is read, for
 * Exif, because photos have it in formats that are not known here.
 */
async function isPersonalEntry(entry: ZipEntry, countPicture: (entry: ZipEntry) => void): Promise<boolean> {
  let scanner: Scanner | null = null
  let start: Uint8Array = new Uint8Array()
  await entry.unpackWhile((chunk) => {
    if (scanner) return scanner.push(chunk)
    start = concatBytes(start, chunk)
    if (start.length < Math.min(START_BYTES, entry.uncompressedSize)) return true
    const text = new TextDecoder('latin1').decode(start.subarray(0, START_BYTES))
    if (!PICTURE_NAME.test(entry.filename) && !PICTURE_STARTS.some((known) => startsWith(text, known)))
      return start.length < Math.min(OTHER_START_BYTES, entry.uncompressedSize)
    countPicture(entry)
    scanner = new Scanner(TIFF_HEADS.some((head) => text.startsWith(head)) ? entry.uncompressedSize : null)
    return scanner.push(start)
  })
  return (scanner as Scanner | null)?.finish() ?? hasPersonalExif(start.subarray(0, OTHER_START_BYTES))
}

const startsWith = (text: string, known: string) =>
  [...known].every((letter, at) => letter === '.' || letter === text[at])

/** Scans a picture of any format, piece by piece. A TIFF, with the given number of bytes, is also read as a whole. */
class Scanner {
  #block = new Uint8Array(SCAN_BYTES + LOOKAHEAD_BYTES)
  #length = 0
  #found = false
  readonly #tiff: Uint8Array | null
  #tiffLength = 0

  constructor(tiffBytes: number | null) {
    if (tiffBytes !== null && tiffBytes > TIFF_MAX_BYTES) refuse('a TIFF is too large')
    this.#tiff = tiffBytes === null ? null : new Uint8Array(tiffBytes)
  }

  push(chunk: Uint8Array): true {
    this.#tiff?.set(chunk, this.#tiffLength)
    this.#tiffLength += chunk.length
    for (let at = 0; at < chunk.length; ) {
      const part = chunk.subarray(at, at + this.#block.length - this.#length)
      this.#block.set(part, this.#length)
      this.#length += part.length
      at += part.length
      if (this.#length < this.#block.length) break
      this.#found ||= isPersonal(this.#block)
      this.#block.copyWithin(0, SCAN_BYTES)
      this.#length = LOOKAHEAD_BYTES
    }
    return true
  }

  finish(): boolean {
    if (this.#found || isPersonal(this.#block.subarray(0, this.#length))) return true
    return this.#tiff !== null && isPersonalTiff(this.#tiff)
  }
}

function isPersonal(bytes: Uint8Array): boolean {
  // This encoding has one letter for each byte.
  const text = new TextDecoder('latin1').decode(bytes)
  if (TEXTS.test(text) || text.includes(COMPRESSED_XMP)) return true
  const hasIptc = placesOf(text, IPTC_HEAD).some((at) => {
    const block = text.slice(at, at + IPTC_SCAN_BYTES)
    return IPTC_FIELDS.some((field) => block.includes(field))
  })
  if (hasIptc) return true
  return hasPersonalExif(bytes, text)
}

function hasPersonalExif(bytes: Uint8Array, text = new TextDecoder('latin1').decode(bytes)): boolean {
  return TIFF_HEADS.some((head) => placesOf(text, head).some((at) => isPersonalTiff(bytes.subarray(at))))
}

/** Finds a mark in a block of a picture. Pictures have one or two of each; further ones are not examined. */
function placesOf(text: string, mark: string): number[] {
  const places: number[] = []
  for (let at = text.indexOf(mark); at >= 0 && places.length < PLACES_MAX; at = text.indexOf(mark, at + 1)) {
    places.push(at)
  }
  return places
}

type Value = { count: number; at: number }

/** Reads a TIFF, or Exif, which is one, from the beginning of its header. */
function isPersonalTiff(bytes: Uint8Array): boolean {
  if (bytes.length < TIFF_HEAD_BYTES) return false
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const little = bytes[0] === 0x49
  const tagsAt = (directory: number | undefined) => {
    const tags = new Map<number, Value>()
    if (directory === undefined || directory + 2 > bytes.length) return tags
    const count = Math.min(view.getUint16(directory, little), TAGS_MAX)
    const end = Math.min(directory + 2 + 12 * count, bytes.length - 11)
    for (let entry = directory + 2; entry < end; entry += 12) {
      tags.set(view.getUint16(entry, little), { count: view.getUint32(entry + 4, little), at: entry + 8 })
    }
    return tags
  }
  const pointer = (value: Value | undefined) => value && view.getUint32(value.at, little)
  // Some cameras write empty names.
  const hasText = (value: Value | undefined) => {
    if (!value) return false
    const start = value.count <= 4 ? value.at : view.getUint32(value.at, little)
    return bytes.subarray(start, start + Math.min(value.count, TEXT_MAX_BYTES)).some((byte) => byte > 0x20)
  }
  const nextAfter = (directory: number) => {
    if (directory + 2 > bytes.length) return 0
    const end = directory + 2 + 12 * view.getUint16(directory, little)
    return end + 4 > bytes.length ? 0 : view.getUint32(end, little)
  }
  const isPersonalDirectory = (directory: number) => {
    const main = tagsAt(directory)
    const [exif, gps] = [tagsAt(pointer(main.get(TAG.exif))), tagsAt(pointer(main.get(TAG.gps)))]
    const hasLocation = [...gps.keys()].some((tag) => tag !== TAG.gpsVersion)
    const isNamed = [TAG.artist, TAG.cameraSerial].some((tag) => hasText(main.get(tag)))
    return hasLocation || isNamed || PERSONAL_EXIF_TAGS.some((tag) => hasText(exif.get(tag)))
  }
  const directories = new Set<number>()
  for (let at = view.getUint32(4, little); at > 0 && directories.size < DIRECTORIES_MAX; at = nextAfter(at)) {
    if (directories.has(at)) break
    directories.add(at)
  }
  return [...directories].some(isPersonalDirectory)
}

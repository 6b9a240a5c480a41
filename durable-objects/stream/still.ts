import { imageDimensionsFromData } from 'image-dimensions'
import { concatBytes } from '../../contract/bytes.ts'
import { STILL_SIDE_MAX } from '../../contract/limits.ts'

type Bytes = Uint8Array<ArrayBuffer>
/** A chunk of a WebP or a segment of a JPEG. */
type Part<Type> = { type: Type; bytes: Bytes }

/**
 * Reduces a still to its pixels: without metadata, colour profile, thumbnail and bytes after its end. Null unless it is
 * one WebP or JPEG picture of at most `STILL_SIDE_MAX` a side. The pixels are not decoded.
 */
export function pixelsOf(still: Bytes): Bytes | null {
  const pixels = ascii(still, 0) === 'RIFF' ? webpPixels(still) : jpegPixels(still)
  const size = pixels && imageDimensionsFromData(pixels)
  return size && Math.max(size.width, size.height) <= STILL_SIDE_MAX ? pixels : null
}

const viewOf = ({ buffer, byteOffset, byteLength }: Bytes) => new DataView(buffer, byteOffset, byteLength)

const ascii = (bytes: Bytes, at: number) => String.fromCharCode(...bytes.subarray(at, at + 4))

const RIFF_HEADER_BYTES = 12
const CHUNK_HEADER_BYTES = 8
/** The picture, its transparency, and the header that a picture with transparency needs. */
const WEBP_PIXELS = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH'])
/** A picture with transparency and metadata has about seven. Empty chunks would cost much time and memory. */
const CHUNKS_MAX = 64
/** Flag in the header: the picture has transparency. The other flags announce chunks that are removed. */
const ALPHA_FLAG = 0x10

function webpPixels(still: Bytes): Bytes | null {
  const chunks = webpChunks(still)
  if (!chunks || chunks.some(({ type }) => type === 'ANIM' || type === 'ANMF')) return null
  if (chunks.filter(({ type }) => type === 'VP8 ' || type === 'VP8L').length !== 1) return null
  const kept = chunks.filter(({ type }) => WEBP_PIXELS.has(type))
  for (const { type, bytes } of kept)
    if (type === 'VP8X') bytes[CHUNK_HEADER_BYTES] = (bytes[CHUNK_HEADER_BYTES] ?? 0) & ALPHA_FLAG
  const file = concatBytes(still.slice(0, RIFF_HEADER_BYTES), ...kept.map(({ bytes }) => bytes))
  viewOf(file).setUint32(4, file.length - CHUNK_HEADER_BYTES, true)
  return file
}

/** Copies of the chunks: a type of four letters, the length of the data, and the data padded to an even length. */
function webpChunks(still: Bytes): Part<string>[] | null {
  if (still.length < RIFF_HEADER_BYTES || ascii(still, 8) !== 'WEBP') return null
  const fileEnd = viewOf(still).getUint32(4, true) + CHUNK_HEADER_BYTES
  if (fileEnd > still.length) return null
  const chunks: Part<string>[] = []
  for (let at = RIFF_HEADER_BYTES; at < fileEnd; ) {
    if (chunks.length === CHUNKS_MAX || at + CHUNK_HEADER_BYTES > fileEnd) return null
    const length = viewOf(still).getUint32(at + 4, true)
    const end = at + CHUNK_HEADER_BYTES + length + (length % 2)
    if (end > fileEnd) return null
    chunks.push({ type: ascii(still, at), bytes: still.slice(at, end) })
    at = end
  }
  return chunks
}

const START_OF_IMAGE = 0xd8
const END_OF_IMAGE = 0xd9
const START_OF_SCAN = 0xda
const ADOBE = 0xee
const COMMENT = 0xfe
/** Headers of a picture: baseline, extended and progressive. */
const JPEG_FRAMES = new Set([0xc0, 0xc1, 0xc2])
/** Headers, tables, intervals and scans, and the segment that names the colour space. */
const JPEG_PIXELS = new Set([...JPEG_FRAMES, 0xc4, 0xcc, START_OF_SCAN, 0xdb, 0xdd, ADOBE])
const ADOBE_BYTES = 16
/** A progressive picture has about ten. Each costs a viewer's browser a pass over all pixels, however few its bytes. */
const SCANS_MAX = 32
/** A picture with metadata has a few dozen. Empty segments would cost much time and memory. */
const SEGMENTS_MAX = 1000

function jpegPixels(still: Bytes): Bytes | null {
  const segments = jpegSegments(still)
  if (segments?.filter(({ type }) => JPEG_FRAMES.has(type)).length !== 1) return null
  if (segments.filter(({ type }) => type === START_OF_SCAN).length > SCANS_MAX) return null
  if (segments.some(({ type }) => !JPEG_PIXELS.has(type) && !isRemovable(type))) return null
  const kept = segments.filter(
    ({ type, bytes }) => JPEG_PIXELS.has(type) && (type !== ADOBE || bytes.length === ADOBE_BYTES),
  )
  return concatBytes(
    Uint8Array.of(0xff, START_OF_IMAGE),
    ...kept.map(({ bytes }) => bytes),
    Uint8Array.of(0xff, END_OF_IMAGE),
  )
}

/** True for segments of applications and for comments. */
const isRemovable = (type: number) => (type >= 0xe0 && type <= 0xef) || type === COMMENT

/** The segments between start and end of the picture: 0xff, a type, the length, and data. Null without an end. */
function jpegSegments(still: Bytes): Part<number>[] | null {
  if (still[0] !== 0xff || still[1] !== START_OF_IMAGE) return null
  const segments: Part<number>[] = []
  for (let at = 2; still[at] === 0xff; ) {
    const type = still[at + 1] ?? 0
    if (type === END_OF_IMAGE) return segments
    if (segments.length === SEGMENTS_MAX || at + 4 > still.length) return null
    const headerEnd = at + 2 + viewOf(still).getUint16(at + 2)
    const end = type === START_OF_SCAN ? scanEnd(still, headerEnd) : headerEnd
    if (end < at + 4 || end > still.length) return null
    segments.push({ type, bytes: still.subarray(at, end) })
    at = end
  }
  return null
}

/** The position of the first marker after the pixels of a scan, which contain stuffed zeros and restart markers. */
function scanEnd(still: Bytes, start: number): number {
  for (let at = still.indexOf(0xff, start); at >= 0; at = still.indexOf(0xff, at + 2)) {
    const next = still[at + 1] ?? 0
    if (next !== 0 && (next < 0xd0 || next > 0xd7)) return at
  }
  return still.length
}

import { concatBytes } from '../../contract/bytes.ts'

const APP1 = 0xe1
const APP13 = 0xed
const START_OF_SCAN = 0xda

/** A segment of a JPEG header, from the start of its marker to the start of the next marker. */
type Segment = { marker: number; start: number; end: number }

/**
 * Yields the segments before the picture data. Skips fill bytes and, as decoders do, bytes between segments, which the
 * files of some phones have.
 */
function* segments(bytes: Uint8Array): Generator<Segment> {
  let start = 2
  while (start + 4 <= bytes.length) {
    const marker = bytes[start + 1] ?? 0
    if (bytes[start] !== 0xff || marker === 0xff) {
      start++
      continue
    }
    const end = start + 2 + (((bytes[start + 2] ?? 0) << 8) | (bytes[start + 3] ?? 0))
    yield { marker, start, end }
    if (marker === START_OF_SCAN) return
    start = end
  }
}

const isJpeg = (bytes: Uint8Array) => bytes[0] === 0xff && bytes[1] === 0xd8

/** True for the markers of frame headers, which have the size of the picture. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** True for markers that no length follows: restarts, start and end of a picture, and those below the frame headers. */
const isWithoutLength = (marker: number) => marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd9)

/**
 * True if only segments, and bytes that are no marker, come before the frame header of a JPEG. Readers differ in how
 * they skip anything else, so that one of them may take other bytes for the frame header, and its size for the picture's.
 */
export function hasPlainHeader(head: Uint8Array): boolean {
  for (const { marker, start, end } of segments(head)) {
    if (isFrame(marker)) return true
    if (isWithoutLength(marker) || end < start + 4) return false
  }
  return false
}

/** The transformation that makes stored pixels upright: clockwise rotation in degrees, then mirroring left to right. */
export type Orientation = { rotation: 0 | 90 | 180 | 270; mirrored: boolean }

/** Indexed by Exif orientation minus 1. */
const ORIENTATIONS: readonly Orientation[] = [
  { rotation: 0, mirrored: false },
  { rotation: 0, mirrored: true },
  { rotation: 180, mirrored: false },
  { rotation: 180, mirrored: true },
  { rotation: 90, mirrored: true },
  { rotation: 90, mirrored: false },
  { rotation: 270, mirrored: true },
  { rotation: 270, mirrored: false },
]
export const UPRIGHT: Orientation = { rotation: 0, mirrored: false }

/** Returns the transformation of a JPEG's Exif orientation, or `UPRIGHT` without one. */
export function jpegOrientation(head: Uint8Array): Orientation {
  if (!isJpeg(head)) return UPRIGHT
  for (const { marker, start, end } of segments(head)) {
    if (marker === APP1) {
      const value = exifOrientation(head.subarray(start + 4, end))
      if (value) return ORIENTATIONS[value - 1] ?? UPRIGHT
    }
  }
  return UPRIGHT
}

/** Reads the Exif orientation; 0 without one. */
function exifOrientation(block: Uint8Array): number {
  if (block.length < 14 || String.fromCharCode(...block.subarray(0, 4)) !== 'Exif') return 0
  const tiff = new DataView(block.buffer, block.byteOffset + 6, block.byteLength - 6)
  const little = tiff.getUint16(0) === 0x4949
  const directory = tiff.getUint32(4, little)
  if (directory + 2 > tiff.byteLength) return 0
  for (let entry = 0; entry < tiff.getUint16(directory, little); entry++) {
    const at = directory + 2 + entry * 12
    if (at + 12 > tiff.byteLength) return 0
    if (tiff.getUint16(at, little) === 0x0112) return tiff.getUint16(at + 8, little)
  }
  return 0
}

/**
 * Removes Exif, XMP and IPTC from the header of a JPEG as it streams. Buffers at most three bytes. Other formats, and
 * the rest of a JPEG after a segment of an impossible length, pass unchanged.
 */
export function withoutMetadata(): TransformStream<Uint8Array, Uint8Array> {
  const filter = new MetadataFilter()
  return new TransformStream({
    transform(chunk, controller) {
      const output = filter.push(chunk)
      if (output.length > 0) controller.enqueue(output)
    },
    flush(controller) {
      if (filter.pending.length > 0) controller.enqueue(filter.pending)
    },
  })
}

/** Number of bytes before the next marker: fill bytes (0xff), and others between segments. */
function lengthBeforeMarker(bytes: Uint8Array): number {
  let at = 0
  while (at < bytes.length && (bytes[at] !== 0xff || bytes[at + 1] === 0xff)) at++
  return at
}

class MetadataFilter {
  /** The first bytes of an incomplete marker, three at most. */
  pending = new Uint8Array()
  #inHeader = true
  #started = false
  /** Bytes until the end of the current segment. */
  #remaining = 0
  #skipping = false

  push(chunk: Uint8Array): Uint8Array {
    if (!this.#inHeader) return chunk
    const bytes = concatBytes(this.pending, chunk)
    this.pending = new Uint8Array()
    const output = new Uint8Array(bytes.length)
    let length = 0
    let at = 0
    while (at < bytes.length) {
      if (this.#inHeader && this.#remaining === 0 && !this.#readMarker(bytes.subarray(at))) {
        this.pending = bytes.slice(at)
        break
      }
      const end = this.#inHeader ? Math.min(at + this.#remaining, bytes.length) : bytes.length
      if (!this.#skipping) {
        output.set(bytes.subarray(at, end), length)
        length += end - at
      }
      this.#remaining -= end - at
      at = end
    }
    return output.subarray(0, length)
  }

  /** Reads the marker at the start of these bytes. Returns false when it is incomplete. */
  #readMarker(bytes: Uint8Array): boolean {
    this.#skipping = false
    if (bytes.length < (this.#started ? 4 : 2)) return false
    const [first, marker = 0, high = 0, low = 0] = bytes
    if (!this.#started) {
      this.#started = true
      this.#inHeader = isJpeg(bytes)
      this.#remaining = 2
      return true
    }
    if (first !== 0xff || marker === 0xff) {
      this.#remaining = lengthBeforeMarker(bytes)
      return true
    }
    const length = (high << 8) | low
    this.#inHeader = marker !== START_OF_SCAN && length >= 2
    this.#skipping = this.#inHeader && (marker === APP1 || marker === APP13)
    this.#remaining = 2 + length
    return true
  }
}

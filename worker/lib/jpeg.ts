const APP1 = 0xe1
const APP13 = 0xed
const START_OF_SCAN = 0xda

/** A segment of a JPEG's header: `start` is where its marker begins, `end` where the next one does. */
type Segment = { marker: number; start: number; end: number }

/** The segments before the picture data; stops where the bytes end or make no sense. */
function* segments(bytes: Uint8Array): Generator<Segment> {
  let start = 2
  while (start + 4 <= bytes.length && bytes[start] === 0xff) {
    const marker = bytes[start + 1] ?? 0
    if (marker === 0xff) {
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

/** How stored pixels come to stand upright: turned clockwise by so many degrees, then mirrored left to right or not. */
export type Turn = { rotation: 0 | 90 | 180 | 270; mirrored: boolean }

/** By the Exif orientations 1 to 8. */
const TURNS: readonly Turn[] = [
  { rotation: 0, mirrored: false },
  { rotation: 0, mirrored: true },
  { rotation: 180, mirrored: false },
  { rotation: 180, mirrored: true },
  { rotation: 90, mirrored: true },
  { rotation: 90, mirrored: false },
  { rotation: 270, mirrored: true },
  { rotation: 270, mirrored: false },
]
export const UPRIGHT: Turn = { rotation: 0, mirrored: false }

/** What the Exif orientation of a JPEG asks for; upright without one. */
export function jpegTurn(head: Uint8Array): Turn {
  if (!isJpeg(head)) return UPRIGHT
  for (const { marker, start, end } of segments(head)) {
    if (marker === APP1) {
      const orientation = exifOrientation(head.subarray(start + 4, end))
      if (orientation) return TURNS[orientation - 1] ?? UPRIGHT
    }
  }
  return UPRIGHT
}

/** The orientation tag (1 to 8) of an Exif block, or 0. */
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
 * Drops the segments of a JPEG's head that tell where, when and with what it was taken (Exif, XMP, IPTC), as its
 * bytes pass by; never more than a piece is held. Other formats pass unchanged, and so does what follows a head that
 * makes no sense.
 */
export function withoutMetadata(): TransformStream<Uint8Array, Uint8Array> {
  const cutter = new MetadataCutter()
  return new TransformStream({
    transform(piece, controller) {
      const kept = cutter.cut(piece)
      if (kept.length > 0) controller.enqueue(kept)
    },
    flush(controller) {
      if (cutter.held.length > 0) controller.enqueue(cutter.held)
    },
  })
}

/** A JPEG that comes in pieces, of whatever sizes. */
class MetadataCutter {
  /** The beginning of a marker whose other bytes have not come yet: three bytes at most. */
  held = new Uint8Array()
  #inHead = true
  #begun = false
  /** What is still to come of the segment at hand, in bytes, and whether it is dropped. */
  #left = 0
  #drops = false

  /** What is left of a piece. */
  cut(piece: Uint8Array): Uint8Array {
    if (!this.#inHead) return piece
    const bytes = joined(this.held, piece)
    this.held = new Uint8Array()
    const kept: Uint8Array[] = []
    let at = 0
    while (at < bytes.length) {
      if (this.#inHead && this.#left === 0 && !this.#enter(bytes.subarray(at, at + 4))) {
        this.held = bytes.slice(at)
        break
      }
      const end = this.#inHead ? Math.min(at + this.#left, bytes.length) : bytes.length
      if (!this.#drops) kept.push(bytes.subarray(at, end))
      this.#left -= end - at
      at = end
    }
    return joined(...kept)
  }

  /** Decides on the segment that these bytes begin; false when more of them are needed. */
  #enter(bytes: Uint8Array): boolean {
    this.#drops = false
    if (bytes.length < (this.#begun ? 4 : 2)) return false
    const [first, marker = 0, high = 0, low = 0] = bytes
    if (!this.#begun) {
      this.#begun = true
      this.#inHead = isJpeg(bytes)
      this.#left = 2
      return true
    }
    const length = (high << 8) | low
    this.#inHead = first === 0xff && marker !== START_OF_SCAN && (length >= 2 || marker === 0xff)
    this.#drops = this.#inHead && (marker === APP1 || marker === APP13)
    this.#left = marker === 0xff ? 1 : 2 + length
    return true
  }
}

export function joined(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

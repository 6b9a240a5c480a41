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

/** Degrees to turn the stored pixels clockwise so that they stand upright, by the Exif orientation; 0 without one. */
export function jpegRotation(head: Uint8Array): 0 | 90 | 180 | 270 {
  if (!isJpeg(head)) return 0
  for (const { marker, start, end } of segments(head)) {
    if (marker === APP1) {
      const orientation = exifOrientation(head.subarray(start + 4, end))
      if (orientation) return ([0, 0, 180, 180, 90, 90, 270, 270] as const)[orientation - 1] ?? 0
    }
  }
  return 0
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
 * bytes pass by. Other formats pass unchanged.
 */
export function withoutMetadata(): TransformStream<Uint8Array, Uint8Array> {
  let head: Uint8Array | null = new Uint8Array()
  return new TransformStream({
    transform(chunk, controller) {
      if (!head) return controller.enqueue(chunk)
      head = joined(head, chunk)
      const stripped = strippedHead(head)
      if (!stripped) return
      head = null
      controller.enqueue(stripped)
    },
    flush(controller) {
      if (head?.length) controller.enqueue(head)
    },
  })
}

/** The bytes without metadata segments, once the whole head has arrived; null before. */
function strippedHead(bytes: Uint8Array): Uint8Array | null {
  if (bytes.length < 2) return null
  if (!isJpeg(bytes)) return bytes
  const parts = [bytes.subarray(0, 2)]
  let end = 2
  for (const segment of segments(bytes)) {
    if (segment.marker === START_OF_SCAN) return joined(...parts, bytes.subarray(segment.start))
    if (segment.end > bytes.length) return null
    if (segment.marker !== APP1 && segment.marker !== APP13) parts.push(bytes.subarray(segment.start, segment.end))
    end = segment.end
  }
  const malformed = end + 4 <= bytes.length
  return malformed ? bytes : null
}

function joined(...parts: Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

import type { PictureConfig } from '../../contract/socket/stream-messages.ts'

type Bytes = Uint8Array<ArrayBuffer>
type Size = { width: number; height: number }

/**
 * True for one encoded picture that is shown and whose header declares no larger size than the publisher. Decoders
 * believe the header: a few bytes could fill the memory of a viewer's device. Reads VP8 (RFC 6386, 9.1), VP9 (bitstream
 * specification, 6.2 and annex B) and H.264 with start codes (ITU-T H.264, 7.3 and annex B). The pixels are not decoded.
 */
export function isPicture(data: Bytes, isKey: boolean, coding: PictureConfig): boolean {
  if (coding.codec === 'vp8') return isVp8(data, isKey, coding)
  if (coding.codec.startsWith('vp09')) return isVp9(data, isKey, coding)
  return isH264(data, coding)
}

/** Some encoders of VP8 and VP9 align the sides to 16 pixels. */
const aligned = (side: number) => Math.ceil(side / 16) * 16

const fits = (width: number, height: number, max: Size) => width <= aligned(max.width) && height <= aligned(max.height)

/** Reads bits from the first byte on. Bits after the end are zeros. */
class BitReader {
  readonly #bytes: ArrayLike<number>
  #at = 0
  #isMalformed = false

  constructor(bytes: ArrayLike<number>) {
    this.#bytes = bytes
  }

  /** True if a number was too long, or after the end. */
  get hasFailed(): boolean {
    return this.#isMalformed || this.#at > this.#bytes.length * 8
  }

  read(count: number): number {
    let value = 0
    for (const end = this.#at + count; this.#at < end; this.#at++)
      value = value * 2 + (((this.#bytes[this.#at >> 3] ?? 0) >> (7 - (this.#at & 7))) & 1)
    return value
  }

  /** An Exp-Golomb code (H.264, 9.1) below 2 ** 17. */
  readExpGolomb(): number {
    let zeros = 0
    while (zeros <= 16 && this.read(1) === 0) zeros++
    if (zeros > 16) this.#isMalformed = true
    return 2 ** zeros - 1 + this.read(zeros)
  }
}

const VP8_TAG_BYTES = 3
const VP8_KEY_HEADER_BYTES = 10

function isVp8(data: Bytes, isKey: boolean, max: Size): boolean {
  const [tag = 0] = data
  const isShown = (tag & 0x10) !== 0
  if (!isShown || ((tag & 1) === 0) !== isKey) return false
  if (!isKey) return data.length >= VP8_TAG_BYTES
  if (data.length < VP8_KEY_HEADER_BYTES || !hasBytes(data, VP8_TAG_BYTES, [0x9d, 0x01, 0x2a])) return false
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  return fits(view.getUint16(6, true) & 0x3fff, view.getUint16(8, true) & 0x3fff, max)
}

const hasBytes = (data: Bytes, at: number, bytes: readonly number[]) =>
  bytes.every((byte, index) => data[at + index] === byte)

/** Bits of the first byte: the marker 2, the profile 0, no repetition of an earlier picture, and a picture to show. */
const VP9_FIRST = { mask: 0xfa, value: 0x82 }
const VP9_REFERENCES = 3
const RGB = 7

function isVp9(data: Bytes, isKey: boolean, max: Size): boolean {
  const [first = 0] = data
  if ((first & VP9_FIRST.mask) !== VP9_FIRST.value || ((first & 4) === 0) !== isKey || isSuperframe(data)) return false
  const bits = new BitReader(data)
  bits.read(8)
  if (isKey) {
    if (!hasBytes(data, 1, [0x49, 0x83, 0x42])) return false
    bits.read(24)
    // The profile 0 has no RGB. Others have a bit for their range.
    if (bits.read(3) === RGB) return false
    bits.read(1)
  } else {
    const isErrorResilient = (first & 1) === 1
    if (!isErrorResilient) bits.read(2)
    bits.read(8 + VP9_REFERENCES * 4)
    // The size of an earlier picture, which was checked.
    for (let reference = 0; reference < VP9_REFERENCES; reference++) if (bits.read(1) === 1) return !bits.hasFailed
  }
  return fits(bits.read(16) + 1, bits.read(16) + 1, max) && !bits.hasFailed
}

/** True for several pictures in one, all but the last of them hidden. The index at the end begins with its last byte. */
function isSuperframe(data: Bytes): boolean {
  const last = data.at(-1) ?? 0
  const frames = (last & 7) + 1
  const bytesPerLength = ((last >> 3) & 3) + 1
  return last >> 5 === 6 && data[data.length - 2 - frames * bytesPerLength] === last
}

const UNIT = { slice: 1, keySlice: 5, parameters: 7 }
/** Encoders make a slice per core of the processor, or per row of macroblocks, of which 1080 lines have 68. */
const SLICES_MAX = 68
/** Sets of parameters have the ids 0 to 31. */
const PARAMETERS_MAX = 32

function isH264(data: Bytes, max: Size): boolean {
  // Otherwise a browser could read the packet in the form of MP4 files, with lengths instead of start codes.
  if (!hasBytes(data, 0, [0, 0, 1]) && !hasBytes(data, 0, [0, 0, 0, 1])) return false
  let [slices, parameters, firstMacroblock] = [0, 0, 0]
  for (let at = nextUnit(data, 0); at < data.length; at = nextUnit(data, at)) {
    const type = (data[at] ?? 0) & 0x1f
    if (type === UNIT.parameters && (++parameters > PARAMETERS_MAX || !isParameters(contentOf(data, at), max)))
      return false
    if (type !== UNIT.slice && type !== UNIT.keySlice) continue
    // Slices of one picture follow each other from its top; another picture would begin at 0 again.
    const bits = new BitReader(contentOf(data, at))
    const macroblock = bits.readExpGolomb()
    const isNext = slices === 0 ? macroblock === 0 : macroblock > firstMacroblock
    if (++slices > SLICES_MAX || !isNext || bits.hasFailed) return false
    firstMacroblock = macroblock
  }
  return slices > 0
}

/** The position after the next start code, or the end of the data. Skips three bytes where that is possible. */
function nextUnit(data: Bytes, from: number): number {
  for (let at = from + 2; at < data.length; ) {
    const byte = data[at] ?? 0
    if (byte === 1 && data[at - 1] === 0 && data[at - 2] === 0) return at + 1
    at += byte === 0 ? 1 : 3
  }
  return data.length
}

/** All that is read of a set of parameters is in fewer bytes. */
const CONTENT_MAX_BYTES = 64

/** The first bytes of a unit, without its header and the bytes that prevent start codes (7.3.1). */
function contentOf(data: Bytes, at: number): number[] {
  const content: number[] = []
  let zeros = 0
  for (const byte of data.subarray(at + 1, at + 1 + CONTENT_MAX_BYTES)) {
    const isEscaped = zeros >= 2
    if (isEscaped && byte < 3) break
    zeros = byte === 0 ? zeros + 1 : 0
    if (!isEscaped || byte !== 3) content.push(byte)
  }
  return content
}

/** Baseline, main and extended: eight bits, with colours at half of the size. */
const H264_PROFILES = new Set([66, 77, 88])
/** Level 5.1, the one of the page, and the macroblocks of a picture at that level. Decoders size their memory by both. */
const LEVEL_MAX = 51
const PICTURE_MACROBLOCKS = 36_864
/** Decoders keep this many macroblocks of earlier pictures at that level, in 16 pictures at most. */
const REFERENCE_MACROBLOCKS = 184_320
const REFERENCES_MAX = 16

/** Checks a sequence parameter set (7.3.2.1.1). The size is before cropping. */
function isParameters(content: readonly number[], max: Size): boolean {
  const bits = new BitReader(content)
  const profile = bits.read(8)
  bits.read(8)
  const level = bits.read(8)
  bits.readExpGolomb()
  bits.readExpGolomb()
  const orderType = bits.readExpGolomb()
  // Type 1 has a list of up to 255 numbers. Encoders without reordering do not use it.
  if (orderType !== 0 && orderType !== 2) return false
  if (orderType === 0) bits.readExpGolomb()
  const references = bits.readExpGolomb()
  bits.read(1)
  const columns = bits.readExpGolomb() + 1
  const units = bits.readExpGolomb() + 1
  const isInFrames = bits.read(1) === 1
  const rows = isInFrames ? units : units * 2
  if (bits.hasFailed || !H264_PROFILES.has(profile)) return false
  if (level > LEVEL_MAX || columns * rows > PICTURE_MACROBLOCKS) return false
  const referencesMax = Math.min(REFERENCES_MAX, REFERENCE_MACROBLOCKS / (columns * rows))
  return columns <= macroblocks(max.width) && rows <= macroblocks(max.height) && references <= referencesMax
}

/** Macroblocks of 16 pixels along a side, and one more, because some encoders align sizes to 32. */
const macroblocks = (side: number) => Math.ceil(side / 16) + 1

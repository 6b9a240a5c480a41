import { STREAM_MAX_MS } from '../limits.ts'

/**
 * Frames of a live stream, sent over its sockets and stored in its replay. Each is a header of 16 bytes (big-endian)
 * and the encoder's output:
 *
 *     0      kind: 1 picture, 2 sound, 3 still (WebP or JPEG), 4 sound file (plays by itself, 3 s at most)
 *     1      1 if decoding can start with this frame, else 0; always 1 for kinds 3 and 4
 *     2, 3   0
 *     4 … 7  number: each kind counts from 0 without gaps for the life of the stream
 *     8 … 15 microseconds since the stream began, of the first picture line or sound sample
 *
 * Pictures and sound need a preceding `coding` message (stream-messages.ts).
 */
export const FRAME_KINDS = { picture: 1, sound: 2, still: 3, soundFile: 4 } as const
export type FrameKind = keyof typeof FRAME_KINDS

export const FRAME_HEADER_BYTES = 16

/** Largest frames, without the header. A key frame of a detailed drawing at 1080 lines has about 600 KB. */
export const FRAME_MAX_BYTES: Readonly<Record<FrameKind, number>> = {
  picture: 1_500_000,
  sound: 16_384,
  still: 262_144,
  soundFile: 65_536,
}

/** Media type of a still, by its first byte. Browsers that cannot write WebP, such as Safari, send JPEG. */
export const stillType = ([first]: Uint8Array) => (first === 0xff ? 'image/jpeg' : 'image/webp')

const TIME_MAX_US = (STREAM_MAX_MS + 60_000) * 1000

export type StreamFrame = {
  kind: FrameKind
  /** Decoding can start with this frame. */
  isKey: boolean
  number: number
  timeUs: number
  data: Uint8Array<ArrayBuffer>
}

/** @throws RangeError for a frame that `decodeFrame` would refuse */
export function encodeFrame({ kind, isKey, number, timeUs, data }: StreamFrame): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(FRAME_HEADER_BYTES + data.length)
  const view = new DataView(bytes.buffer)
  bytes[0] = FRAME_KINDS[kind]
  bytes[1] = isKey ? 1 : 0
  view.setUint32(4, number)
  view.setUint32(8, Math.floor(timeUs / 2 ** 32))
  view.setUint32(12, timeUs % 2 ** 32)
  bytes.set(data, FRAME_HEADER_BYTES)
  if (!decodeFrame(bytes)) throw new RangeError(`invalid stream frame: ${kind} ${number} of ${data.length} bytes`)
  return bytes
}

/** `data` is a view of the bytes. Null for invalid bytes. */
export function decodeFrame(bytes: Uint8Array<ArrayBuffer>): StreamFrame | null {
  if (bytes.length <= FRAME_HEADER_BYTES) return null
  const kind = kindOf(bytes[0])
  if (!kind || (bytes[1] ?? 0) > 1 || bytes[2] !== 0 || bytes[3] !== 0) return null
  const isKey = bytes[1] === 1
  if (!isKey && (kind === 'still' || kind === 'soundFile')) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, FRAME_HEADER_BYTES)
  const timeUs = view.getUint32(8) * 2 ** 32 + view.getUint32(12)
  const data = bytes.subarray(FRAME_HEADER_BYTES)
  if (timeUs > TIME_MAX_US || data.length > FRAME_MAX_BYTES[kind]) return null
  return { kind, isKey, number: view.getUint32(4), timeUs, data }
}

const KIND_BY_BYTE = new Map(Object.entries(FRAME_KINDS).map(([kind, byte]) => [byte as number, kind as FrameKind]))
const kindOf = (byte: number | undefined) => KIND_BY_BYTE.get(byte ?? 0)

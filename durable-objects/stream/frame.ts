import { decodeFrame, FRAME_KINDS, type FrameKind, type StreamFrame } from '../../contract/socket/stream.ts'

/** A frame that is passed on: its header's words, and all of its bytes as they came. */
export type PassedFrame = Omit<StreamFrame, 'data'> & { bytes: Uint8Array<ArrayBuffer> }

/** The frame that came over a socket; null for what is none. */
export function passedFrame(raw: ArrayBuffer): PassedFrame | null {
  const bytes = new Uint8Array(raw)
  const frame = decodeFrame(bytes)
  if (!frame) return null
  const { data, ...words } = frame
  return words.kind === 'still' && !isWebP(data) ? null : { ...words, bytes }
}

/** By kind, the number that the next frame has. */
export type FrameNumbers = Readonly<Record<FrameKind, number>>

export const FIRST_NUMBERS: FrameNumbers = { picture: 0, sound: 0, still: 0, soundFile: 0 }

export const EVERY_KIND = Object.keys(FRAME_KINDS) as FrameKind[]

/** Whether a frame is of what a stream shows: pictures, or where none are coded, stills. */
export function isShown({ kind }: Pick<PassedFrame, 'kind'>, isCoded: boolean): boolean {
  return kind === (isCoded ? 'picture' : 'still')
}

export const isSound = ({ kind }: Pick<PassedFrame, 'kind'>) => kind === 'sound' || kind === 'soundFile'

const ASCII = new TextDecoder('latin1')
const isWebP = (data: Uint8Array) =>
  ASCII.decode(data.subarray(0, 4)) === 'RIFF' && ASCII.decode(data.subarray(8, 12)) === 'WEBP'

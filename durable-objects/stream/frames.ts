import { decodeSegment } from '../../contract/socket/replay-segment.ts'
import {
  decodeFrame,
  encodeFrame,
  FRAME_KINDS,
  type FrameKind,
  type StreamFrame,
} from '../../contract/socket/stream-frame.ts'
import type { StreamLevel } from '../../contract/socket/stream-messages.ts'
import { log } from '../realtime/log.ts'
import { segmentKey } from './stream.ts'

/** A frame to pass on: the fields of its header, and all bytes as they came. */
export type PassedFrame = Omit<StreamFrame, 'data'> & { bytes: Uint8Array<ArrayBuffer> }

/** Reads the header of a frame; null for anything else. */
export function passedFrame(raw: ArrayBuffer): PassedFrame | null {
  const bytes = new Uint8Array(raw)
  const frame = decodeFrame(bytes)
  if (!frame) return null
  const { data, ...header } = frame
  return header.kind === 'still' && !isWebP(data) ? null : { ...header, bytes }
}

/** The number of the next frame, by kind. */
export type FrameNumbers = Readonly<Record<FrameKind, number>>

export const FIRST_NUMBERS: FrameNumbers = { picture: 0, sound: 0, still: 0, soundFile: 0 }

export const EVERY_KIND = Object.keys(FRAME_KINDS) as FrameKind[]

/** True for a frame that the stream shows: a coded picture, or without these a still. */
export function isShown({ kind }: Pick<PassedFrame, 'kind'>, isCoded: boolean): boolean {
  return kind === (isCoded ? 'picture' : 'still')
}

export const isSound = ({ kind }: Pick<PassedFrame, 'kind'>) => kind === 'sound' || kind === 'soundFile'

const ASCII = new TextDecoder('latin1')
const isWebP = (data: Uint8Array) =>
  ASCII.decode(data.subarray(0, 4)) === 'RIFF' && ASCII.decode(data.subarray(8, 12)) === 'WEBP'

/** A group that grows past this is reduced to its key frame. */
const GROUP_MAX_BYTES = 2 ** 20

/** The frames that a new viewer begins with: those from the last key frame on, and the last still. */
export class GroupOfPictures {
  #frames: PassedFrame[] = []
  #bytes = 0
  #isWhole = false
  #still: PassedFrame | null = null

  add(frame: PassedFrame, isCoded: boolean): void {
    if (frame.kind === 'still') this.#still = frame
    if (!isShown(frame, isCoded)) return
    if (frame.isKey) this.#start(frame)
    else if (this.#isWhole) this.#append(frame)
  }

  #start(key: PassedFrame): void {
    this.#frames = [key]
    this.#bytes = key.bytes.length
    this.#isWhole = true
  }

  #append(frame: PassedFrame): void {
    this.#bytes += frame.bytes.length
    this.#isWhole = this.#bytes <= GROUP_MAX_BYTES
    if (this.#isWhole) this.#frames.push(frame)
    else this.#frames.length = 1
  }

  /** Clears the group, as the next pictures do not depend on it. */
  clear(): void {
    this.#frames = []
    this.#isWhole = false
  }

  get isEmpty(): boolean {
    return this.#frames.length === 0
  }

  /** The frames for a viewer of a level; `goesOn` is false where the next pictures need another key frame. */
  begin(level: StreamLevel): { frames: readonly PassedFrame[]; goesOn: boolean } {
    if (level === 'stills') return { frames: this.#still ? [this.#still] : [], goesOn: true }
    if (level === 'keys') return { frames: this.#frames.slice(0, 1), goesOn: true }
    return { frames: this.#frames, goesOn: this.#isWhole }
  }
}

/** Segments that are searched for pictures, from the last on. */
const SEARCHED_MAX = 3

type Recorded = { files: R2Bucket; streamId: number; segments: number; isCoded: boolean }

/** Reads the pictures since the last recorded key frame, for an object that was out of memory; none where that fails. */
export async function restorePictures({ files, streamId, segments, isCoded }: Recorded): Promise<PassedFrame[]> {
  try {
    for (let number = segments - 1; number >= Math.max(0, segments - SEARCHED_MAX); number--) {
      const file = await files.get(segmentKey(streamId, number))
      const frames = file && decodeSegment(new Uint8Array(await file.arrayBuffer()))
      const pictures = (frames ?? []).filter((frame) => isShown(frame, isCoded))
      const from = pictures.findLastIndex(({ isKey }) => isKey)
      if (from >= 0) return pictures.slice(from).map(encodedAgain)
    }
  } catch (error) {
    log('error', 'stream restore', { reason: error instanceof Error ? error.name : 'unknown' })
  }
  return []
}

function encodedAgain(frame: StreamFrame): PassedFrame {
  const { data: _, ...header } = frame
  return { ...header, bytes: encodeFrame(frame) }
}

import { readSegment } from '../../contract/socket/segment.ts'
import { encodeFrame, type StreamFrame } from '../../contract/socket/stream.ts'
import { log } from '../realtime/log.ts'
import { isShown, type PassedFrame } from './frame.ts'
import { segmentKey } from './stream.ts'

/** Of the last segments so many are looked into: those without pictures are passed over. */
const LOOKED_INTO = 3

type Kept = { files: R2Bucket; streamId: number; segments: number; isCoded: boolean }

/** The pictures from the last key frame on that is kept in R2, for an object that slept; none where none can be read. */
export async function recallPictures({ files, streamId, segments, isCoded }: Kept): Promise<PassedFrame[]> {
  try {
    for (let number = segments - 1; number >= Math.max(0, segments - LOOKED_INTO); number--) {
      const file = await files.get(segmentKey(streamId, number))
      const frames = file && readSegment(new Uint8Array(await file.arrayBuffer()))
      const pictures = (frames ?? []).filter((frame) => isShown(frame, isCoded))
      const from = pictures.findLastIndex(({ isKey }) => isKey)
      if (from >= 0) return pictures.slice(from).map(passedAgain)
    }
  } catch (error) {
    log('error', 'stream recall', { reason: error instanceof Error ? error.name : 'unknown' })
  }
  return []
}

function passedAgain(frame: StreamFrame): PassedFrame {
  const { data: _, ...words } = frame
  return { ...words, bytes: encodeFrame(frame) }
}

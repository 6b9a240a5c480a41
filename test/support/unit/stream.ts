import fc from 'fast-check'
import { encodeFrame, FRAME_KINDS, type FrameKind, type StreamFrame } from '../../../contract/socket/stream-frame.ts'
import { type EncodedFrame, parseFrame } from '../../../durable-objects/stream/frames.ts'
import { vp8Picture } from '../stream/pictures.ts'
import { webpStill } from '../stream/stills.ts'

const kinds = Object.keys(FRAME_KINDS) as FrameKind[]
const bytes = fc.uint8Array({ minLength: 1, maxLength: 200 }).map((data) => new Uint8Array(data))

/** Any valid frame, of small size. */
export const streamFrame: fc.Arbitrary<StreamFrame> = fc
  .record({
    kind: fc.constantFrom(...kinds),
    isKey: fc.boolean(),
    number: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
    timeUs: fc.integer({ min: 0, max: 86_400_000_000 }),
    data: bytes,
  })
  .map((frame) => ({ ...frame, isKey: frame.isKey || frame.kind === 'still' || frame.kind === 'soundFile' }))

type FrameFields = Partial<Pick<StreamFrame, 'kind' | 'isKey' | 'number' | 'timeUs'>> & { bytes?: number }

/** Default: a key frame, the first of its kind, of 16 bytes; a still has at least 28. */
export function frameOf({ bytes: length = 16, ...fields }: FrameFields): EncodedFrame {
  const header = { kind: 'picture', isKey: true, number: 0, timeUs: 0, ...fields } as const
  const frame: StreamFrame = { ...header, data: dataOf(header, length) }
  const passed = parseFrame(encodeFrame(frame).buffer)
  if (!passed) throw new Error('the frame is invalid')
  return passed
}

function dataOf({ kind, isKey }: Pick<StreamFrame, 'kind' | 'isKey'>, bytes: number): Uint8Array<ArrayBuffer> {
  if (kind === 'still') return webpStill(Math.max(bytes, 28))
  return kind === 'picture' ? vp8Picture({ isKey, bytes }) : new Uint8Array(bytes)
}

/** Frames of a publisher over some seconds, each kind in order. */
export const publishedFrames: fc.Arbitrary<EncodedFrame[]> = fc
  .array(
    fc.record({
      kind: fc.constantFrom<FrameKind>('picture', 'picture', 'sound', 'still'),
      isKey: fc.boolean(),
      afterMs: fc.integer({ min: 0, max: 190 }),
    }),
    { maxLength: 60 },
  )
  .map((some) => {
    const next = { picture: 0, sound: 0, still: 0, soundFile: 0 }
    let ms = 0
    return some.map(({ kind, isKey, afterMs }) => {
      ms += afterMs
      return frameOf({ kind, isKey: isKey || kind !== 'picture', number: next[kind]++, timeUs: ms * 1000 })
    })
  })

const torn = fc.tuple(streamFrame, fc.nat()).map(([frame, cut]) => {
  const whole = encodeFrame(frame)
  return whole.slice(0, cut % whole.length)
})
const early = streamFrame.map((frame) => {
  const data = frame.kind === 'picture' ? vp8Picture({ isKey: frame.isKey }) : frame.data
  return encodeFrame({ ...frame, number: frame.number % 3, timeUs: 0, data })
})
const message = fc
  .record({
    type: fc.constantFrom('auth', 'shown', 'ack', 'lost', 'coding', 'pause', 'chapter', 'relay', 'ended', '__proto__'),
    mark: fc.oneof(fc.maxSafeInteger(), fc.double()),
    lateMs: fc.maxSafeInteger(),
    paused: fc.anything({ maxDepth: 1 }),
    title: fc.string({ unit: 'binary', maxLength: 100 }),
    coding: fc.anything({ maxDepth: 2 }),
    as: fc.constantFrom('publisher', 'viewer', 'relay'),
    chatId: fc.string({ maxLength: 60 }),
    streamId: fc.maxSafeInteger(),
    userId: fc.maxSafeInteger(),
  })
  .map((fields) => JSON.stringify(fields))

/** Frames and messages that no page sends, some of them valid. */
export const SOCKET_FRAMES: fc.Arbitrary<string | Uint8Array<ArrayBuffer>> = fc.oneof(
  { weight: 4, arbitrary: early },
  { weight: 2, arbitrary: streamFrame.map(encodeFrame) },
  { weight: 2, arbitrary: torn },
  { weight: 2, arbitrary: bytes },
  { weight: 4, arbitrary: message },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
)

import fc from 'fast-check'
import { encodeFrame, FRAME_KINDS, type FrameKind, type StreamFrame } from '../../../contract/socket/stream.ts'
import { type PassedFrame, passedFrame } from '../../../durable-objects/stream/frame.ts'

const kinds = Object.keys(FRAME_KINDS) as FrameKind[]
const bytes = fc.uint8Array({ minLength: 1, maxLength: 200 }).map((data) => new Uint8Array(data))

/** Any frame that there can be, small ones. */
export const streamFrame: fc.Arbitrary<StreamFrame> = fc
  .record({
    kind: fc.constantFrom(...kinds),
    isKey: fc.boolean(),
    number: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
    timeUs: fc.integer({ min: 0, max: 86_400_000_000 }),
    data: bytes,
  })
  .map((frame) => ({ ...frame, isKey: frame.isKey || frame.kind === 'still' || frame.kind === 'soundFile' }))

type Words = Partial<Pick<StreamFrame, 'kind' | 'isKey' | 'number' | 'timeUs'>> & { bytes?: number }

/** A frame as it is passed on: a key frame, the first of its kind, of 16 bytes, unless said otherwise. */
export function frameOf({ bytes: length = 16, ...words }: Words): PassedFrame {
  const data = new Uint8Array(length)
  data.set(new TextEncoder().encode('RIFF....WEBP'))
  const frame: StreamFrame = { kind: 'picture', isKey: true, number: 0, timeUs: 0, ...words, data }
  const passed = passedFrame(encodeFrame(frame).buffer)
  if (!passed) throw new Error('that is no frame')
  return passed
}

/** What a publisher sends over some seconds: pictures, sound and stills, each kind in its order. */
export const published: fc.Arbitrary<PassedFrame[]> = fc
  .array(
    fc.record({
      kind: fc.constantFrom<FrameKind>('picture', 'picture', 'sound', 'still'),
      isKey: fc.boolean(),
      afterMs: fc.integer({ min: 0, max: 900 }),
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

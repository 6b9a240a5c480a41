import fc from 'fast-check'
import { FRAME_KINDS, type FrameKind, type StreamFrame } from '../../../contract/socket/stream.ts'

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

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FRAME_MAX_BYTES, type FrameKind } from '../../../contract/socket/stream-frame.ts'
import { type NextNumbers, UnsentFrames } from '../../../web/features/streams/publish/unsent-frames.ts'

const CODING = { picture: null, sound: null }
const NONE: NextNumbers = { picture: 0, sound: 0, still: 0, soundFile: 0 }
const frame = (kind: FrameKind, isKey = true, bytes = 10) => ({
  ...{ kind, isKey, timeUs: 0 },
  data: new Uint8Array(bytes),
})
const numbersOf = (unsent: ReturnType<UnsentFrames['resume']>) =>
  unsent.map(({ frame }) => `${frame.kind} ${frame.number}`)

describe('unacknowledged frames', () => {
  it('frames are numbered by kind, without gaps', () => {
    const frames = new UnsentFrames(1000)
    for (const kind of ['picture', 'sound', 'picture', 'still', 'sound'] as const) frames.add(frame(kind), CODING)
    expect(numbersOf(frames.resume(NONE))).toEqual(['picture 0', 'sound 0', 'picture 1', 'still 0', 'sound 1'])
  })
  it('stored frames are forgotten, and later ones are sent again in order', () => {
    const frames = new UnsentFrames(1000)
    for (const kind of ['picture', 'sound', 'picture', 'sound'] as const) frames.add(frame(kind), CODING)
    frames.confirm({ ...NONE, picture: 1, sound: 1 })
    expect(numbersOf(frames.resume({ ...NONE, picture: 1, sound: 1 }))).toEqual(['picture 1', 'sound 1'])
  })
  it('numbers continue where the server says, after a reload', () => {
    const frames = new UnsentFrames(1000)
    expect(frames.resume({ ...NONE, picture: 70, sound: 9 })).toEqual([])
    expect(frames.add(frame('picture'), CODING)?.frame.number).toBe(70)
    expect(frames.add(frame('sound'), CODING)?.frame.number).toBe(9)
  })
  it('the first picture is a key frame', () => {
    const frames = new UnsentFrames(1000)
    expect(frames.add(frame('picture', false), CODING)).toBeNull()
    expect(frames.add(frame('picture'), CODING)?.frame.number).toBe(0)
    expect(frames.add(frame('picture', false), CODING)?.frame.number).toBe(1)
  })
  it('frames beyond the limit are refused, and pictures then start with a key frame', () => {
    const frames = new UnsentFrames(100)
    frames.add(frame('picture', true, 60), CODING)
    expect(frames.add(frame('picture', false, 60), CODING)).toBeNull()
    expect(frames.needsKeyFrame).toBe(true)
    frames.confirm({ ...NONE, picture: 1 })
    expect(frames.add(frame('picture', false), CODING)).toBeNull()
    expect(frames.add(frame('picture'), CODING)?.frame.number).toBe(1)
  })
  it('a frame that is too large is refused, and pictures then start with a key frame', () => {
    const frames = new UnsentFrames(FRAME_MAX_BYTES.picture * 3)
    frames.add(frame('picture'), CODING)
    expect(frames.add(frame('picture', false, FRAME_MAX_BYTES.picture + 1), CODING)).toBeNull()
    expect(frames.add(frame('picture', false), CODING)).toBeNull()
    expect(frames.add(frame('picture', true, FRAME_MAX_BYTES.picture), CODING)?.frame.number).toBe(1)
  })
  it('received but not stored frames are kept, because the server may lose them', () => {
    const frames = new UnsentFrames(1000)
    for (let count = 0; count < 4; count++) frames.add(frame('picture'), CODING)
    expect(numbersOf(frames.resume({ ...NONE, picture: 3 }))).toEqual(['picture 3'])
    expect(numbersOf(frames.resume({ ...NONE, picture: 1 }))).toEqual(['picture 1', 'picture 2', 'picture 3'])
  })
  it('the frames never exceed the limit and never leave a gap', () => {
    const actionArbitrary = fc.oneof(
      fc.record({
        do: fc.constant('add' as const),
        kind: fc.constantFrom<FrameKind>('picture', 'sound', 'still', 'soundFile'),
        isKey: fc.boolean(),
        bytes: fc.integer({ min: 1, max: 400 }),
      }),
      fc.record({
        do: fc.constantFrom('kept' as const, 'resume' as const),
        part: fc.double({ min: 0, max: 1, noNaN: true }),
      }),
    )
    fc.assert(
      fc.property(fc.array(actionArbitrary, { maxLength: 80 }), (actions) => {
        const frames = new UnsentFrames(1500)
        const made = { picture: 0, sound: 0, still: 0, soundFile: 0 }
        const kept = { ...made }
        for (const action of actions) {
          if (action.do === 'add') {
            const unsent = frames.add(frame(action.kind, action.isKey, action.bytes), CODING)
            if (unsent) expect(unsent.frame.number).toBe(made[action.kind]++)
          } else {
            for (const kind of Object.keys(kept) as FrameKind[])
              kept[kind] += Math.floor((made[kind] - kept[kind]) * action.part)
            if (action.do === 'kept') frames.confirm(kept)
            else {
              const numbers = { ...kept }
              for (const { frame } of frames.resume(kept)) expect(frame.number).toBe(numbers[frame.kind]++)
              expect(numbers).toEqual(made)
            }
          }
          expect(frames.bytes).toBeLessThanOrEqual(1500)
        }
      }),
    )
  })
})

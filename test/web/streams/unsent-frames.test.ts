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
  it('stored frames are dropped', () => {
    const frames = new UnsentFrames(1000)
    for (const kind of ['picture', 'sound'] as const) frames.add(frame(kind), CODING)
    frames.confirm({ ...NONE, picture: 1, sound: 1 })
    expect(frames.bytes).toBe(0)
  })
  it('frames that are not stored are sent again in order', () => {
    const frames = new UnsentFrames(1000)
    for (const kind of ['picture', 'sound', 'picture', 'sound'] as const) frames.add(frame(kind), CODING)
    frames.confirm({ ...NONE, picture: 1, sound: 1 })
    expect(numbersOf(frames.resume({ ...NONE, picture: 1, sound: 1 }))).toEqual(['picture 1', 'sound 1'])
  })
  it('numbers continue from those of the server after a reload', () => {
    const frames = new UnsentFrames(1000)
    expect(frames.resume({ ...NONE, picture: 70, sound: 9 })).toEqual([])
    expect(frames.add(frame('picture'), CODING)?.frame.number).toBe(70)
    expect(frames.add(frame('sound'), CODING)?.frame.number).toBe(9)
  })
  it('pictures after a refused one are dropped, and continue with a key frame from the number of the server', () => {
    const frames = new UnsentFrames(1000)
    for (const kind of ['picture', 'sound', 'picture', 'picture'] as const) frames.add(frame(kind), CODING)
    frames.dropPictures()
    expect(frames.add(frame('picture', false), CODING)).toBeNull()
    expect(numbersOf(frames.resume({ ...NONE, picture: 1 }))).toEqual(['sound 0'])
    expect(frames.needsKeyFrame).toBe(true)
    expect(frames.add(frame('picture'), CODING)?.frame.number).toBe(1)
  })
  it('the first picture is a key frame', () => {
    const frames = new UnsentFrames(1000)
    expect(frames.add(frame('picture', false), CODING)).toBeNull()
    expect(frames.add(frame('picture'), CODING)?.frame.number).toBe(0)
    expect(frames.add(frame('picture', false), CODING)?.frame.number).toBe(1)
  })
  describe.each([
    ['beyond the limit of all frames', 100, 60],
    ['larger than a stream accepts', FRAME_MAX_BYTES.picture * 3, FRAME_MAX_BYTES.picture + 1],
  ])('a frame %s', (size, limit, bytes) => {
    /** Adds a picture, and another one that is too large. */
    const addTooLarge = () => {
      const frames = new UnsentFrames(limit)
      frames.add(frame('picture', true, 60), CODING)
      return { frames, refused: frames.add(frame('picture', false, bytes), CODING) }
    }

    it(`a frame ${size} is refused`, () => {
      expect(addTooLarge().refused).toBeNull()
    })
    it(`pictures start again with a key frame after one ${size}`, () => {
      const { frames } = addTooLarge()
      expect(frames.needsKeyFrame).toBe(true)
      frames.confirm({ ...NONE, picture: 1 })
      expect(frames.add(frame('picture', false), CODING)).toBeNull()
      expect(frames.add(frame('picture'), CODING)?.frame.number).toBe(1)
    })
  })

  it('a frame of the maximum size is accepted', () => {
    const frames = new UnsentFrames(FRAME_MAX_BYTES.picture * 3)
    expect(frames.add(frame('picture', true, FRAME_MAX_BYTES.picture), CODING)).not.toBeNull()
  })
  it('received but not stored frames are kept, because the server may lose them', () => {
    const frames = new UnsentFrames(1000)
    for (let count = 0; count < 4; count++) frames.add(frame('picture'), CODING)
    expect(numbersOf(frames.resume({ ...NONE, picture: 3 }))).toEqual(['picture 3'])
    expect(numbersOf(frames.resume({ ...NONE, picture: 1 }))).toEqual(['picture 1', 'picture 2', 'picture 3'])
  })
})

const LIMIT = 1500
const action = fc.oneof(
  fc.record({
    do: fc.constant('add' as const),
    kind: fc.constantFrom<FrameKind>('picture', 'sound', 'still', 'soundFile'),
    isKey: fc.boolean(),
    bytes: fc.integer({ min: 1, max: 400 }),
  }),
  fc.record({
    do: fc.constantFrom('confirm' as const, 'resume' as const),
    part: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
)
type Action = typeof action extends fc.Arbitrary<infer Value> ? Value : never

/** Applies actions to an empty buffer. Returns its size after each, and the sent numbers beside those without gaps. */
function applyActions(actions: readonly Action[]) {
  const frames = new UnsentFrames(LIMIT)
  const [added, stored] = [{ ...NONE }, { ...NONE }]
  return actions.map((action) => {
    const [sent, expected]: [number[], number[]] = [[], []]
    const count = ({ kind, number }: { kind: FrameKind; number: number }, next: Record<FrameKind, number>) => {
      sent.push(number)
      expected.push(next[kind]++)
    }
    if (action.do === 'add') {
      const unsent = frames.add(frame(action.kind, action.isKey, action.bytes), CODING)
      if (unsent) count(unsent.frame, added)
    } else {
      for (const kind of Object.keys(stored) as FrameKind[])
        stored[kind] += Math.floor((added[kind] - stored[kind]) * action.part)
      const next = { ...stored }
      if (action.do === 'confirm') frames.confirm(stored)
      else {
        for (const { frame } of frames.resume(stored)) count(frame, next)
        sent.push(...Object.values(next))
        expected.push(...Object.values(added))
      }
    }
    return { bytes: frames.bytes, sent, expected }
  })
}

describe('unacknowledged frames after any actions', () => {
  const applied = fc.array(action, { maxLength: 80 }).map(applyActions)

  it('the frames never exceed the limit', () => {
    fc.assert(
      fc.property(applied, (steps) => {
        for (const { bytes } of steps) expect(bytes).toBeLessThanOrEqual(LIMIT)
      }),
    )
  })
  it('the numbers of sent frames never leave a gap', () => {
    fc.assert(
      fc.property(applied, (steps) => {
        for (const { sent, expected } of steps) expect(sent).toEqual(expected)
      }),
    )
  })
})

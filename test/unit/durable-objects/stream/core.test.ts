import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeSegment, encodeSegment } from '../../../../contract/socket/replay-segment.ts'
import { encodeFrame, type FrameKind } from '../../../../contract/socket/stream-frame.ts'
import type { CodecConfig } from '../../../../contract/socket/stream-messages.ts'
import {
  FIRST_NUMBERS,
  GroupOfPictures,
  type PassedFrame,
  PublisherRate,
  passedFrame,
  SequenceCheck,
} from '../../../../durable-objects/stream/frames.ts'
import { type Segment, Segmenter } from '../../../../durable-objects/stream/recording.ts'
import { frameOf, publishedFrames } from '../../../support/unit/stream.ts'

const CODED: CodecConfig = {
  picture: { codec: 'vp8', width: 640, height: 480 },
  sound: { codec: 'opus', sampleRate: 48_000, channels: 1 },
}
const UNCODED: CodecConfig = { picture: null, sound: null }

const newCheck = (coding = CODED) => new SequenceCheck(FIRST_NUMBERS, coding)
const newSegmenter = (coding = CODED) => new Segmenter({ next: FIRST_NUMBERS, coding, endMs: 0 })

describe('what a publisher sends', () => {
  it('is taken in the order of its numbers, each once, whatever comes beside it', () => {
    const some = fc.array(fc.record({ kind: fc.constantFrom<FrameKind>('picture', 'sound'), number: fc.nat(6) }))
    const property = fc.property(some, (frames) => {
      const sequence = newCheck()
      const taken = frames.filter((words) => sequence.check(frameOf(words), 0) === 'take')
      for (const kind of ['picture', 'sound'] as const) {
        const numbers = taken.filter((frame) => frame.kind === kind).map(({ number }) => number)
        expect(numbers).toEqual(numbers.map((_, index) => index))
        expect(sequence.next[kind]).toBe(numbers.length)
      }
    })
    fc.assert(property, { numRuns: 500 })
  })

  it('is refused with a number that leaves some out, but for who has not been told where to go on', () => {
    const sequence = newCheck()
    expect(sequence.check(frameOf({ number: 1 }), 0)).toBe('wrong')
    sequence.resync()
    expect(sequence.check(frameOf({ number: 1 }), 0)).toBe('skip')
    expect(sequence.check(frameOf({ number: 0 }), 0)).toBe('take')
    expect(sequence.check(frameOf({ number: 2 }), 0)).toBe('wrong')
  })

  it('is refused where it is of a kind whose coding was not said, or of a time to come', () => {
    expect(newCheck(UNCODED).check(frameOf({ kind: 'picture' }), 0)).toBe('wrong')
    expect(newCheck(UNCODED).check(frameOf({ kind: 'sound' }), 0)).toBe('wrong')
    expect(newCheck(UNCODED).check(frameOf({ kind: 'soundFile' }), 0)).toBe('take')
    expect(newCheck().check(frameOf({ timeUs: 60_000_000 }), 49_000)).toBe('wrong')
    expect(newCheck().check(frameOf({ timeUs: 60_000_000 }), 51_000)).toBe('take')
  })

  it('is so much at once, and then so much a second', () => {
    const taken = (bytes: number, now: number, rate = new PublisherRate()) => {
      let frames = 0
      while (rate.take(bytes, now)) frames++
      return { frames, rate }
    }
    const { frames, rate } = taken(100, 1000)
    expect([frames, taken(2 ** 20, 1000).frames]).toEqual([6000, 32])
    // The one that was too much counts as well.
    expect(taken(100, 2000, rate).frames).toBe(399)
  })

  it('is no still where it is no WebP', () => {
    const still = { kind: 'still', isKey: true, number: 0, timeUs: 0 } as const
    const sent = (data: string) =>
      encodeFrame({ ...still, data: Uint8Array.from(new TextEncoder().encode(data)) }).buffer
    expect(passedFrame(sent('RIFF....WEBPVP8 '))).toMatchObject(still)
    expect(passedFrame(sent('<svg onload=alert(1)>'))).toBeNull()
  })
})

describe('the current group of pictures', () => {
  const begun = (frames: readonly PassedFrame[], level: 'all' | 'keys' | 'stills' = 'all') => {
    const group = new GroupOfPictures()
    for (const frame of frames) group.add(frame, true)
    const { frames: shown, goesOn } = group.begin(level)
    return { numbers: shown.map(({ kind, number }) => `${kind} ${number}`), goesOn }
  }
  const pictures = [true, false, true, false, false].map((isKey, number) => frameOf({ isKey, number }))

  it('is the pictures from the last key frame on; of those, or the last still, what one can show', () => {
    const some = [...pictures, frameOf({ kind: 'sound' }), frameOf({ kind: 'still', number: 4 })]
    expect(begun(some)).toEqual({ numbers: ['picture 2', 'picture 3', 'picture 4'], goesOn: true })
    expect(begun(some, 'keys').numbers).toEqual(['picture 2'])
    expect(begun(some, 'stills').numbers).toEqual(['still 4'])
  })

  it('is nothing before a key frame, and its key frame alone once it has grown past a megabyte', () => {
    expect(begun([frameOf({ isKey: false })])).toEqual({ numbers: [], goesOn: false })
    const large = [0, 1, 2, 3].map((number) => frameOf({ isKey: number === 0, number, bytes: 300_000 }))
    expect(begun(large)).toEqual({ numbers: ['picture 0'], goesOn: false })
  })
})

describe('segments', () => {
  const record = (frames: readonly PassedFrame[], segmenter = newSegmenter()) => {
    const segments = frames.map((frame) => segmenter.add(frame))
    return [...segments, segmenter.end()].filter((segment): segment is Segment => segment !== null)
  }

  it('hold, one after the other, all that can be shown from a key frame on, once and in order', () => {
    const property = fc.property(publishedFrames, (frames) => {
      const segments = record(frames)
      const held = segments.flatMap((segment) => [...segment.frames])
      const first = frames.findIndex(({ kind, isKey }) => kind === 'picture' && isKey)
      const shown = frames.filter(
        ({ kind }, at) => kind === 'sound' || (kind === 'picture' && first >= 0 && at >= first),
      )
      expect(held).toEqual(shown.map(({ bytes }) => bytes))
    })
    fc.assert(property, { numRuns: 500 })
  })

  it('begin with a key frame or are sound alone, and say how long they are and when', () => {
    const property = fc.property(publishedFrames, (frames) => {
      let [before, picturesBefore] = [0, 0]
      for (const segment of record(frames)) {
        const bytes = encodeSegment(segment.frames)
        const read = decodeSegment(bytes) ?? []
        expect(segment.bytes).toBe(bytes.length)
        expect(segment.startMs).toBeGreaterThanOrEqual(before)
        expect(segment.endMs).toBeGreaterThanOrEqual(segment.startMs)
        const hasPicture = read.some(({ kind }) => kind === 'picture')
        if (hasPicture) expect(read[0]).toMatchObject({ kind: 'picture', isKey: true })
        expect(segment.next.picture).toBeGreaterThanOrEqual(picturesBefore)
        ;[before, picturesBefore] = [segment.endMs, segment.next.picture]
      }
    })
    fc.assert(property, { numRuns: 500 })
  })

  it('say what is kept with them: the numbers that follow all that came before the next one', () => {
    const property = fc.property(publishedFrames, (frames) => {
      const next = { ...FIRST_NUMBERS }
      for (const { kind, number } of frames) next[kind] = number + 1
      const last = record(frames).at(-1)
      // What came after and is not recorded, stills for lists, is kept with the next one.
      if (last) expect(last.next.picture <= next.picture && last.next.sound === next.sound).toBe(true)
    })
    fc.assert(property)
  })

  it('ask for a key frame after four seconds, and leave pictures out after 24 MB without one, until it comes', () => {
    const segmenter = newSegmenter()
    segmenter.add(frameOf({ isKey: true }))
    expect(segmenter.wantsKey).toBe(false)
    segmenter.add(frameOf({ isKey: false, timeUs: 4_000_000 }))
    expect(segmenter.wantsKey).toBe(true)
    const large = Array.from({ length: 40 }, (_, at) => frameOf({ isKey: false, number: at + 2, bytes: 1_400_000 }))
    const [segment, ...more] = record(large, segmenter)
    expect(segment?.bytes).toBeLessThan(26 * 2 ** 20)
    expect([more, segmenter.isEmpty, segmenter.wantsKey]).toEqual([[], true, true])
    expect(record([frameOf({ number: 42 }), frameOf({ isKey: false, number: 43 })], segmenter)[0]?.frames).toHaveLength(
      2,
    )
  })

  it('end where pictures cease and sound goes on, for however long', () => {
    const sound = Array.from({ length: 50 * 300 }, (_, number) =>
      frameOf({ kind: 'sound', number, timeUs: number * 20_000, bytes: 160 }),
    )
    const segments = record([frameOf({ isKey: true }), ...sound])
    expect(segments.flatMap(({ frames }) => [...frames])).toHaveLength(1 + sound.length)
    const seconds = segments.map(({ startMs, endMs }) => (endMs - startMs) / 1000)
    expect(Math.max(...seconds)).toBeLessThan(12.1)
    expect(Math.max(...seconds.slice(1))).toBeLessThan(4.1)
  })
})

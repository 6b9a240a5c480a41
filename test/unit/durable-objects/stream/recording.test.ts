import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeSegment, encodeSegment } from '../../../../contract/socket/replay-segment.ts'
import { encodeFrame, type FrameKind } from '../../../../contract/socket/stream-frame.ts'
import type { CodecConfig } from '../../../../contract/socket/stream-messages.ts'
import {
  type EncodedFrame,
  FIRST_NUMBERS,
  GroupOfPictures,
  PublisherRate,
  parseFrame,
  SequenceCheck,
} from '../../../../durable-objects/stream/frames.ts'
import { type Segment, Segmenter } from '../../../../durable-objects/stream/recording.ts'
import { frameOf, publishedFrames } from '../../../support/unit/stream.ts'

const CODED: CodecConfig = {
  picture: { codec: 'vp8', width: 640, height: 480 },
  sound: { codec: 'opus', sampleRate: 48_000, channels: 1 },
}
const NO_CODECS: CodecConfig = { picture: null, sound: null }

const newCheck = (coding = CODED) => new SequenceCheck(FIRST_NUMBERS, coding)
const newSegmenter = (coding = CODED) => new Segmenter({ next: FIRST_NUMBERS, coding, endMs: 0 })

describe('frames of a publisher', () => {
  it('frames are accepted once and in the order of their numbers, whatever else arrives', () => {
    const some = fc.array(fc.record({ kind: fc.constantFrom<FrameKind>('picture', 'sound'), number: fc.nat(6) }))
    const property = fc.property(some, (frames) => {
      const sequence = newCheck()
      const taken = frames.filter((words) => sequence.check(frameOf(words), 0) === 'accept')
      for (const kind of ['picture', 'sound'] as const) {
        const numbers = taken.filter((frame) => frame.kind === kind).map(({ number }) => number)
        expect(numbers).toEqual(numbers.map((_, index) => index))
        expect(sequence.next[kind]).toBe(numbers.length)
      }
    })
    fc.assert(property, { numRuns: 500 })
  })

  it('a gap in the numbers is refused, and skipped while the publisher does not know where to continue', () => {
    const sequence = newCheck()
    expect(sequence.check(frameOf({ number: 1 }), 0)).toBe('invalid')
    sequence.resync()
    expect(sequence.check(frameOf({ number: 1 }), 0)).toBe('skip')
    expect(sequence.check(frameOf({ number: 0 }), 0)).toBe('accept')
    expect(sequence.check(frameOf({ number: 2 }), 0)).toBe('invalid')
  })

  it('a picture or sound without a declared codec is refused, and a sound file needs none', () => {
    expect(newCheck(NO_CODECS).check(frameOf({ kind: 'picture' }), 0)).toBe('invalid')
    expect(newCheck(NO_CODECS).check(frameOf({ kind: 'sound' }), 0)).toBe('invalid')
    expect(newCheck(NO_CODECS).check(frameOf({ kind: 'soundFile' }), 0)).toBe('accept')
  })

  it('a frame more than ten seconds ahead of the clock is refused', () => {
    expect(newCheck().check(frameOf({ timeUs: 60_000_000 }), 49_000)).toBe('invalid')
    expect(newCheck().check(frameOf({ timeUs: 60_000_000 }), 51_000)).toBe('accept')
  })

  it('a publisher has a burst and a rate per second', () => {
    const taken = (bytes: number, now: number, rate = new PublisherRate()) => {
      let frames = 0
      while (rate.spend(bytes, now)) frames++
      return { frames, rate }
    }
    const { frames, rate } = taken(100, 1000)
    expect([frames, taken(2 ** 20, 1000).frames]).toEqual([6000, 32])
    // Counts the refused frame as well.
    expect(taken(100, 2000, rate).frames).toBe(399)
  })

  it('a still must be a WebP', () => {
    const still = { kind: 'still', isKey: true, number: 0, timeUs: 0 } as const
    const sent = (data: string) =>
      encodeFrame({ ...still, data: Uint8Array.from(new TextEncoder().encode(data)) }).buffer
    expect(parseFrame(sent('RIFF....WEBPVP8 '))).toMatchObject(still)
    expect(parseFrame(sent('<svg onload=alert(1)>'))).toBeNull()
  })
})

describe('the current group of pictures', () => {
  const begun = (frames: readonly EncodedFrame[], level: 'all' | 'keys' | 'stills' = 'all') => {
    const group = new GroupOfPictures()
    for (const frame of frames) group.add(frame, true)
    const { frames: shown, continues } = group.framesFor(level)
    return { numbers: shown.map(({ kind, number }) => `${kind} ${number}`), continues }
  }
  const pictures = [true, false, true, false, false].map((isKey, number) => frameOf({ isKey, number }))

  it('the group begins at the last key frame, limited to what the viewer can show', () => {
    const some = [...pictures, frameOf({ kind: 'sound' }), frameOf({ kind: 'still', number: 4 })]
    expect(begun(some)).toEqual({ numbers: ['picture 2', 'picture 3', 'picture 4'], continues: true })
    expect(begun(some, 'keys').numbers).toEqual(['picture 2'])
    expect(begun(some, 'stills').numbers).toEqual(['still 4'])
  })

  it('the group is empty before the first key frame', () => {
    expect(begun([frameOf({ isKey: false })])).toEqual({ numbers: [], continues: false })
  })

  it('a group over a megabyte is reduced to its key frame', () => {
    const large = [0, 1, 2, 3].map((number) => frameOf({ isKey: number === 0, number, bytes: 300_000 }))
    expect(begun(large)).toEqual({ numbers: ['picture 0'], continues: false })
  })
})

describe('segments', () => {
  const record = (frames: readonly EncodedFrame[], segmenter = newSegmenter()) => {
    const segments = frames.map((frame) => segmenter.add(frame))
    return [...segments, segmenter.end()].filter((segment): segment is Segment => segment !== null)
  }

  it('segments hold everything from the first key frame on, once and in order', () => {
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

  it('a segment begins with a key frame or has only sound, and records its length and time', () => {
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

  it('the last segment records the frame numbers that follow it', () => {
    const property = fc.property(publishedFrames, (frames) => {
      const next = { ...FIRST_NUMBERS }
      for (const { kind, number } of frames) next[kind] = number + 1
      const last = record(frames).at(-1)
      // Stills are not recorded, so numbers of trailing frames are stored with the next segment.
      if (last) expect(last.next.picture <= next.picture && last.next.sound === next.sound).toBe(true)
    })
    fc.assert(property)
  })

  it('a segment requests a key frame after four seconds', () => {
    const segmenter = newSegmenter()
    segmenter.add(frameOf({ isKey: true }))
    expect(segmenter.needsKeyFrame).toBe(false)
    segmenter.add(frameOf({ isKey: false, timeUs: 4_000_000 }))
    expect(segmenter.needsKeyFrame).toBe(true)
  })

  it('pictures past 24 MB are dropped until the next key frame', () => {
    const segmenter = newSegmenter()
    segmenter.add(frameOf({ isKey: true }))
    const large = Array.from({ length: 40 }, (_, at) => frameOf({ isKey: false, number: at + 1, bytes: 1_400_000 }))
    const [segment, ...more] = record(large, segmenter)
    expect(segment?.bytes).toBeLessThan(26 * 2 ** 20)
    expect([more, segmenter.isEmpty, segmenter.needsKeyFrame]).toEqual([[], true, true])
    expect(record([frameOf({ number: 41 }), frameOf({ isKey: false, number: 42 })], segmenter)[0]?.frames).toHaveLength(
      2,
    )
  })

  it('segments of sound alone have a limited length after pictures stop', () => {
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

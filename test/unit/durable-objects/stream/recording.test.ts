import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { STILL_SIDE_MAX, STREAM_DEFAULTS } from '../../../../contract/limits.ts'
import { decodeSegment, encodeSegment } from '../../../../contract/socket/replay-segment.ts'
import { encodeFrame, type FrameKind } from '../../../../contract/socket/stream-frame.ts'
import type { CodecConfig } from '../../../../contract/socket/stream-messages.ts'
import {
  type EncodedFrame,
  FIRST_NUMBERS,
  GroupOfPictures,
  PublisherRate,
  SequenceCheck,
} from '../../../../durable-objects/stream/frames.ts'
import { type Segment, Segmenter } from '../../../../durable-objects/stream/recording.ts'
import { webpStill } from '../../../support/stream/stills.ts'
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
    const framesArbitrary = fc.array(
      fc.record({ kind: fc.constantFrom<FrameKind>('picture', 'sound'), number: fc.nat(6) }),
    )
    const property = fc.property(framesArbitrary, (frames) => {
      const sequence = newCheck()
      const accepted = frames.filter((fields) => sequence.check(frameOf(fields), 0) === 'accept')
      for (const kind of ['picture', 'sound'] as const) {
        const numbers = accepted.filter((frame) => frame.kind === kind).map(({ number }) => number)
        expect(numbers).toEqual(numbers.map((_, index) => index))
        expect(sequence.next[kind]).toBe(numbers.length)
      }
    })
    fc.assert(property, { numRuns: 500 })
  })

  it('a gap in the numbers is refused', () => {
    expect(newCheck().check(frameOf({ number: 1 }), 0)).toBe('invalid')
  })

  it('a gap is skipped while the publisher does not know where to continue', () => {
    const sequence = newCheck()
    sequence.resync()
    expect(sequence.check(frameOf({ number: 1 }), 0)).toBe('skip')
    expect(sequence.check(frameOf({ number: 0 }), 0)).toBe('accept')
  })

  it('a gap is refused again once the publisher has continued', () => {
    const sequence = newCheck()
    sequence.resync()
    sequence.check(frameOf({ number: 0 }), 0)
    expect(sequence.check(frameOf({ number: 2 }), 0)).toBe('invalid')
  })

  it.each(['picture', 'sound'] as const)('a %s without a declared codec is refused', (kind) => {
    expect(newCheck(NO_CODECS).check(frameOf({ kind }), 0)).toBe('invalid')
  })

  it('a picture with the header of another codec is told apart from other refusals', () => {
    const coding = { ...CODED, picture: { codec: 'vp09.00.50.08', width: 640, height: 480 } }
    expect(newCheck(coding).check(frameOf({ kind: 'picture' }), 0)).toBe('bad picture')
    expect(newCheck().check(frameOf({ kind: 'picture' }), 0)).toBe('accept')
  })

  it('a sound file needs no declared codec', () => {
    expect(newCheck(NO_CODECS).check(frameOf({ kind: 'soundFile' }), 0)).toBe('accept')
  })

  it('a frame more than ten seconds ahead of the clock is refused', () => {
    expect(newCheck().check(frameOf({ timeUs: 60_000_000 }), 49_000)).toBe('invalid')
    expect(newCheck().check(frameOf({ timeUs: 60_000_000 }), 51_000)).toBe('accept')
  })

  /** Sends frames until the rate refuses one. Returns their number. */
  const sendAll = (rate: PublisherRate, bytes: number, now: number) => {
    let frames = 0
    while (rate.spend(bytes, now)) frames++
    return frames
  }

  it('a publisher may send 6000 frames at once', () => {
    expect(sendAll(new PublisherRate(), 100, 1000)).toBe(6000)
  })

  it('a publisher may send 32 MiB at once', () => {
    expect(sendAll(new PublisherRate(), 2 ** 20, 1000)).toBe(32)
  })

  it('a publisher may then send 400 frames a second', () => {
    const rate = new PublisherRate()
    sendAll(rate, 100, 1000)
    // The refused frame counts as well.
    expect(sendAll(rate, 100, 2000)).toBe(399)
  })

  it('a publisher may then send 4 MiB a second', () => {
    const rate = new PublisherRate()
    expect(rate.spend(2 ** 25, 1000)).toBe(true)
    expect(rate.spend(2 ** 22, 2000)).toBe(true)
    expect(rate.spend(1, 2000)).toBe(false)
  })

  /** Sends pictures of a size until the rate refuses one. Returns their number. */
  const sendPictures = (rate: PublisherRate, width: number, height: number, now: number) => {
    let pictures = 0
    while (rate.spendPicture({ picture: { codec: 'vp8', width, height }, sound: null }, now)) pictures++
    return pictures
  }

  it('a publisher may send a minute of the largest pictures of the page at once', () => {
    expect(sendPictures(new PublisherRate(), 4096, 1080, 1000)).toBe(60 * 30)
  })

  it('a publisher may then send the largest pictures of the page at twice their rate', () => {
    const rate = new PublisherRate()
    sendPictures(rate, 4096, 1080, 1000)
    // The refused picture counts as well.
    expect(sendPictures(rate, 4096, 1080, 2000)).toBe(2 * 20 - 1)
  })

  it('a publisher who declares larger pictures may send fewer', () => {
    expect(sendPictures(new PublisherRate(), 4096, 4096, 1000)).toBe(474)
  })

  /** Sends stills of a size until the rate refuses one. Returns their number. */
  const sendStills = (rate: PublisherRate, width: number, height: number, now: number) => {
    const data = webpStill(60, { width, height })
    const still = { kind: 'still', isKey: true, number: 0, timeUs: 0 } as const
    let stills = 0
    while (rate.spendStill({ ...still, bytes: encodeFrame({ ...still, data }) }, now)) stills++
    return stills
  }

  it('a publisher may send two minutes of the largest stills of the page at once', () => {
    const perSecond = 1 / STREAM_DEFAULTS.rate
    expect(sendStills(new PublisherRate(), 960, STILL_SIDE_MAX, 1000)).toBeGreaterThan(120 * perSecond)
  })

  it('the pixels of stills and pictures count together', () => {
    const rate = new PublisherRate()
    sendStills(rate, STILL_SIDE_MAX, STILL_SIDE_MAX, 1000)
    expect(sendPictures(rate, 4096, 1080, 1000)).toBe(0)
  })

  it('a publisher whose last stream has just ended has a second of the rate at once, and the rest with time', () => {
    const framesAt = (now: number) => sendAll(new PublisherRate(1000), 100, now)
    expect([framesAt(1000), framesAt(3000), framesAt(16_000), framesAt(900_000)]).toEqual([400, 1200, 6000, 6000])
    expect(new PublisherRate(1000).spend(2 ** 22, 1000)).toBe(true)
    expect(new PublisherRate(1000).spend(2 ** 22 + 1, 1000)).toBe(false)
    expect(sendPictures(new PublisherRate(1000), 4096, 1080, 1000)).toBe(40)
  })

  it('viewers decode 120 sound files at once, then two a second', () => {
    const rate = new PublisherRate()
    const passed = (now: number) => Array.from({ length: 200 }, () => rate.spendSoundFile(now)).filter(Boolean).length
    expect([passed(1000), passed(2000), passed(3500)]).toEqual([120, 2, 3])
  })
})

describe('the current group of pictures', () => {
  const framesForNewViewer = (frames: readonly EncodedFrame[], level: 'all' | 'keys' | 'stills' = 'all') => {
    const group = new GroupOfPictures()
    for (const frame of frames) group.add(frame, true)
    const { frames: shown, continues } = group.framesFor(level)
    return { numbers: shown.map(({ kind, number }) => `${kind} ${number}`), continues }
  }
  const pictures = [true, false, true, false, false].map((isKey, number) => frameOf({ isKey, number }))

  const frames = [...pictures, frameOf({ kind: 'sound' }), frameOf({ kind: 'still', number: 4 })]

  it('the group begins at the last key frame', () => {
    expect(framesForNewViewer(frames)).toEqual({ numbers: ['picture 2', 'picture 3', 'picture 4'], continues: true })
  })

  it.each([
    ['keys', 'picture 2'],
    ['stills', 'still 4'],
  ] as const)('a new viewer gets only what they can show: %s', (level, shown) => {
    expect(framesForNewViewer(frames, level).numbers).toEqual([shown])
  })

  it('the group is empty before the first key frame', () => {
    expect(framesForNewViewer([frameOf({ isKey: false })])).toEqual({ numbers: [], continues: false })
  })

  it('a group over a megabyte is reduced to its key frame', () => {
    const large = [0, 1, 2, 3].map((number) => frameOf({ isKey: number === 0, number, bytes: 300_000 }))
    expect(framesForNewViewer(large)).toEqual({ numbers: ['picture 0'], continues: false })
  })
})

describe('segments', () => {
  const record = (frames: readonly EncodedFrame[], segmenter = newSegmenter()) => {
    const segments = frames.map((frame) => segmenter.add(frame))
    return [...segments, segmenter.end()].filter((segment): segment is Segment => segment !== null)
  }

  it('segments contain everything from the first key frame on, once and in order', () => {
    const property = fc.property(publishedFrames, (frames) => {
      const segments = record(frames)
      const recorded = segments.flatMap((segment) => [...segment.frames])
      const first = frames.findIndex(({ kind, isKey }) => kind === 'picture' && isKey)
      const shown = frames.filter(
        ({ kind }, at) => kind === 'sound' || (kind === 'picture' && first >= 0 && at >= first),
      )
      expect(recorded).toEqual(shown.map(({ bytes }) => bytes))
    })
    fc.assert(property, { numRuns: 500 })
  })

  /** Checks each segment of any recording, with the segment before it. */
  const checkSegments = (check: (segment: Segment, before: Segment | undefined) => void) => {
    const property = fc.property(publishedFrames, (frames) => {
      const segments = record(frames)
      for (const [index, segment] of segments.entries()) check(segment, segments[index - 1])
    })
    fc.assert(property, { numRuns: 500 })
  }

  it('a segment begins with a key frame or has only sound', () => {
    checkSegments(({ frames }) => {
      const read = decodeSegment(encodeSegment(frames)) ?? []
      const hasPicture = read.some(({ kind }) => kind === 'picture')
      if (hasPicture) expect(read[0]).toMatchObject({ kind: 'picture', isKey: true })
    })
  })

  it('a segment records its length in bytes', () => {
    checkSegments(({ frames, bytes }) => {
      expect(bytes).toBe(encodeSegment(frames).length)
    })
  })

  it('a segment begins after the end of the segment before it', () => {
    checkSegments(({ startMs, endMs }, before) => {
      expect(startMs).toBeGreaterThanOrEqual(before?.endMs ?? 0)
      expect(endMs).toBeGreaterThanOrEqual(startMs)
    })
  })

  it('the number of the next picture never decreases', () => {
    checkSegments(({ next }, before) => {
      expect(next.picture).toBeGreaterThanOrEqual(before?.next.picture ?? 0)
    })
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

  it('frames with falling times do not end more segments', () => {
    const frames = Array.from({ length: 100 }, (_, at): EncodedFrame[] => [
      frameOf({ number: at }),
      frameOf({ kind: 'sound', number: at, timeUs: 20_000_000 }),
    ])
    expect(record(frames.flat()).length).toBeLessThanOrEqual(3)
  })

  it('a segment requests a key frame after four seconds', () => {
    const segmenter = newSegmenter()
    segmenter.add(frameOf({ isKey: true }))
    expect(segmenter.needsKeyFrame).toBe(false)
    segmenter.add(frameOf({ isKey: false, timeUs: 4_000_000 }))
    expect(segmenter.needsKeyFrame).toBe(true)
  })

  describe('a group of pictures of 56 MB', () => {
    const segmenter = newSegmenter()
    segmenter.add(frameOf({ isKey: true }))
    const large = Array.from({ length: 40 }, (_, at) => frameOf({ isKey: false, number: at + 1, bytes: 1_400_000 }))
    const segments = record(large, segmenter)
    const { isEmpty, needsKeyFrame } = segmenter
    const next = record([frameOf({ number: 41 }), frameOf({ isKey: false, number: 42 })], segmenter)

    it('pictures past 24 MB are dropped', () => {
      expect(segments).toHaveLength(1)
      expect(segments[0]?.bytes).toBeLessThan(26 * 2 ** 20)
      expect(isEmpty).toBe(true)
    })

    it('a key frame is requested after dropped pictures', () => {
      expect(needsKeyFrame).toBe(true)
    })

    it('pictures are recorded again from the next key frame on', () => {
      expect(next[0]?.frames).toHaveLength(2)
    })
  })

  describe('five minutes of sound after a picture', () => {
    const sound = Array.from({ length: 50 * 300 }, (_, number) =>
      frameOf({ kind: 'sound', number, timeUs: number * 20_000, bytes: 160 }),
    )
    const segments = record([frameOf({ isKey: true }), ...sound])

    it('all sound is recorded after pictures stop', () => {
      expect(segments.flatMap(({ frames }) => [...frames])).toHaveLength(1 + sound.length)
    })

    it('segments of sound alone have a limited length', () => {
      const seconds = segments.map(({ startMs, endMs }) => (endMs - startMs) / 1000)
      expect(Math.max(...seconds)).toBeLessThan(12.1)
      expect(Math.max(...seconds.slice(1))).toBeLessThan(4.1)
    })
  })
})

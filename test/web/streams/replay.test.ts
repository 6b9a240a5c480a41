import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeSegment } from '../../../contract/socket/replay-segment.ts'
import { encodeFrame, type StreamFrame } from '../../../contract/socket/stream-frame.ts'
import { FrameTrack } from '../../../web/features/streams/replay/frame-track.ts'
import { PlaybackSchedule } from '../../../web/features/streams/replay/playback-schedule.ts'
import {
  chapterAt,
  codingOf,
  lineCountAt,
  positionAfter,
  segmentAt,
  startTimeOf,
  withoutBlocked,
} from '../../../web/features/streams/replay/seeking.ts'
import { SegmentCache } from '../../../web/features/streams/replay/segment-cache.ts'
import { chapterLines, parseChapters } from '../../../web/features/streams/stream-fields.ts'
import { toggleMute, VOLUME_CODEC, volumeGain } from '../../../web/features/streams/watch/volume.ts'
import { parseSketch, sketchPath } from '../../../web/lib/sketch-link.ts'

const segments = fc.array(fc.integer({ min: 1, max: 9000 }), { minLength: 1, maxLength: 60 }).map((lengths) => {
  let startMs = 0
  return lengths.map((length) => {
    const segment = { startMs, endMs: startMs + length, bytes: 1 }
    startMs += length
    return segment
  })
})

describe('seeking in a replay', () => {
  it('seeking finds the last segment that starts by then', () => {
    fc.assert(
      fc.property(segments, fc.nat(600_000), (all, ms) => {
        const found = segmentAt(all, ms)
        expect(all[found]?.startMs).toBeLessThanOrEqual(ms)
        expect(all[found + 1]?.startMs ?? Number.POSITIVE_INFINITY).toBeGreaterThan(ms)
      }),
    )
  })
  it('seeking before the first segment finds the first', () => {
    expect(segmentAt([{ startMs: 500, endMs: 900, bytes: 1 }], 0)).toBe(0)
  })
  it('each segment has its codec', () => {
    const [first, second] = [
      { picture: null, sound: null },
      { picture: { codec: 'vp8', width: 64, height: 64 }, sound: null },
    ]
    const codings = [
      { fromSegment: 0, coding: first },
      { fromSegment: 3, coding: second },
    ]
    expect([0, 2, 3, 9].map((segment) => codingOf(codings, segment))).toEqual([first, first, second, second])
  })
  it('playback skips pauses of the stream', () => {
    const pauses = [{ startMs: 1000, endMs: 5000 }]
    expect([998, 999, 1000, 4999, 5000].map((ms) => positionAfter(pauses, ms, 1))).toEqual([
      999, 5000, 5001, 5001, 5001,
    ])
  })
  describe('playback in any steps', () => {
    const spans = fc.array(fc.tuple(fc.integer({ min: 1, max: 900 }), fc.integer({ min: 1, max: 9000 })))
    const steps = fc.array(fc.nat(2000), { minLength: 1 })
    /** Any pauses and steps, with the position after each step. */
    const playback = fc.tuple(spans, steps).map(([spans, steps]) => {
      let [end, at] = [0, 0]
      const pauses = spans.map(([played, paused]) => {
        const startMs = end + played
        end = startMs + paused
        return { startMs, endMs: end }
      })
      const positions = steps.map((step) => {
        at = positionAfter(pauses, at, step)
        return at
      })
      return { pauses, steps, positions }
    })

    it('playback is never within a pause', () => {
      fc.assert(
        fc.property(playback, ({ pauses, positions }) => {
          for (const at of positions)
            expect(pauses.some(({ startMs, endMs }) => at >= startMs && at < endMs)).toBe(false)
        }),
      )
    })
    it('playback covers everything except the pauses', () => {
      fc.assert(
        fc.property(playback, ({ pauses, steps, positions }) => {
          const at = positions.at(-1) ?? 0
          const skipped = pauses
            .filter(({ endMs }) => endMs <= at)
            .reduce((sum, pause) => sum + pause.endMs - pause.startMs, 0)
          expect(at - skipped).toBe(steps.reduce((sum, step) => sum + step, 0))
        }),
      )
    })
  })

  it('a chapter begins at its time', () => {
    const chapters = [
      { atMs: 0, title: 'Lines' },
      { atMs: 60_000, title: 'Colour' },
    ]
    expect(chapterAt(chapters, 59_999)?.title).toBe('Lines')
    expect(chapterAt(chapters, 60_000)?.title).toBe('Colour')
  })
  it('a replay without chapters is in no chapter', () => {
    expect(chapterAt([], 5)).toBeNull()
  })
  it('the lines up to the position are shown', () => {
    expect([0, 10, 11, 99].map((ms) => lineCountAt([{ atMs: 10 }, { atMs: 20 }], ms))).toEqual([0, 1, 1, 2])
  })
  it('lines of members who block or are blocked by the viewer are left out [decision 022]', () => {
    const chat = [3, 1, 2, 1, 3].map((id, atMs) => ({ id: atMs, atMs, user: { id } }))
    const shown = (...blocked: number[]) => withoutBlocked(chat, new Set(blocked)).map(({ id }) => id)
    expect([shown(), shown(1), shown(2, 3), shown(1, 2, 3)]).toEqual([[0, 1, 2, 3, 4], [0, 2, 4], [1, 3], []])
  })
  it('playback starts at the time in the address', () => {
    expect(['t=80', 't=-1', 't=soon', ''].map((search) => startTimeOf(new URLSearchParams(search)))).toEqual([
      80_000, 0, 0, 0,
    ])
  })
})

describe('the frames of a replay', () => {
  const frame = (kind: StreamFrame['kind'], number: number, ms: number): StreamFrame => ({
    ...{ kind, number, isKey: true, timeUs: ms * 1000 },
    data: new Uint8Array([number + 1]),
  })
  const files = [
    [frame('picture', 0, 0), frame('sound', 0, 10), frame('picture', 1, 100)],
    [frame('picture', 2, 4000), frame('sound', 1, 4010)],
  ].map((frames) => encodeSegment(frames.map(encodeFrame)))
  const spans = [
    { startMs: 0, endMs: 100, bytes: 1 },
    { startMs: 4000, endMs: 4010, bytes: 1 },
  ]
  const loaded = async (
    wanted: readonly number[],
    load = async (segment: number) => files[segment] ?? new Uint8Array(),
  ) => {
    let left = wanted.length
    const { promise, resolve } = Promise.withResolvers<void>()
    const cache = new SegmentCache(load, () => --left === 0 && resolve())
    cache.prefetch(wanted)
    await promise
    return cache
  }
  const numbersOf = (track: FrameTrack, untilMs: number) => {
    const numbers: number[] = []
    for (let next = track.next(untilMs); next; next = track.next(untilMs)) numbers.push(next.frame.number)
    return numbers
  }

  it('frames are played in order and on time', async () => {
    const track = new FrameTrack(spans, await loaded([0, 1]), ['picture'])
    expect([50, 3999, 5000].map((untilMs) => numbersOf(track, untilMs))).toEqual([[0], [1], [2]])
  })
  it('each kind of frame is played on its own', async () => {
    const cache = await loaded([0, 1])
    const [pictures, sounds] = [new FrameTrack(spans, cache, ['picture']), new FrameTrack(spans, cache, ['sound'])]
    expect(numbersOf(pictures, 50)).toEqual([0])
    expect(numbersOf(sounds, 5000)).toEqual([0, 1])
  })
  it('a track is at its end after the last frame', async () => {
    const track = new FrameTrack(spans, await loaded([0, 1]), ['picture'])
    numbersOf(track, 3999)
    expect(track.isAtEnd).toBe(false)
    numbersOf(track, 5000)
    expect(track.isAtEnd).toBe(true)
  })
  it('playback continues at the start of the segment of the seek position', async () => {
    const track = new FrameTrack(spans, await loaded([0, 1]), ['picture'])
    track.seek(4005)
    expect(numbersOf(track, 9000)).toEqual([2])
    track.seek(90)
    expect(numbersOf(track, 9000)).toEqual([0, 1, 2])
  })
  it('playback waits for a segment that is not loaded', async () => {
    const cache = await loaded([0])
    const track = new FrameTrack(spans, cache, ['picture'])
    expect(numbersOf(track, 9000)).toEqual([0, 1])
    expect(track.segment).toBe(1)
    expect(cache.hasFailed).toBe(false)
  })
  it('a malformed segment is a failure until it is retried', async () => {
    const cache = await loaded([0], async () => new Uint8Array([0, 0, 0, 9, 1]))
    expect([cache.hasFailed, cache.read(0)]).toEqual([true, null])
    cache.retry()
    expect(cache.hasFailed).toBe(false)
  })
})

describe('the sound of a replay', () => {
  it('sound plays without gaps while it is in step with the pictures', () => {
    const schedule = new PlaybackSchedule()
    expect(schedule.startOf(10, { now: 5, position: 9.9, rate: 1 })).toBeCloseTo(5.1)
    expect(schedule.startOf(10.02, { now: 5.03, position: 9.9, rate: 1 })).toBeCloseTo(5.12)
    expect(schedule.startOf(10.04, { now: 5.3, position: 10, rate: 1 })).toBeCloseTo(5.34)
  })
  it('sound plays twice as fast at double speed', () => {
    const schedule = new PlaybackSchedule()
    expect(schedule.startOf(10, { now: 5, position: 9, rate: 2 })).toBeCloseTo(5.5)
    expect(schedule.startOf(11, { now: 5, position: 9, rate: 2 })).toBeCloseTo(6)
  })
  it('sound from the past is skipped', () => {
    expect(new PlaybackSchedule().startOf(9, { now: 5, position: 10, rate: 1 })).toBeNull()
  })
})

describe('chapters as text', () => {
  const chapter = fc.record({ atMs: fc.nat(30_000_000), title: fc.stringMatching(/^[a-z0-9]{1,12}$/) })
  it('parsing the text restores the chapters', () => {
    const chapters = fc
      .uniqueArray(chapter, { selector: ({ atMs }) => Math.floor(atMs / 1000), maxLength: 20 })
      .map((all) => all.toSorted((a, b) => a.atMs - b.atMs))
    fc.assert(
      fc.property(chapters, (all) => {
        expect(parseChapters(chapterLines(all), all)).toEqual(all)
      }),
    )
  })
  it('chapters are sorted', () => {
    expect(parseChapters('1:02:05 Colour\n\n 0:00 Lines ', [])).toEqual([
      { atMs: 0, title: 'Lines' },
      { atMs: 3_725_000, title: 'Colour' },
    ])
  })
  it.each(['Colour', '0:05', '0:75 Colour', '0:05 One\n0:05 Two', `0:05 ${'x'.repeat(65)}`])(
    'a malformed line is refused: %j',
    (lines) => expect(parseChapters(lines, [])).toBeNull(),
  )
})

describe('preferences for a stream', () => {
  const volume = fc.record({ level: fc.integer({ min: 0, max: 100 }), isMuted: fc.boolean() })

  it('the volume is stored in the browser', () => {
    fc.assert(
      fc.property(volume, (setting) => {
        expect(VOLUME_CODEC.parse(VOLUME_CODEC.serialize(setting))).toEqual(setting)
      }),
    )
  })
  it.each([null, 'loud'])('the volume starts at the maximum when the browser stored %j [2 §9]', (stored) => {
    expect(VOLUME_CODEC.parse(stored)).toEqual({ level: 100, isMuted: false })
  })
  it('half the volume is a quarter of the gain', () => {
    expect(volumeGain({ level: 50, isMuted: false })).toBe(0.25)
  })
  it('a muted stream has no gain', () => {
    expect(volumeGain({ level: 50, isMuted: true })).toBe(0)
  })
  it('the mute key restores sound, also after the volume was zero', () => {
    fc.assert(
      fc.property(volume, (setting) => {
        expect(volumeGain(toggleMute(setting)) > 0).toBe(volumeGain(setting) === 0)
      }),
    )
  })
  it('the path of a linked sketch is parsed back to its id', () => {
    fc.assert(
      fc.property(fc.option(fc.integer({ min: 1, max: 999_999_999_999_999 })), (sketch) => {
        expect(parseSketch(sketchPath(sketch))).toBe(sketch)
      }),
    )
  })
  it.each(['12', '/sketch/12', 'https://croquis.example/sketch/12?in=tops'])('%j links sketch 12', (text) => {
    expect(parseSketch(text)).toBe(12)
  })
  it('an empty field links no sketch', () => {
    expect(parseSketch('')).toBeNull()
  })
  it.each(['cats', '0'])('%j is not the address of a sketch', (text) => {
    expect(parseSketch(text)).toBeUndefined()
  })
})

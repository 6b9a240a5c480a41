import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { STREAM_DEFAULTS } from '../../../contract/limits.ts'
import { SourceClock } from '../../../web/features/streams/publish/capture-clocks.ts'
import { codedSize, isCropped, LINES_MAX } from '../../../web/features/streams/publish/encoding.ts'
import { FrameSequence, Playout, SOUND_DELAY_S, SoundSchedule } from '../../../web/features/streams/watch/playout.ts'
import { delayText, qualityOf } from '../../../web/features/streams/watch/stream-status.ts'

describe('the clock of a source', () => {
  it('times follow the source while they agree with the arrival', () => {
    const clock = new SourceClock()
    expect(clock.timeOf(1_000_000, 50_000)).toBe(50_000)
    expect(clock.timeOf(1_020_000, 99_000)).toBe(70_000)
    expect(clock.timeOf(1_040_000, 85_000)).toBe(90_000)
  })
  it('times follow the arrival where the two differ by more than 150 ms', () => {
    const clock = new SourceClock()
    clock.timeOf(0, 0)
    expect(clock.timeOf(20_000, 400_000)).toBe(400_000)
  })
  it('times never go back', () => {
    const pair = fc.tuple(fc.nat(10_000_000), fc.nat(10_000_000))
    fc.assert(
      fc.property(fc.array(pair), (pairs) => {
        const clock = new SourceClock()
        const placed = pairs.map(([source, now]) => clock.timeOf(source, now))
        return placed.every((at, index) => at >= (placed[index - 1] ?? 0))
      }),
    )
  })
})

describe('the schedule of sound [2 §9]', () => {
  it('sound plays in its original pace, however unevenly it arrives', () => {
    const schedule = new SoundSchedule()
    const first = schedule.startOf(10, 100).at
    expect(first).toBeCloseTo(100 + SOUND_DELAY_S)
    expect(schedule.startOf(10.02, 100.09).at).toBeCloseTo(first + 0.02)
    expect(schedule.startOf(10.04, 100.1).at).toBeCloseTo(first + 0.04)
  })
  it('sound starts again after a gap', () => {
    const schedule = new SoundSchedule()
    schedule.startOf(10, 100)
    expect(schedule.startOf(10.02, 103)).toEqual({ at: 103 + SOUND_DELAY_S, dropsOthers: false })
  })
  it('sound that arrives in a burst is skipped to stay near real time', () => {
    const schedule = new SoundSchedule()
    const placed = Array.from({ length: 200 }, (_, index) => schedule.startOf(10 + index * 0.02, 100))
    expect(placed.some(({ dropsOthers }) => dropsOthers)).toBe(true)
    expect(placed.at(-1)?.at).toBeLessThan(100.5)
  })
  it('sound is never scheduled in the past or more than half a second ahead', () => {
    const chunk = fc.record({ capturedAt: fc.integer({ min: 0, max: 5000 }), waits: fc.integer({ min: 0, max: 400 }) })
    fc.assert(
      fc.property(fc.array(chunk), (chunks) => {
        const schedule = new SoundSchedule()
        let now = 0
        for (const { capturedAt, waits } of chunks) {
          now += waits / 1000
          const { at } = schedule.startOf(capturedAt / 1000, now)
          expect(at).toBeGreaterThanOrEqual(now)
          expect(at).toBeLessThanOrEqual(now + 0.5)
        }
      }),
    )
  })
})

describe('the schedule of pictures [2 §9]', () => {
  it('a picture is shown on arrival by default, without interpolation', () => {
    const playout = new Playout(STREAM_DEFAULTS.interpolation)
    expect([playout.dueAt(0, 500), playout.dueAt(100, 900), playout.dueAt(200, 901)]).toEqual([500, 900, 901])
  })
  it('pictures are shown in their original pace with interpolation', () => {
    const playout = new Playout(4)
    const due = [20, 180, 220, 390, 440, 520].map((now, index) => playout.dueAt(index * 100, now))
    const gaps = due.slice(1).map((at, index) => at - (due[index] ?? 0))
    for (const gap of gaps) expect(gap).toBeCloseTo(100, 5)
  })
  it('a picture is never shown before its arrival', () => {
    const piece = fc.tuple(fc.nat(300), fc.nat(300))
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 8 }), fc.array(piece), (interpolation, pieces) => {
        const playout = new Playout(interpolation)
        let [made, now] = [0, 0]
        return pieces.every(([madeLater, comesLater]) => {
          made += madeLater
          now += comesLater
          return playout.dueAt(made, now) >= now
        })
      }),
    )
  })
})

describe('received frames', () => {
  const picture = (number: number, ms: number) => ({ kind: 'picture' as const, number, timeUs: ms * 1000 })
  const checkAll = (frames: readonly ReturnType<typeof picture>[]) => {
    const sequence = new FrameSequence()
    return frames.map((frame) => sequence.check(frame))
  }

  it('repeated frames are ignored', () => {
    const frames = [picture(4, 400), picture(5, 500), picture(4, 400), picture(5, 500), picture(6, 600)]
    expect(checkAll(frames)).toEqual(['gap', 'next', 'duplicate', 'duplicate', 'next'])
  })
  it('a gap in the numbers is noticed', () => {
    expect(checkAll([picture(0, 0), picture(1, 100), picture(4, 400)])).toEqual(['next', 'next', 'gap'])
  })
  it('a first frame with a later number comes after a gap', () => {
    expect(checkAll([picture(4, 400)])).toEqual(['gap'])
  })
  it('an earlier number with a later time is a new sequence', () => {
    const sequence = new FrameSequence()
    sequence.check(picture(40, 4000))
    expect([picture(31, 9000), picture(32, 9100)].map((frame) => sequence.check(frame))).toEqual(['gap', 'next'])
  })
  it('each kind of frame is numbered separately', () => {
    const sequence = new FrameSequence()
    sequence.check(picture(7, 700))
    expect(sequence.check({ kind: 'sound', number: 0, timeUs: 0 })).toBe('next')
  })
})

describe('the size of a stream', () => {
  const side = fc.integer({ min: 64, max: 4096 })
  const anySize = fc.record({ width: side, height: side }).map((source) => codedSize(source))

  it('the sides are even', () => {
    fc.assert(
      fc.property(anySize, ({ width, height }) => {
        expect([width % 2, height % 2]).toEqual([0, 0])
      }),
    )
    expect(codedSize({ width: 1281, height: 721 })).toEqual({ width: 1280, height: 720 })
  })
  it('a stream is at most 1080 pixels high and 4096 wide', () => {
    fc.assert(
      fc.property(anySize, ({ width, height }) => {
        expect(height).toBeLessThanOrEqual(LINES_MAX)
        expect(width).toBeLessThanOrEqual(4096)
      }),
    )
  })
  it('a smaller stream keeps the proportions of its source', () => {
    expect(codedSize({ width: 3840, height: 2160 })).toEqual({ width: 1920, height: 1080 })
  })
  it('an odd row or column is cropped rather than scaled', () => {
    const height = fc.integer({ min: 64, max: LINES_MAX })
    fc.assert(fc.property(fc.record({ width: side, height }), (size) => isCropped(size, codedSize(size))))
  })
  it('a source with too many lines is scaled', () => {
    expect(isCropped({ width: 3841, height: 2161 }, codedSize({ width: 3841, height: 2161 }))).toBe(false)
  })
})

describe('the quality shown to a viewer', () => {
  it.each([
    ['all', 300, 'good'],
    ['all', 2000, 'fair'],
    ['keys', 300, 'fair'],
    ['stills', 300, 'poor'],
    ['all', 5000, 'poor'],
  ] as const)('the quality at the level "%s" with a delay of %i ms is %s', (level, delayMs, quality) => {
    expect(qualityOf(level, delayMs)).toBe(quality)
  })
  it.each([
    [420, '0.4 s behind'],
    [-20, '0.0 s behind'],
  ])('a delay of %i ms is shown as "%s"', (delayMs, text) => {
    expect(delayText(delayMs)).toBe(text)
  })
})

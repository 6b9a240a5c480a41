import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { STREAM_DEFAULTS } from '../../../contract/limits.ts'
import { SourceClock } from '../../../web/features/streams/publish/capture-clocks.ts'
import { codedSize, isCropped, LINES_MAX } from '../../../web/features/streams/publish/encoding.ts'
import { Playout, ShownFrames, SOUND_DELAY_S, SoundSchedule } from '../../../web/features/streams/watch/playout.ts'
import { delayText, qualityOf } from '../../../web/features/streams/watch/stream-status.ts'

describe('the clock of a source', () => {
  it('keeps the even times of the source while these agree with when it comes', () => {
    const clock = new SourceClock()
    expect(clock.place(1_000_000, 50_000)).toBe(50_000)
    expect(clock.place(1_020_000, 99_000)).toBe(70_000)
    expect(clock.place(1_040_000, 85_000)).toBe(90_000)
  })
  it('follows when it comes where the two part by more than 150 ms', () => {
    const clock = new SourceClock()
    clock.place(0, 0)
    expect(clock.place(20_000, 400_000)).toBe(400_000)
  })
  it('never goes back', () => {
    const pair = fc.tuple(fc.nat(10_000_000), fc.nat(10_000_000))
    fc.assert(
      fc.property(fc.array(pair), (pairs) => {
        const clock = new SourceClock()
        const placed = pairs.map(([source, now]) => clock.place(source, now))
        return placed.every((at, index) => at >= (placed[index - 1] ?? 0))
      }),
    )
  })
})

describe('pieces of sound [2 §9]', () => {
  it('are heard after each other as they were made, however unevenly they come', () => {
    const schedule = new SoundSchedule()
    const first = schedule.place(10, 100).at
    expect(first).toBeCloseTo(100 + SOUND_DELAY_S)
    expect(schedule.place(10.02, 100.09).at).toBeCloseTo(first + 0.02)
    expect(schedule.place(10.04, 100.1).at).toBeCloseTo(first + 0.04)
  })
  it('begin again after a gap', () => {
    const schedule = new SoundSchedule()
    schedule.place(10, 100)
    expect(schedule.place(10.02, 103)).toEqual({ at: 103 + SOUND_DELAY_S, dropsOthers: false })
  })
  it('that come all at once are caught up with: the last of them is heard soon', () => {
    const schedule = new SoundSchedule()
    const placed = Array.from({ length: 200 }, (_, index) => schedule.place(10 + index * 0.02, 100))
    expect(placed.some(({ dropsOthers }) => dropsOthers)).toBe(true)
    expect(placed.at(-1)?.at).toBeLessThan(100.5)
  })
  it('are never put before now, nor further ahead than half a second', () => {
    const piece = fc.record({ madeAt: fc.integer({ min: 0, max: 5000 }), waits: fc.integer({ min: 0, max: 400 }) })
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const schedule = new SoundSchedule()
        let now = 0
        for (const { madeAt, waits } of pieces) {
          now += waits / 1000
          const { at } = schedule.place(madeAt / 1000, now)
          expect(at).toBeGreaterThanOrEqual(now)
          expect(at).toBeLessThanOrEqual(now + 0.5)
        }
      }),
    )
  })
})

describe('when a picture is shown [2 §9]', () => {
  it('is when it comes, without interpolation, as by default', () => {
    const playout = new Playout(STREAM_DEFAULTS.interpolation)
    expect([playout.dueAt(0, 500), playout.dueAt(100, 900), playout.dueAt(200, 901)]).toEqual([500, 900, 901])
  })
  it('is in the pace in which they were made, with interpolation', () => {
    const playout = new Playout(4)
    const due = [20, 180, 220, 390, 440, 520].map((now, index) => playout.dueAt(index * 100, now))
    const gaps = due.slice(1).map((at, index) => at - (due[index] ?? 0))
    for (const gap of gaps) expect(gap).toBeCloseTo(100, 5)
  })
  it('is never before it came', () => {
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

describe('frames that come to a viewer', () => {
  const picture = (number: number, ms: number) => ({ kind: 'picture' as const, number, timeUs: ms * 1000 })
  it('are left out when they come again, and known to be missing when they do not come', () => {
    const shown = new ShownFrames()
    const comes = [picture(4, 400), picture(5, 500), picture(4, 400), picture(5, 500), picture(6, 600), picture(9, 900)]
    expect(comes.map((frame) => shown.add(frame))).toEqual(['later', 'next', 'again', 'again', 'next', 'later'])
  })
  it('are others where an earlier number comes with a later time', () => {
    const shown = new ShownFrames()
    shown.add(picture(40, 4000))
    expect([picture(31, 9000), picture(32, 9100)].map((frame) => shown.add(frame))).toEqual(['later', 'next'])
  })
  it('are counted kind by kind', () => {
    const shown = new ShownFrames()
    shown.add(picture(7, 700))
    expect(shown.add({ kind: 'sound', number: 0, timeUs: 0 })).toBe('next')
  })
})

describe('the size of a stream', () => {
  it('has even sides, the proportions of its source, and 1080 lines at most', () => {
    const side = fc.integer({ min: 64, max: 4096 })
    fc.assert(
      fc.property(side, side, (width, height) => {
        const size = codedSize({ width, height })
        expect([size.width % 2, size.height % 2]).toEqual([0, 0])
        expect(size.height).toBeLessThanOrEqual(LINES_MAX)
        expect(size.width).toBeLessThanOrEqual(4096)
      }),
    )
    expect(codedSize({ width: 3840, height: 2160 })).toEqual({ width: 1920, height: 1080 })
    expect(codedSize({ width: 1281, height: 721 })).toEqual({ width: 1280, height: 720 })
  })
  it('lose a line or row that is one too many, rather than being drawn smaller', () => {
    const [width, height] = [fc.integer({ min: 64, max: 4096 }), fc.integer({ min: 64, max: LINES_MAX })]
    fc.assert(fc.property(fc.record({ width, height }), (size) => isCropped(size, codedSize(size))))
    expect(isCropped({ width: 3841, height: 2161 }, codedSize({ width: 3841, height: 2161 }))).toBe(false)
  })
})

describe('the quality that a viewer is told of', () => {
  it('goes by what they are sent and by how late it is', () => {
    expect(qualityOf('all', 300)).toBe('good')
    expect(qualityOf('all', 2000)).toBe('fair')
    expect(qualityOf('keys', 300)).toBe('fair')
    expect(qualityOf('stills', 300)).toBe('poor')
    expect(qualityOf('all', 5000)).toBe('poor')
    expect(delayText(420)).toBe('0.4 s behind')
    expect(delayText(-20)).toBe('0.0 s behind')
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { StreamLevel } from '../../../../contract/socket/stream-messages.ts'
import { AckWindow } from '../../../../durable-objects/realtime/AckWindow.ts'
import { UNREAD_BYTES } from '../../../../durable-objects/realtime/SendBudget.ts'
import { AdaptiveQuality, windowBytes } from '../../../../durable-objects/stream/AdaptiveQuality.ts'
import type { EncodedFrame } from '../../../../durable-objects/stream/frames.ts'
import { frameOf } from '../../../support/unit/stream.ts'

const WINDOW = 2 ** 18
const FRAMES_PER_SECOND = 10
const KEY_EVERY = 40

/** Simulates a viewer who reads a limited number of bytes each second. */
class SimulatedViewer {
  readonly quality: AdaptiveQuality
  readonly #reading = new AckWindow()
  /** The marks that are not read yet, with their offsets. */
  #marks: { mark: number; at: number }[] = []
  readonly levels: StreamLevel[] = []
  #number = 0
  #sent = 0
  #read = 0
  sound = 0
  pictures: number[] = []
  peak = 0
  isDropped = false

  constructor(most: StreamLevel = 'all') {
    this.quality = new AdaptiveQuality(most, this.#reading)
    this.quality.onStarted(true, 0)
  }

  #offer(frame: EncodedFrame, now: number): boolean {
    const takes = this.quality.accepts(frame, { window: WINDOW, budget: UNREAD_BYTES, isCoded: true, now })
    if (!takes) return false
    this.#reading.count(frame.bytes.length)
    this.#sent += frame.bytes.length
    this.#mark(now, false)
    this.peak = Math.max(this.peak, this.#sent - this.#read)
    return true
  }

  #mark(now: number, soon: boolean): void {
    const mark = this.#reading.nextMark(now, soon)
    if (mark !== null) this.#marks.push({ mark, at: this.#sent })
  }

  /** Acknowledges the marks that the viewer has read. */
  #answer(): void {
    for (const { mark, at } of this.#marks) if (at <= this.#read) this.#reading.acknowledge(mark)
    this.#marks = this.#marks.filter(({ at }) => at > this.#read)
  }

  second(at: number, { streamed, reads }: { streamed: number; reads: number }): void {
    for (let tenth = 0; tenth < FRAMES_PER_SECOND; tenth++) {
      const now = at * 1000 + tenth * 100
      const number = this.#number++
      const isKey = number % KEY_EVERY === 0
      if (this.#offer(frameOf({ isKey, number, bytes: streamed / FRAMES_PER_SECOND }), now)) this.pictures.push(number)
      if (this.#offer(frameOf({ kind: 'sound', number, bytes: 400 }), now)) this.sound++
      this.#offer(frameOf({ kind: 'still', number, bytes: 20_000 }), now)
      this.#read = Math.min(this.#sent, this.#read + reads / FRAMES_PER_SECOND)
      this.#answer()
    }
    this.#mark(at * 1000 + 950, true)
    this.isDropped ||= !this.quality.adjust(WINDOW, at * 1000 + 999)
    this.levels.push(this.quality.level)
  }
}

const simulateViewer = (
  seconds: number,
  rates: { streamed: number; reads: number },
  watching = new SimulatedViewer(),
) => {
  const from = watching.levels.length
  for (let at = from; at < from + seconds; at++) watching.second(at, rates)
  return watching
}

describe('the quality for a viewer', () => {
  it('a viewer who reads fast enough gets every frame', () => {
    const { pictures, sound, levels } = simulateViewer(30, { streamed: 400_000, reads: 500_000 })
    expect([pictures.length, sound]).toEqual([300, 300])
    expect(new Set(levels)).toEqual(new Set(['all']))
  })

  describe('a viewer who reads too slowly', () => {
    const { levels, sound, isDropped } = simulateViewer(40, { streamed: 400_000, reads: 12_000 })

    it('a slow viewer gets only key frames within seconds', () => {
      expect(levels.slice(0, 3)).toContain('keys')
    })

    it('a viewer who is too slow for key frames gets stills', () => {
      expect(levels).toContain('stills')
    })

    it('a slow viewer gets all sound', () => {
      expect(sound).toBe(400)
    })

    it('a slow viewer is not dropped', () => {
      expect(isDropped).toBe(false)
    })
  })

  it('a viewer who falls behind gets less within seconds, even without a full window of unread data', () => {
    const { levels } = simulateViewer(44, { streamed: 50_000, reads: 20_000 })
    expect(levels.indexOf('keys')).toBeGreaterThan(0)
    expect(levels.indexOf('keys')).toBeLessThan(20)
  })

  it('a viewer of stills who reads nothing is dropped within a minute', () => {
    expect(simulateViewer(62, { streamed: 1000, reads: 0 }, new SimulatedViewer('stills')).isDropped).toBe(true)
  })

  it('a viewer of everything who reads nothing is dropped within a minute', () => {
    expect(simulateViewer(60, { streamed: 400_000, reads: 0 }).isDropped).toBe(true)
  })

  it('a key frame larger than the window does not block the frames after it', () => {
    const reading = new AckWindow()
    const quality = new AdaptiveQuality('all', reading)
    quality.onStarted(true, 0)
    const sending = { window: WINDOW, budget: UNREAD_BYTES, isCoded: true, now: 0 }
    const takes = (isKey: boolean, bytes: number) => {
      const taken = quality.accepts(frameOf({ isKey, bytes }), sending)
      if (taken) reading.count(bytes)
      return taken
    }
    expect([takes(true, 3 * WINDOW), takes(false, WINDOW), takes(false, WINDOW)]).toEqual([true, true, true])
    expect(takes(false, WINDOW)).toBe(false)
  })

  describe('a viewer who reads too slowly and then fast', () => {
    const watching = simulateViewer(5, { streamed: 400_000, reads: 30_000 })
    const { isReduced } = watching.quality
    const slowPictures = watching.pictures.length
    simulateViewer(20, { streamed: 400_000, reads: 2_000_000 }, watching)

    it('a viewer who recovers gets everything again', () => {
      expect([isReduced, watching.quality.level]).toEqual([true, 'all'])
    })

    it('the pictures for a viewer who recovers start with a key frame', () => {
      const since = watching.pictures.slice(slowPictures)
      const resumed = since.findIndex((number, at) => since[at + 1] === number + 1)
      expect((since[resumed] ?? 1) % KEY_EVERY).toBe(0)
    })
  })

  it('a better quality is tried at ever longer intervals for a viewer who is almost fast enough', () => {
    const { levels } = simulateViewer(240, { streamed: 400_000, reads: 250_000 })
    const rises = levels.flatMap((level, at) => (level === 'all' && levels[at - 1] === 'keys' ? [at] : []))
    const last = rises.slice(-2)
    expect((last[1] ?? 0) - (last[0] ?? 0)).toBeGreaterThan((rises[1] ?? 0) - (rises[0] ?? 0))
  })

  it('the unread data of a viewer never exceeds two windows and two frames', () => {
    const rate = fc.integer({ min: 0, max: 3_000_000 })
    const streamed = fc.integer({ min: 10_000, max: 3_000_000 })
    const property = fc.property(fc.array(fc.record({ streamed, reads: rate }), { maxLength: 30 }), (seconds) => {
      const watching = new SimulatedViewer()
      for (const [at, rates] of seconds.entries()) watching.second(at, rates)
      const largest = Math.max(0, ...seconds.map(({ streamed: bytes }) => bytes / FRAMES_PER_SECOND))
      expect(watching.peak).toBeLessThanOrEqual(2 * WINDOW + 2 * (largest + 20_100))
    })
    fc.assert(property, { numRuns: 100 })
  })

  it.each(['keys', 'stills'] as const)('a viewer never gets more than they can show: %s', (most) => {
    const { levels, pictures } = simulateViewer(30, { streamed: 100_000, reads: 500_000 }, new SimulatedViewer(most))
    expect(new Set(levels)).toEqual(new Set([most]))
    expect(pictures.every((number) => number % KEY_EVERY === 0)).toBe(true)
    expect(pictures.length).toBe(most === 'keys' ? 8 : 0)
  })
})

it('the windows of all viewers of an object add up to at most 64 MB', () => {
  expect([1, 64, 200, 512].map(windowBytes)).toEqual([2 ** 20, 2 ** 20, 2 ** 26 / 200, 2 ** 17])
})

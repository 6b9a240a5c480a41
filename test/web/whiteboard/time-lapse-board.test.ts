import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blankBoard } from '../../../contract/board/board.ts'
import { hashPixels } from '../../../contract/board/hash.ts'
import type { BoardLogReply } from '../../../contract/http/whiteboard.ts'
import { type BoardCommand, SUBPIXELS } from '../../../contract/socket/draw-commands.ts'
import { KEYFRAMES_MAX, Keyframes } from '../../../web/features/whiteboard/history/keyframes.ts'
import { LogPages } from '../../../web/features/whiteboard/history/log-pages.ts'
import { type MissingPart, TimeLapseBoard } from '../../../web/features/whiteboard/history/time-lapse-board.ts'
import {
  flushAt,
  flushesPerMs,
  sliderMax,
  sliderPositionOf,
  timeOfFlush,
} from '../../../web/features/whiteboard/history/timeline.ts'
import { cursorCommands, cursorsAfter } from '../../../web/features/whiteboard/session/cursors.ts'
import { boardCommand } from '../../support/unit/board.ts'
import { LoggedBoard, MIDNIGHT, moment } from '../../support/unit/board-log.ts'

function provide({ kind, number }: MissingPart, lapse: TimeLapseBoard, log: LoggedBoard, pages: LogPages): void {
  if (kind === 'page') pages.add(number, log.page(number))
  else lapse.addPicture(number, (log.pictures.get(number) ?? blankBoard()).pixels.slice())
}

/** Seeks to a moment, provides the missing parts, and returns their names. */
function seekTo(lapse: TimeLapseBoard, log: LoggedBoard, pages: LogPages, target: number): string[] {
  const needed: string[] = []
  while (!lapse.advance(target, () => false)) {
    for (const need of lapse.needs(target, 2)) {
      needed.push(`${need.kind} ${need.number}`)
      provide(need, lapse, log, pages)
    }
  }
  return needed
}

const dot = (x: number, y: number): BoardCommand => ({
  ...{ do: 'dr', x: x * SUBPIXELS, y: y * SUBPIXELS, width: 8 * SUBPIXELS, height: 8 * SUBPIXELS },
})

describe('the board at a moment of its log [2 §2 Whiteboard]', () => {
  it('the board is identical to the one drawn from the beginning, in any order of moments', () => {
    const flushes = fc.array(fc.array(boardCommand, { maxLength: 3 }), { minLength: 1, maxLength: 40 })
    const visits = fc.array(fc.tuple(fc.nat(), fc.constantFrom(0, 0, 1, 2, 5)), { minLength: 1, maxLength: 6 })
    const cutAt = fc.integer({ min: 1, max: 9 })
    fc.assert(
      fc.property(flushes, fc.nat(), cutAt, visits, (drawn, begins, cut, moments) => {
        const first = begins % drawn.length
        const log = new LoggedBoard(drawn, [first], cut)
        const pages = new LogPages()
        const lapse = new TimeLapseBoard(log.reply, pages)
        for (const [number, steps] of moments) {
          const target = first + (number % (drawn.length - first + 1))
          if (steps > 0) {
            // Simulates a seek elsewhere while the moment is being drawn.
            let left = steps
            for (const need of lapse.needs(target, 0)) provide(need, lapse, log, pages)
            lapse.advance(target, () => --left <= 0)
            continue
          }
          seekTo(lapse, log, pages, target)
          expect(lapse.number).toBe(target)
          expect(hashPixels(lapse.board.pixels)).toBe(log.hashAt(target))
        }
      }),
      { numRuns: 20 },
    )
  })

  it('drawing starts from an earlier snapshot where that saves much, and from keyframes later', () => {
    const many = Array.from({ length: 1500 }, (_, index): BoardCommand[] => {
      const colour = index % 200 === 50 ? [{ do: 'scr' as const, colour: index * 5000 }] : []
      return [...colour, dot(index % 690, (index * 7) % 510)]
    })
    const log = new LoggedBoard(many, [0, 700, 1400])
    const pages = new LogPages()
    const lapse = new TimeLapseBoard(log.reply, pages)
    expect(seekTo(lapse, log, pages, 1450)).toEqual(['picture 1400', 'page 1280'])
    expect(hashPixels(lapse.board.pixels)).toBe(log.hashAt(1450))
    expect(seekTo(lapse, log, pages, 1410)).toEqual([])
    expect(hashPixels(lapse.board.pixels)).toBe(log.hashAt(1410))
    expect(seekTo(lapse, log, pages, 10)).toEqual(['page 0', 'page 256'])
    expect(hashPixels(lapse.board.pixels)).toBe(log.hashAt(10))
  })

  it('drawing starts from an earlier board without a snapshot, and fails without the first one', () => {
    const log = new LoggedBoard(
      Array.from({ length: 600 }, (_, index) => [dot(index, index % 500)]),
      [0, 500],
    )
    const pages = new LogPages()
    const lapse = new TimeLapseBoard(log.reply, pages)
    expect(lapse.needs(590, 0)[0]).toEqual({ kind: 'picture', number: 500 })
    lapse.dropPicture(500)
    seekTo(lapse, log, pages, 590)
    expect(hashPixels(lapse.board.pixels)).toBe(log.hashAt(590))
    expect(() => lapse.dropPicture(0)).toThrow('moved on')
  })

  it('drawing starts from an earlier board when only the picture of a snapshot is available', () => {
    const log = new LoggedBoard(
      Array.from({ length: 600 }, (_, index) => [dot(index, index % 500)]),
      [0, 500],
    )
    const pages = new LogPages()
    const lapse = new TimeLapseBoard(log.reply, pages)
    lapse.addPicture(500, blankBoard().pixels)
    log.pictures.delete(500)
    seekTo(lapse, log, pages, 590)
    expect(hashPixels(lapse.board.pixels)).toBe(log.hashAt(590))
  })

  it('drawing fails when the log has dropped flushes', () => {
    const log = new LoggedBoard([[dot(1, 1)], [dot(20, 20)]], [0])
    const pages = new LogPages()
    const { flushes, ...page } = log.page(0)
    pages.add(0, { ...page, flushes: flushes.slice(1) })
    expect(() => new TimeLapseBoard(log.reply, pages).advance(2, () => false)).toThrow('moved on')
  })

  it('the empty board at the beginning needs no data', () => {
    const log = new LoggedBoard([[dot(1, 1)]], [0])
    const pages = new LogPages()
    pages.add(0, log.page(0))
    expect(new TimeLapseBoard(log.reply, pages).needs(0, 20)).toEqual([])
  })

  it('drawing a flush may be interrupted and continued', () => {
    const log = new LoggedBoard([[dot(1, 1), dot(20, 20), dot(40, 40)]], [0])
    const pages = new LogPages()
    pages.add(0, log.page(0))
    const lapse = new TimeLapseBoard(log.reply, pages)
    const always = () => true
    const steps = [1, 2, 3, 4].map(() => lapse.advance(1, always))
    expect(steps).toEqual([false, false, false, true])
    expect(hashPixels(lapse.board.pixels)).toBe(log.hashAt(1))
  })

  it('cursors show who drew in the previous flushes, moved with the board', () => {
    const flushes: BoardCommand[][] = [[dot(300, 300)], [{ do: 'fo', offset: 100 }], [], [dot(10, 10)]]
    const log = new LoggedBoard(flushes, [0])
    const pages = new LogPages()
    pages.add(0, log.page(0))
    const lapse = new TimeLapseBoard(log.reply, pages)
    expect([...lapse.cursors(3, 3)]).toEqual([[1, { at: { x: 204, y: 304 }, ticks: 0 }]])
    expect(lapse.cursors(3, 1).size).toBe(0)
    expect(lapse.cursors(4, 1).get(1)?.at).toEqual({ x: 14, y: 14 })
  })
})

describe('cursor commands', () => {
  it('cursor commands provide the same cursors as all commands', () => {
    fc.assert(
      fc.property(fc.array(boardCommand, { maxLength: 12 }), (commands) => {
        expect(cursorsAfter(new Map(), cursorCommands(commands), undefined)).toEqual(
          cursorsAfter(new Map(), commands, undefined),
        )
      }),
    )
  })
})

describe('keyframes', () => {
  it('keyframes are limited in number, spread over the log and include first and last', () => {
    const keyframes = new Keyframes()
    for (let number = 0; number <= 100; number++) keyframes.keep(number, blankBoard())
    const kept = Array.from({ length: 101 }, (_, number) => number).filter((number) => keyframes.has(number))
    expect(kept).toHaveLength(KEYFRAMES_MAX)
    expect([kept[0], kept.at(-1)]).toEqual([0, 100])
    expect(keyframes.before(50)?.number).toBeGreaterThan(30)
  })

  it('the latest keyframe is kept, however near it is to others', () => {
    const keyframes = new Keyframes()
    for (let number = 0; number < KEYFRAMES_MAX; number++) keyframes.keep(number * 100, blankBoard())
    for (const number of [501, 502, 503]) {
      keyframes.keep(number, blankBoard())
      expect(keyframes.has(number)).toBe(true)
    }
  })
})

describe('pages of the log', () => {
  it('pages are requested in their order where a block was split', () => {
    const pages = new LogPages()
    expect(pages.missing(300)).toBe(256)
    pages.add(256, { flushes: [{ ...moment(257), text: '' }], artists: [], pens: [], next: 257 })
    expect(pages.missing(257)).toBeNull()
    expect(pages.missing(300)).toBe(257)
  })
})

describe('moments', () => {
  const log: BoardLogReply = { revision: 0, start: moment(100), last: moment(40_100), snapshots: [moment(60)] }

  it('a day plays in a minute, and a short log at the speed of drawing', () => {
    expect(flushesPerMs(log, 'normal') * 60_000).toBeCloseTo(40_000)
    expect(flushesPerMs(log, 'fast') / flushesPerMs(log, 'slow')).toBeCloseTo(16)
    expect(flushesPerMs({ start: moment(0), last: moment(8) }, 'normal') * 1000).toBeCloseTo(16)
  })

  it('moments have positions on the slider, from the first to the last', () => {
    expect([flushAt(log, 0), flushAt(log, sliderMax(log))]).toEqual([100, 40_100])
    expect([sliderPositionOf(log, 100), sliderPositionOf(log, 40_100)]).toEqual([0, sliderMax(log)])
    const short = { start: moment(4), last: moment(9) }
    expect([0, 1, 2, 3, 4, 5].map((place) => flushAt(short, place))).toEqual([4, 5, 6, 7, 8, 9])
  })

  it('the time of a moment that is not loaded is interpolated', () => {
    expect(timeOfFlush({ ...log, snapshots: [moment(60), moment(1100)] }, 600)).toBe(MIDNIGHT + 600_000)
    expect(timeOfFlush(log, 100)).toBe(MIDNIGHT + 100_000)
    expect(timeOfFlush(log, 40_100)).toBe(MIDNIGHT + 40_100_000)
  })
})

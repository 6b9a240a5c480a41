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

  describe('a log of 1,500 flushes with snapshots', () => {
    const many = Array.from({ length: 1500 }, (_, index): BoardCommand[] => {
      const colour = index % 200 === 50 ? [{ do: 'scr' as const, colour: index * 5000 }] : []
      return [...colour, dot(index % 690, (index * 7) % 510)]
    })
    const log = new LoggedBoard(many, [0, 700, 1400])
    const newLapse = () => {
      const pages = new LogPages()
      const lapse = new TimeLapseBoard(log.reply, pages)
      return { lapse, seek: (target: number) => seekTo(lapse, log, pages, target) }
    }

    it('drawing starts from an earlier snapshot where that saves much', () => {
      const { lapse, seek } = newLapse()
      expect(seek(1450)).toEqual(['picture 1400', 'page 1280'])
      expect(hashPixels(lapse.board.pixels)).toBe(log.hashAt(1450))
    })

    it('drawing starts from an earlier keyframe without more data', () => {
      const { lapse, seek } = newLapse()
      seek(1450)
      expect(seek(1410)).toEqual([])
      expect(hashPixels(lapse.board.pixels)).toBe(log.hashAt(1410))
    })

    it('drawing a moment near the beginning starts from the beginning', () => {
      const { lapse, seek } = newLapse()
      expect(seek(10)).toEqual(['page 0', 'page 256'])
      expect(hashPixels(lapse.board.pixels)).toBe(log.hashAt(10))
    })
  })

  const sixHundred = () =>
    new LoggedBoard(
      Array.from({ length: 600 }, (_, index) => [dot(index, index % 500)]),
      [0, 500],
    )

  it('drawing starts from an earlier board when a snapshot is missing', () => {
    const log = sixHundred()
    const pages = new LogPages()
    const lapse = new TimeLapseBoard(log.reply, pages)
    expect(lapse.needs(590, 0)[0]).toEqual({ kind: 'picture', number: 500 })
    lapse.dropPicture(500)
    seekTo(lapse, log, pages, 590)
    expect(hashPixels(lapse.board.pixels)).toBe(log.hashAt(590))
  })

  it('drawing fails when the first snapshot is missing', () => {
    const lapse = new TimeLapseBoard(sixHundred().reply, new LogPages())
    expect(() => lapse.dropPicture(0)).toThrow('moved on')
  })

  it('drawing starts from an earlier board when only the picture of a snapshot is available', () => {
    const log = sixHundred()
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

  describe('cursors at a moment', () => {
    const flushes: BoardCommand[][] = [[dot(300, 300)], [{ do: 'fo', offset: 100 }], [], [dot(10, 10)]]
    const log = new LoggedBoard(flushes, [0])
    const pages = new LogPages()
    pages.add(0, log.page(0))
    const lapse = new TimeLapseBoard(log.reply, pages)

    it('cursors show who drew in the previous flushes', () => {
      expect(lapse.cursors(4, 1).get(1)?.at).toEqual({ x: 14, y: 14 })
      expect(lapse.cursors(3, 1).size).toBe(0)
    })

    it('cursors have moved with the board', () => {
      expect([...lapse.cursors(3, 3)]).toEqual([[1, { at: { x: 204, y: 304 }, ticks: 0 }]])
    })
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
  describe('after a hundred flushes', () => {
    const keyframes = new Keyframes()
    for (let number = 0; number <= 100; number++) keyframes.keep(number, blankBoard())
    const kept = Array.from({ length: 101 }, (_, number) => number).filter((number) => keyframes.has(number))

    it('the number of keyframes is limited', () => {
      expect(kept).toHaveLength(KEYFRAMES_MAX)
    })

    it('the first and the last keyframe are kept', () => {
      expect([kept[0], kept.at(-1)]).toEqual([0, 100])
    })

    it('keyframes are spread over the log', () => {
      expect(keyframes.before(50)?.number).toBeGreaterThan(30)
    })
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
  it('a page that covers several blocks is requested once', () => {
    const pages = new LogPages()
    pages.add(0, {
      flushes: [1, 300].map((number) => ({ ...moment(number), text: '' })),
      artists: [],
      pens: [],
      next: null,
    })
    expect([pages.missing(1), pages.missing(300)]).toEqual([null, null])
  })

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

  it('a long log plays in a minute', () => {
    expect(flushesPerMs(log, 'normal') * 60_000).toBeCloseTo(40_000)
  })

  it('the fast speed is sixteen times the slow one', () => {
    expect(flushesPerMs(log, 'fast') / flushesPerMs(log, 'slow')).toBeCloseTo(16)
  })

  it('a short log plays no slower than sixteen flushes a second', () => {
    expect(flushesPerMs({ start: moment(0), last: moment(8) }, 'normal') * 1000).toBeCloseTo(16)
  })

  it('the slider goes from the first to the last moment', () => {
    expect([flushAt(log, 0), flushAt(log, sliderMax(log))]).toEqual([100, 40_100])
    expect([sliderPositionOf(log, 100), sliderPositionOf(log, 40_100)]).toEqual([0, sliderMax(log)])
  })

  it('each moment of a short log has a position of its own', () => {
    const short = { start: moment(4), last: moment(9) }
    expect([0, 1, 2, 3, 4, 5].map((place) => flushAt(short, place))).toEqual([4, 5, 6, 7, 8, 9])
  })

  it('the time of a moment that is not loaded is interpolated', () => {
    expect(timeOfFlush({ ...log, snapshots: [moment(60), moment(1100)] }, 600)).toBe(MIDNIGHT + 600_000)
    expect(timeOfFlush(log, 100)).toBe(MIDNIGHT + 100_000)
    expect(timeOfFlush(log, 40_100)).toBe(MIDNIGHT + 40_100_000)
  })
})

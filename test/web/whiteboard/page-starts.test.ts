import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blankBoard } from '../../../contract/board/board.ts'
import { BOARD_LOG_BLOCK, type BoardLogPage, boardLogBlock } from '../../../contract/http/whiteboard.ts'
import { cutPage, isPageStart, pageEnd } from '../../../durable-objects/whiteboard/log-page.ts'
import { DayLog } from '../../../web/features/whiteboard/artists/day-log.ts'
import { LogPages } from '../../../web/features/whiteboard/history/log-pages.ts'
import { TimeLapseBoard } from '../../../web/features/whiteboard/history/time-lapse-board.ts'
import { moment } from '../../support/unit/board-log.ts'

/** The pages of a log that begins with the flush `first` after a snapshot. `lengths` are those of the texts. */
class SiteLog {
  readonly first: number
  readonly last: number
  readonly #rows: readonly { number: number; text: string }[]

  constructor({ first, lengths }: { first: number; lengths: readonly number[] }) {
    this.first = first
    this.last = first + lengths.length - 1
    this.#rows = lengths.map((length, index) => ({ number: first + index, text: 'x'.repeat(length) }))
  }

  get reply() {
    const start = moment(this.first - 1)
    return { revision: 0, start, last: moment(this.last), snapshots: [start] }
  }

  *#after(number: number, to = this.last) {
    for (const row of this.#rows) if (row.number > number && row.number <= to) yield row
  }

  *#lengthsAfter(after: number) {
    for (const { number, text } of this.#after(after)) yield { number, length: text.length }
  }

  isAnswered(after: number): boolean {
    return isPageStart(after, this, (number) => this.#lengthsAfter(number))
  }

  page(after: number): BoardLogPage {
    if (!this.isAnswered(after)) throw new Error(`the page after ${after} is not found`)
    const to = pageEnd(after)
    const { rows, next } = cutPage(this.#after(after, to), { to, last: this.last })
    const pens = [{ number: this.first - 1, pens: '' }].filter(({ number }) => number >= after && number < (next ?? to))
    return { flushes: rows.map(({ number, text }) => ({ ...moment(number), text })), artists: [], pens, next }
  }
}

/** Seeks to a flush, and loads the parts that are missing. */
function seekTo(lapse: TimeLapseBoard, pages: LogPages, log: SiteLog, target: number): void {
  while (!lapse.advance(target, () => false))
    for (const { kind, number } of lapse.needs(target, 20)) {
      if (kind === 'page') pages.add(number, log.page(number))
      else lapse.addPicture(number, blankBoard().pixels)
    }
}

/** The numbers that a client without pages requests to read a flush. */
function requestedFor(flush: number, log: SiteLog): number[] {
  const pages = new LogPages()
  const requested: number[] = []
  for (let after = pages.missing(flush); after !== null; after = pages.missing(flush)) {
    requested.push(after)
    pages.add(after, log.page(after))
  }
  return requested
}

const length = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: 0, max: 2000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 10_000, max: 300_000 }) },
)
const siteLog = fc
  .record({
    first: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 5000 })),
    lengths: fc.array(length, { minLength: 1, maxLength: 700, size: 'max' }),
  })
  .map((choice) => new SiteLog(choice))

describe('the numbers after which a page of the log is answered [2 §2 Whiteboard]', () => {
  it('every page that a client requests while it plays or seeks is answered', () => {
    const seeks = fc.array(fc.nat(), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(siteLog, seeks, fc.nat(200), (log, targets, played) => {
        const pages = new LogPages()
        const lapse = new TimeLapseBoard(log.reply, pages)
        const [from, length] = [log.first - 1, log.last - log.first + 1]
        for (const target of targets) {
          const number = from + (target % (length + 1))
          for (let step = 0; step <= played; step += 10) seekTo(lapse, pages, log, Math.min(log.last, number + step))
        }
      }),
      { numRuns: 20 },
    )
  })

  it('every page that a client requests to read the whole day is answered', async () => {
    await fc.assert(
      fc.asyncProperty(siteLog, async (log) => {
        const reader = { page: async (after: number) => log.page(after), picture: async () => blankBoard().pixels }
        const read: number[] = []
        await new DayLog().read(log.reply, reader, new AbortController().signal, (part) => read.push(part))
        expect(read.at(-1)).toBe(1)
      }),
      { numRuns: 20 },
    )
  })

  it('a page that no client requests is refused', () => {
    fc.assert(
      fc.property(siteLog, (log) => {
        const requested = new Set<number>()
        for (let flush = log.first; flush <= log.last; flush++)
          for (const after of requestedFor(flush, log)) requested.add(after)
        // A block whose beginning was deleted answers every number, because caches still have its pages with earlier cuts.
        const isPartial = (after: number) =>
          log.first - 1 > boardLogBlock(after) && log.first <= boardLogBlock(after) + BOARD_LOG_BLOCK
        const answered: number[] = []
        for (let after = 0; after <= log.last + 2 * BOARD_LOG_BLOCK; after++)
          if (after !== log.last && !isPartial(after) && log.isAnswered(after)) answered.push(after)
        expect(answered).toEqual([...requested].filter((after) => !isPartial(after)).sort((a, b) => a - b))
      }),
      { numRuns: 20 },
    )
  })

  it('a cut in a block whose beginning was deleted is answered, because earlier pages are cached', () => {
    const lengths = Array.from({ length: 200 }, () => 5000)
    const before = new SiteLog({ first: 1, lengths })
    const { next } = before.page(0)
    if (next === null) throw new Error('the page was not cut')
    const after = new SiteLog({ first: 21, lengths: lengths.slice(20) })
    expect(after.page(0).next).not.toBe(next)
    expect(after.page(next).flushes[0]?.number).toBe(next + 1)
  })
})

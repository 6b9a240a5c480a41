import { BOARD_LOG_BLOCK, type BoardLogPage } from '../../../../contract/http/whiteboard.ts'
import { type BoardCommand, decodeCommands } from '../../../../contract/socket/whiteboard.ts'
import { cursorCommands } from '../session/cursors.ts'

type LoggedFlush = BoardLogPage['flushes'][number]
type HeldPage = { next: number | null; flushes: ReadonlyMap<number, LoggedFlush>; pens: ReadonlyMap<number, string> }

/** So many pages are held, the ones that were looked into last; each has about 256 KB, and comes again from the browser. */
const PAGES_HELD = 96

/** The pages of the log that are here, of those that the site tells (`boardLogPage`). */
export class LogPages {
  readonly #pages = new Map<number, HeldPage>()
  readonly #marks = new WeakMap<LoggedFlush, readonly BoardCommand[]>()

  /** Takes up the page after a number. */
  add(after: number, { flushes, pens, next }: BoardLogPage): void {
    this.#pages.set(after, {
      next,
      flushes: new Map(flushes.map((flush) => [flush.number, flush])),
      pens: new Map(pens.map(({ number, pens }) => [number, pens])),
    })
    const [oldest] = this.#pages.keys()
    if (this.#pages.size > PAGES_HELD && oldest !== undefined) this.#pages.delete(oldest)
  }

  /** After which number the page begins that has to come before a flush is known; null when it is known. */
  missing(number: number): number | null {
    const { after, page } = this.#find(number)
    return page ? null : after
  }

  /** A flush of a page that is here. */
  flush(number: number): LoggedFlush | undefined {
    return this.#find(number).page?.flushes.get(number)
  }

  /** The commands of a flush of a page that is here. */
  commands(number: number): BoardCommand[] {
    return decodeCommands(this.flush(number)?.text ?? '') ?? []
  }

  /** Where hands were in a flush; in one that is not here, nowhere. */
  marks(number: number): readonly BoardCommand[] {
    const flush = this.flush(number)
    if (!flush) return []
    const marks = this.#marks.get(flush) ?? cursorCommands(decodeCommands(flush.text) ?? [])
    this.#marks.set(flush, marks)
    return marks
  }

  /** The pens of a snapshot, which are told with the flush after it; undefined where that is here and does not tell them. */
  pens(snapshot: number): string | undefined {
    return this.#find(snapshot + 1).page?.pens.get(snapshot)
  }

  /** The page that a flush is in, or after which number the next one begins on the way there. */
  #find(number: number): { after: number; page: HeldPage | undefined } {
    let after = Math.floor((number - 1) / BOARD_LOG_BLOCK) * BOARD_LOG_BLOCK
    let page = this.#pages.get(after)
    while (page?.next != null && page.next < number) {
      after = page.next
      page = this.#pages.get(after)
    }
    if (page) {
      this.#pages.delete(after)
      this.#pages.set(after, page)
    }
    return { after, page }
  }
}

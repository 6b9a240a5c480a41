import { type BoardLogPage, boardLogBlock } from '../../../../contract/http/whiteboard.ts'
import { type BoardCommand, decodeCommands } from '../../../../contract/socket/draw-commands.ts'
import { cursorCommands } from '../session/cursors.ts'

type LoggedFlush = BoardLogPage['flushes'][number]
type CachedPage = { next: number | null; flushes: ReadonlyMap<number, LoggedFlush>; pens: ReadonlyMap<number, string> }

/** Maximum number of cached pages, about 256 KB each. */
const PAGES_MAX = 96

/** Cache of log pages (`boardLogPage`). */
export class LogPages {
  readonly #pages = new Map<number, CachedPage>()
  readonly #cursorCommands = new WeakMap<LoggedFlush, readonly BoardCommand[]>()

  add(after: number, { flushes, pens, next }: BoardLogPage): void {
    this.#pages.set(after, {
      next,
      flushes: new Map(flushes.map((flush) => [flush.number, flush])),
      pens: new Map(pens.map(({ number, pens }) => [number, pens])),
    })
    const [oldest] = this.#pages.keys()
    if (this.#pages.size > PAGES_MAX && oldest !== undefined) this.#pages.delete(oldest)
  }

  /** The number after which the page with this flush must be loaded, or null when it is cached. */
  missing(number: number): number | null {
    const { after, page } = this.#find(number)
    return page ? null : after
  }

  flush(number: number): LoggedFlush | undefined {
    return this.#find(number).page?.flushes.get(number)
  }

  commands(number: number): BoardCommand[] {
    return decodeCommands(this.flush(number)?.text ?? '') ?? []
  }

  /** Commands of a flush that decide where the cursors are; none when it is not loaded. */
  cursorCommands(number: number): readonly BoardCommand[] {
    const flush = this.flush(number)
    if (!flush) return []
    const commands = this.#cursorCommands.get(flush) ?? cursorCommands(decodeCommands(flush.text) ?? [])
    this.#cursorCommands.set(flush, commands)
    return commands
  }

  /** Pens of a snapshot, which come with the flush after it; undefined when the log no longer has them. */
  pens(snapshot: number): string | undefined {
    return this.#find(snapshot + 1).page?.pens.get(snapshot)
  }

  /** Finds the page of a flush, or the number after which the next page towards it begins. */
  #find(number: number): { after: number; page: CachedPage | undefined } {
    for (const [after, page] of this.#pages) if (page.flushes.has(number)) return this.#use(after, page)
    let after = boardLogBlock(number - 1)
    let page = this.#pages.get(after)
    while (page?.next != null && page.next < number) {
      after = page.next
      page = this.#pages.get(after)
    }
    return page ? this.#use(after, page) : { after, page }
  }

  /** Marks a page as the last used one. */
  #use(after: number, page: CachedPage): { after: number; page: CachedPage } {
    this.#pages.delete(after)
    this.#pages.set(after, page)
    return { after, page }
  }
}

import {
  type BoardCanvas,
  blankBoard,
  boardFromPixels,
  DEFAULT_PEN,
  drawCommands,
} from '../../../../contract/board/board.ts'
import { isMarkNear, type MarkFilter, withoutMarks } from '../../../../contract/board/marks.ts'
import type { Person } from '../../../../contract/http/users.ts'
import {
  type BoardLogPage,
  type BoardLogReply,
  boardLogBlock,
  followingLogPage,
} from '../../../../contract/http/whiteboard.ts'
import { BOARD_SLICE_WIDTH } from '../../../../contract/limits.ts'
import { type BoardCommand, decodeCommands, SUBPIXELS } from '../../../../contract/socket/draw-commands.ts'
import { fromWireTime } from '../../../../contract/time.ts'
import { CallError } from '../../../lib/call.ts'
import type { Point } from '../drawing/stroke.ts'
import type { LogReader } from '../history/time-lapse-player.ts'
import type { ShownBoard } from '../session/board-state.ts'
import { MarkOwners } from './mark-owners.ts'

/** Commands of a flush and its time in milliseconds since 1970. */
type DayFlush = { number: number; at: number; text: string }

/** Marks of `clients` since a time in milliseconds since 1970. */
export type DayMarks = MarkFilter & { since: number }

export type Author = { client: number; at: number; flush: number }

/** Maximum distance between a mark and the position, in 1/256 px. */
const HIT_DISTANCE = 2 * SUBPIXELS
/** Maximum time of computation before yielding to the page, in milliseconds. */
const YIELD_AFTER_MS = 8

/** Number of retries of a page that is refused because of the rate limit. */
const PAGE_RETRIES = 5

/** Reads a page. If the rate limit refuses it, waits as long as the reply asks for. */
async function readPage(reader: LogReader, after: number, signal: AbortSignal): Promise<BoardLogPage> {
  for (let retriesLeft = PAGE_RETRIES; ; retriesLeft--) {
    try {
      return await reader.page(after, signal)
    } catch (error) {
      const wait = error instanceof CallError && error.status === 429 ? error.retryAfterSeconds : null
      if (wait === null || retriesLeft === 0) throw error
      await new Promise((resolve) => setTimeout(resolve, wait * 1000))
      signal.throwIfAborted()
    }
  }
}

/** Log of the last day in memory, from the oldest available board until now. Later flushes are appended. */
export class DayLog {
  readonly artists = new Map<number, Person>()
  readonly #flushes: DayFlush[] = []
  #base: BoardCanvas = blankBoard()
  /** Number of the last flush in `#base` and `#flushes`. */
  #last = 0
  /** Flushes received while the log loads; null afterwards. */
  #pending: DayFlush[] | null = []

  /** Loads the log and reports progress from 0 to 1. */
  async read(log: BoardLogReply, reader: LogReader, signal: AbortSignal, onProgress: (part: number) => void) {
    const first = log.snapshots[0]?.number ?? 0
    const pixels = first === 0 ? null : await reader.picture(first, signal)
    if (first !== 0 && !pixels) throw new Error('the log no longer begins there')
    if (pixels) this.#base = boardFromPixels(pixels)
    this.#last = first
    for (let after: number | null = boardLogBlock(first); after !== null; ) {
      const page: BoardLogPage = await readPage(reader, after, signal)
      drawCommands(this.#base, decodeCommands(page.pens.find(({ number }) => number === first)?.pens ?? '') ?? [])
      for (const { client, person } of page.artists) this.artists.set(client, person)
      for (const { number, date, text } of page.flushes) this.#append({ number, at: fromWireTime(date), text })
      after = followingLogPage(after, page)
      onProgress((this.#last - first) / Math.max(1, log.last.number - first))
    }
    for (const flush of this.#pending ?? []) this.#append(flush)
    this.#pending = null
  }

  add(flush: DayFlush): void {
    if (this.#pending) this.#pending.push(flush)
    else this.#append(flush)
  }

  #append(flush: DayFlush): void {
    if (flush.number <= this.#last) return
    this.#flushes.push(flush)
    this.#last = flush.number
  }

  /** Clients of the matching members, among the artists of the day and `presentArtists`. */
  clientsOf(
    matches: (userId: number) => boolean,
    presentArtists: () => ReadonlyMap<number, Person>,
  ): DayMarks['clients'] {
    return {
      has: (client) => {
        const person = presentArtists().get(client) ?? this.artists.get(client)
        return person !== undefined && matches(person.id)
      },
    }
  }

  /** Computes the board without some marks, and their number; `currentShift` is the current shift index. */
  async boardWithout(marks: DayMarks, currentShift: number): Promise<{ board: BoardCanvas; marks: number }> {
    const board = this.#copyOfBase()
    let count = 0
    for await (const { flush, commands, shiftIndex } of this.#eachFlush(currentShift)) {
      const isRecent = flush.at >= marks.since
      const remaining = isRecent ? withoutMarks(commands, marks, { board, shiftIndex }) : commands
      drawCommands(board, remaining)
      count += commands.length - remaining.length
    }
    return { board, marks: count }
  }

  /** Last artist at a position of the current board; null when nobody drew there in the last day. */
  async findAuthorAt({ x, y }: Point): Promise<Author | null> {
    const widths = new Map([...this.#base.pens].map(([client, { width }]) => [client, width]))
    let found: Author | null = null
    for await (const { flush, commands, shiftIndex } of this.#eachFlush(0)) {
      let { client } = this.#base
      const at = { x: (x - shiftIndex * BOARD_SLICE_WIDTH) * SUBPIXELS, y: y * SUBPIXELS }
      for (const command of commands) {
        if (command.do === 'cs') client = command.client
        else if (command.do === 'slw') widths.set(client, command.width)
        else if (command.do === 'dr' || command.do === 'dqc')
          if (isMarkNear(command, widths.get(client) ?? DEFAULT_PEN.width, at, HIT_DISTANCE))
            found = { client, at: flush.at, flush: flush.number }
      }
    }
    return found
  }

  /** Clients with marks in the day, also those whose marks have left the board. */
  async clientsWhoDrew(): Promise<Set<number>> {
    const clients = new Set<number>()
    for await (const { commands } of this.#eachFlush(0)) {
      let { client } = this.#base
      for (const command of commands) {
        if (command.do === 'cs') client = command.client
        else if (command.do === 'dr' || command.do === 'dqc') clients.add(client)
      }
    }
    return clients
  }

  /** Clients whose marks of the day can be seen in a picture of the board. */
  async clientsIn({ number, hidden, unconfirmed }: ShownBoard): Promise<Set<number>> {
    const board = this.#copyOfBase()
    const owners = new MarkOwners(board)
    for await (const { flush, commands } of this.#eachFlush(0)) {
      if (flush.number > number) break
      owners.draw(hidden ? withoutMarks(commands, { clients: hidden, area: null }, { board, shiftIndex: 0 }) : commands)
    }
    const clients = owners.clients()
    if (unconfirmed !== null) clients.add(unconfirmed)
    return clients
  }

  #copyOfBase(): BoardCanvas {
    return { ...this.#base, pixels: this.#base.pixels.slice(), pens: new Map(this.#base.pens) }
  }

  /** Yields all flushes in order, each with the shift index before it. Yields to the page in between. */
  async *#eachFlush(
    currentShift: number,
  ): AsyncIterable<{ flush: DayFlush; commands: BoardCommand[]; shiftIndex: number }> {
    const shiftCount = (text: string) => text.split('fo ').length - 1
    let shiftIndex = currentShift - this.#flushes.reduce((sum, { text }) => sum + shiftCount(text), 0)
    let began = performance.now()
    // Includes flushes appended meanwhile.
    for (const flush of this.#flushes) {
      yield { flush, commands: decodeCommands(flush.text) ?? [], shiftIndex }
      shiftIndex += shiftCount(flush.text)
      if (performance.now() - began < YIELD_AFTER_MS) continue
      await new Promise((resolve) => setTimeout(resolve))
      began = performance.now()
    }
  }
}

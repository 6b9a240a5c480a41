import { type Board, blankBoard, boardOf, draw } from '../../../../contract/board/board.ts'
import { BOARD_LOG_BLOCK, type BoardLogReply } from '../../../../contract/http/whiteboard.ts'
import { type BoardCommand, decodeCommands } from '../../../../contract/socket/whiteboard.ts'
import { type Cursors, cursorsAfter } from '../session/cursors.ts'
import { become, KEYFRAMES_MAX, Keyframes } from './keyframes.ts'
import type { LogPages } from './log-pages.ts'

/** What has to be loaded: the page of the log after a number, or the picture of a snapshot. */
export type Need = { what: 'page' | 'picture'; number: number }

/** The log is kept for a day only, also while someone looks at it. */
const GONE = 'the log has moved on'

/** A picture that is not here is worth its way when it saves drawing so many flushes. */
const PICTURE_WORTH = BOARD_LOG_BLOCK
/** Keyframes have so many flushes between them at least. */
const KEYFRAME_EVERY_MIN = 16
/** So many pages are asked for at once, and no further ahead than this. */
const PAGES_AT_ONCE = 2
const BLOCKS_AHEAD = 8
/** What comes so many blocks after the moment is wanted as well: it may be played. */
const BLOCKS_SOON = 3

/**
 * The board as it was after any flush of the log. A moment is the number of a flush: while somebody draws there are up to
 * four a second, and in a pause there is none, so that going along the numbers passes over pauses.
 */
export class TimeLapse {
  readonly board: Board = blankBoard()
  readonly #log: BoardLogReply
  readonly #pages: LogPages
  readonly #keyframes = new Keyframes()
  readonly #keyframeEvery: number
  /** Snapshots to go on from, by number, the lowest first. */
  #snapshots: number[]
  /** The last flush that is on the board as a whole; undefined before there is a board. */
  #number: number | undefined
  /** Of the flush after it, what is on the board already. */
  #half: { commands: readonly BoardCommand[]; done: number } | null = null
  /** Snapshots whose pens are not in their keyframes: they are told with the flush that comes next. */
  readonly #withoutPens = new Set<number>()

  constructor(log: BoardLogReply, pages: LogPages) {
    this.#log = log
    this.#pages = pages
    this.#snapshots = log.snapshots.map(({ number }) => number)
    const length = log.last.number - (this.#snapshots[0] ?? 0)
    this.#keyframeEvery = Math.max(KEYFRAME_EVERY_MIN, Math.ceil(length / (KEYFRAMES_MAX - 1)))
    if (this.#snapshots[0] === 0) this.#keyframes.keep(0, this.board)
  }

  /** The last flush that is on the board; undefined before there is a board. */
  get number(): number | undefined {
    return this.#number
  }

  /** Takes up the picture of a snapshot. */
  addPicture(number: number, pixels: Int32Array): void {
    this.#withoutPens.add(number)
    this.#keyframes.keep(number, boardOf(pixels))
  }

  /** A snapshot is there no more. @throws where the log cannot be drawn without it. */
  dropPicture(number: number): void {
    if (number === this.#snapshots[0]) throw new Error(GONE)
    this.#snapshots = this.#snapshots.filter((snapshot) => snapshot !== number)
  }

  /** What has to come before the board can go on to a moment, and soon after it; `behind` flushes before it are wanted too. */
  needs(target: number, behind: number): Need[] {
    const { from, picture } = this.#start(target)
    const { start, last } = this.#log
    const pages = new Set<number>()
    for (const number of [
      from + 1,
      Math.max(start.number + 1, target - behind),
      target,
      ...this.#blocksAfter(from, target),
    ]) {
      const after = number > 0 && number <= last.number ? this.#pages.missing(number) : null
      if (after !== null && pages.size < PAGES_AT_ONCE) pages.add(after)
    }
    const needs: Need[] = [...pages].map((number) => ({ what: 'page', number }))
    return picture ? [{ what: 'picture', number: from }, ...needs] : needs
  }

  /** Whether the board cannot go on towards a moment, as something is missing. */
  isWaiting(target: number): boolean {
    const { from, picture } = this.#start(target)
    return picture || (from < target && !this.#half && this.#pages.missing(from + 1) !== null)
  }

  /** How much of the way to a moment is here, in blocks of the log. */
  loaded(target: number): { blocks: number; of: number } {
    const { from, picture } = this.#start(target)
    let [blocks, of] = [0, picture ? 1 : 0]
    for (let number = from + 1; number <= target; number = blockAfter(number), of++)
      if (this.#pages.missing(Math.min(target, blockAfter(number) - 1)) === null) blocks++
    return { blocks, of }
  }

  /** The first flushes of the blocks that are wanted soon. */
  *#blocksAfter(from: number, target: number): Iterable<number> {
    const until = Math.min(target + BLOCKS_SOON * BOARD_LOG_BLOCK, from + BLOCKS_AHEAD * BOARD_LOG_BLOCK)
    for (let number = blockAfter(from + 1); number <= until; number = blockAfter(number)) yield number
  }

  /**
   * Draws on towards a moment, until `isOver` or something is missing. @returns whether the board is there.
   * @throws where the log has moved on, and what is to be drawn is in it no more.
   */
  goOn(target: number, isOver: () => boolean): boolean {
    const { from, picture } = this.#start(target)
    if (picture) return false
    if (from !== this.#number || (this.#half && target === from)) this.#beginFrom(from)
    for (let number = from; number < target; number++) {
      if (!this.#finishFlush(number + 1, isOver)) return false
    }
    return true
  }

  /** Who drew in the last `within` flushes before a moment, and where last. */
  cursors(target: number, within: number): Cursors {
    let cursors: Cursors = new Map()
    for (let number = Math.max(this.#log.start.number, target - within) + 1; number <= target; number++)
      cursors = cursorsAfter(cursors, this.#pages.marks(number), undefined)
    return cursors
  }

  /** From where a moment is drawn: the board as it stands, a keyframe, or a picture that is still to come. */
  #start(target: number): { from: number; picture: boolean } {
    const isOnTheWay = this.#number !== undefined && (this.#half ? this.#number < target : this.#number <= target)
    const kept = this.#keyframes.before(target)?.number ?? -1
    const here = Math.max(isOnTheWay ? (this.#number ?? -1) : -1, kept)
    const snapshot = this.#snapshots.findLast((number) => number <= target) ?? -1
    const isWorth = here < 0 || snapshot - here > PICTURE_WORTH
    return isWorth && snapshot > here ? { from: snapshot, picture: true } : { from: here, picture: false }
  }

  #beginFrom(number: number): void {
    const keyframe = this.#keyframes.before(number)
    if (keyframe) become(this.board, keyframe.board)
    this.#number = number
    this.#half = null
  }

  #finishFlush(number: number, isOver: () => boolean): boolean {
    if (!this.#half) {
      if (this.#pages.missing(number) !== null) return false
      if (!this.#pages.flush(number)) throw new Error(GONE)
      if (this.#withoutPens.has(number - 1) && !this.#takePens(number - 1)) return false
      this.#half = { commands: this.#pages.commands(number), done: 0 }
    }
    const half = this.#half
    for (const command of half.commands.slice(half.done)) {
      draw(this.board, [command])
      half.done++
      if (isOver()) break
    }
    if (half.done < half.commands.length) return false
    this.#half = null
    this.#number = number
    if (number % this.#keyframeEvery === 0) this.#keyframes.keep(number, this.board)
    return true
  }

  /** Takes up the pens of a snapshot; one that has none any more was let go of meanwhile, and its picture is of no use. */
  #takePens(snapshot: number): boolean {
    const pens = this.#pages.pens(snapshot)
    if (pens === undefined) {
      this.dropPicture(snapshot)
      this.#keyframes.drop(snapshot)
      this.#withoutPens.delete(snapshot)
      this.#number = undefined
      return false
    }
    draw(this.board, decodeCommands(pens) ?? [])
    return true
  }
}

const blockAfter = (number: number) => Math.ceil(number / BOARD_LOG_BLOCK) * BOARD_LOG_BLOCK + 1

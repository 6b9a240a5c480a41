import { type BoardCanvas, blankBoard, boardFromPixels, drawCommands } from '../../../../contract/board/board.ts'
import { BOARD_LOG_BLOCK, type BoardLogReply } from '../../../../contract/http/whiteboard.ts'
import { type BoardCommand, decodeCommands } from '../../../../contract/socket/draw-commands.ts'
import { type Cursors, cursorsAfter } from '../session/cursors.ts'
import { copyInto, KEYFRAMES_MAX, Keyframes } from './keyframes.ts'
import type { LogPages } from './log-pages.ts'

/** A missing part: the page of the log after a number, or the picture of a snapshot. */
export type MissingPart = { kind: 'page' | 'picture'; number: number }

/** The log covers one day and moves on even while the page shows it. */
const LOG_REPLACED = 'the log has moved on'

/** A picture is loaded when it saves drawing this many flushes. */
const PICTURE_MIN_FLUSHES = BOARD_LOG_BLOCK
/** Minimum interval of keyframes, in flushes. */
const KEYFRAME_EVERY_MIN = 16
/** Maximum number of parallel pages, and of blocks loaded ahead. */
const PAGES_AT_ONCE = 2
const BLOCKS_AHEAD = 8
/** Blocks loaded ahead of the moment. */
const BLOCKS_AFTER_TARGET = 3

/**
 * The board after any flush of the log. A moment is the number of a flush: there are up to four a second while somebody
 * draws and none in pauses, so that playing by numbers skips pauses.
 */
export class TimeLapseBoard {
  readonly board: BoardCanvas = blankBoard()
  readonly #log: BoardLogReply
  readonly #pages: LogPages
  readonly #keyframes = new Keyframes()
  readonly #keyframeEvery: number
  #snapshots: number[]
  /** Last completely drawn flush; undefined before there is a board. */
  #number: number | undefined
  /** Flush that is partly drawn. */
  #partial: { commands: readonly BoardCommand[]; done: number } | null = null
  /** Snapshots whose pens are not loaded; they come with the next flush. */
  readonly #withoutPens = new Set<number>()

  constructor(log: BoardLogReply, pages: LogPages) {
    this.#log = log
    this.#pages = pages
    this.#snapshots = log.snapshots.map(({ number }) => number)
    const length = log.last.number - (this.#snapshots[0] ?? 0)
    this.#keyframeEvery = Math.max(KEYFRAME_EVERY_MIN, Math.ceil(length / (KEYFRAMES_MAX - 1)))
    if (this.#snapshots[0] === 0) this.#keyframes.keep(0, this.board)
  }

  get number(): number | undefined {
    return this.#number
  }

  addPicture(number: number, pixels: Int32Array): void {
    this.#withoutPens.add(number)
    this.#keyframes.keep(number, boardFromPixels(pixels))
  }

  /**
   * Removes a snapshot that no longer exists.
   * @throws when the log cannot be drawn without it.
   */
  dropPicture(number: number): void {
    if (number === this.#snapshots[0]) throw new Error(LOG_REPLACED)
    this.#snapshots = this.#snapshots.filter((snapshot) => snapshot !== number)
  }

  /** Parts to load for a moment and soon after it; `behind` earlier flushes are needed too. */
  needs(target: number, behind: number): MissingPart[] {
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
    const needs: MissingPart[] = [...pages].map((number) => ({ kind: 'page', number }))
    return picture ? [{ kind: 'picture', number: from }, ...needs] : needs
  }

  isWaiting(target: number): boolean {
    const { from, picture } = this.#start(target)
    return picture || (from < target && !this.#partial && this.#pages.missing(from + 1) !== null)
  }

  /** Number of loaded blocks, and of all blocks, needed to draw a moment. */
  loaded(target: number): { blocks: number; of: number } {
    const { from, picture } = this.#start(target)
    let [blocks, of] = [0, picture ? 1 : 0]
    for (let number = from + 1; number <= target; number = blockAfter(number), of++)
      if (this.#pages.missing(Math.min(target, blockAfter(number) - 1)) === null) blocks++
    return { blocks, of }
  }

  /** First flushes of the blocks needed soon. */
  *#blocksAfter(from: number, target: number): Iterable<number> {
    const until = Math.min(target + BLOCKS_AFTER_TARGET * BOARD_LOG_BLOCK, from + BLOCKS_AHEAD * BOARD_LOG_BLOCK)
    for (let number = blockAfter(from + 1); number <= until; number = blockAfter(number)) yield number
  }

  /**
   * Draws towards a moment until `isTimeUp` or something is missing; true when it is reached.
   * @throws when the log no longer holds what is needed.
   */
  advance(target: number, isTimeUp: () => boolean): boolean {
    const { from, picture } = this.#start(target)
    if (picture) return false
    if (from !== this.#number || (this.#partial && target === from)) this.#beginFrom(from)
    for (let number = from; number < target; number++) {
      if (!this.#finishFlush(number + 1, isTimeUp)) return false
    }
    return true
  }

  /** Cursors of the last `within` flushes before a moment. */
  cursors(target: number, within: number): Cursors {
    let cursors: Cursors = new Map()
    for (let number = Math.max(this.#log.start.number, target - within) + 1; number <= target; number++)
      cursors = cursorsAfter(cursors, this.#pages.cursorCommands(number), undefined)
    return cursors
  }

  /** Start for drawing a moment: the current board, a keyframe, or a picture to load. */
  #start(target: number): { from: number; picture: boolean } {
    const canContinue = this.#number !== undefined && (this.#partial ? this.#number < target : this.#number <= target)
    const keyframe = this.#keyframes.before(target)?.number ?? -1
    const nearest = Math.max(canContinue ? (this.#number ?? -1) : -1, keyframe)
    const snapshot = this.#snapshots.findLast((number) => number <= target) ?? -1
    const savesTime = nearest < 0 || snapshot - nearest > PICTURE_MIN_FLUSHES
    return savesTime && snapshot > nearest ? { from: snapshot, picture: true } : { from: nearest, picture: false }
  }

  #beginFrom(number: number): void {
    const keyframe = this.#keyframes.before(number)
    if (keyframe) copyInto(this.board, keyframe.board)
    this.#number = number
    this.#partial = null
  }

  #finishFlush(number: number, isTimeUp: () => boolean): boolean {
    if (!this.#partial) {
      if (this.#pages.missing(number) !== null) return false
      if (!this.#pages.flush(number)) throw new Error(LOG_REPLACED)
      if (this.#withoutPens.has(number - 1) && !this.#takePens(number - 1)) return false
      this.#partial = { commands: this.#pages.commands(number), done: 0 }
    }
    const partial = this.#partial
    for (const command of partial.commands.slice(partial.done)) {
      drawCommands(this.board, [command])
      partial.done++
      if (isTimeUp()) break
    }
    if (partial.done < partial.commands.length) return false
    this.#partial = null
    this.#number = number
    if (number % this.#keyframeEvery === 0) this.#keyframes.keep(number, this.board)
    return true
  }

  /** Applies the pens of a snapshot. Missing pens mean that it was deleted, and its picture is useless. */
  #takePens(snapshot: number): boolean {
    const pens = this.#pages.pens(snapshot)
    if (pens === undefined) {
      this.dropPicture(snapshot)
      this.#keyframes.drop(snapshot)
      this.#withoutPens.delete(snapshot)
      this.#number = undefined
      return false
    }
    drawCommands(this.board, decodeCommands(pens) ?? [])
    return true
  }
}

const blockAfter = (number: number) => Math.ceil(number / BOARD_LOG_BLOCK) * BOARD_LOG_BLOCK + 1

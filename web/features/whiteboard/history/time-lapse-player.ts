import type { Person } from '../../../../contract/http/users.ts'
import type { BoardLogPage, BoardLogReply } from '../../../../contract/http/whiteboard.ts'
import { fromWireTime } from '../../../../contract/time.ts'
import { CallError } from '../../../lib/call.ts'
import { Store } from '../../../lib/store.ts'
import type { Cursors } from '../session/cursors.ts'
import { LogPages } from './log-pages.ts'
import { type MissingPart, TimeLapseBoard } from './time-lapse-board.ts'
import { flushesPerMs, type Speed, timeOfFlush } from './timeline.ts'

/** Reads parts of the log; rejects on failure. */
export type LogReader = {
  page: (after: number, signal: AbortSignal) => Promise<BoardLogPage>
  /** Pixels of a snapshot, or null when it no longer exists. */
  picture: (number: number, signal: AbortSignal) => Promise<Int32Array | null>
}

export type TimeLapseState = {
  /** Shown flush and its time in milliseconds since 1970. */
  number: number
  time: number
  isPlaying: boolean
  speed: Speed
  /** Progress of loading up to the moment; null when nothing is missing. */
  loading: { blocks: number; of: number } | null
  /** `temporarily` may be retried; `permanently` means that the log was replaced. */
  failed: 'temporarily' | 'permanently' | null
  isDrawn: boolean
  cursors: Cursors
  artists: ReadonlyMap<number, Person>
}

/** Maximum drawing time per frame, in milliseconds. */
const SLICE_MS = 8
/** Maximum time that a late frame catches up with, in milliseconds. */
const FRAME_MS_MAX = 100
const LOADS_MAX = 4
/** Visibility of cursors: in flushes, and in milliseconds while playing. */
const CURSOR_FLUSHES = { min: 20, max: 500 }
const CURSOR_MS = 400

/** Plays the log of a day: loads flushes and draws them in animation frames. */
export class TimeLapsePlayer extends Store<TimeLapseState> {
  readonly #log: BoardLogReply
  readonly #reader: LogReader
  readonly #pages = new LogPages()
  readonly #timeLapse: TimeLapseBoard
  readonly #artists: Map<number, Person>
  readonly #loading = new Map<string, AbortController>()
  #position: number
  #frame = 0
  #previousFrameAt: number | null = null
  /** Null while the board is not on the page. */
  #paint: (() => void) | null = null

  constructor(log: BoardLogReply, reader: LogReader) {
    const artists = new Map<number, Person>()
    super({
      number: log.start.number,
      time: timeOfFlush(log, log.start.number),
      isPlaying: false,
      speed: 'normal',
      loading: null,
      failed: null,
      isDrawn: false,
      cursors: new Map(),
      artists,
    })
    this.#artists = artists
    this.#log = log
    this.#reader = reader
    this.#timeLapse = new TimeLapseBoard(log, this.#pages)
    this.#position = log.start.number
  }

  get pixels(): Int32Array {
    return this.#timeLapse.board.pixels
  }

  /** Draws and calls `paint` after changes until the returned function is called. */
  show(paint: () => void): () => void {
    this.#paint = paint
    paint()
    this.#wake()
    return () => {
      this.#paint = null
      cancelAnimationFrame(this.#frame)
      this.#frame = 0
      for (const request of this.#loading.values()) request.abort()
      this.#loading.clear()
    }
  }

  /** Restarts at the end of the log. */
  play(): void {
    if (this.#position >= this.#log.last.number) this.#position = this.#log.start.number
    this.#previousFrameAt = null
    this.#change({ isPlaying: true })
  }

  pause(): void {
    this.#change({ isPlaying: false })
  }

  seek(number: number): void {
    const { start, last } = this.#log
    this.#position = Math.min(last.number, Math.max(start.number, number))
    this.#change({ isPlaying: false })
  }

  setSpeed(speed: Speed): void {
    this.#change({ speed })
  }

  retry(): void {
    this.#change({ failed: null })
  }

  #change(change: Partial<TimeLapseState>): void {
    this.#update(change)
    this.#wake()
  }

  #update(change: Partial<TimeLapseState>): void {
    const number = Math.floor(this.#position)
    const date = this.#pages.flush(number)?.date
    const time = date ? fromWireTime(date) : timeOfFlush(this.#log, number)
    this.setState({ number, time, ...change })
  }

  #wake(): void {
    if (this.#paint) this.#frame ||= requestAnimationFrame((now) => this.#step(now))
  }

  #step(now: number): void {
    this.#frame = 0
    const { isPlaying, speed, isDrawn: wasDrawn, failed } = this.state()
    const rate = flushesPerMs(this.#log, speed)
    // Time stops while drawing or loading takes longer.
    if (isPlaying && wasDrawn && this.#previousFrameAt !== null)
      this.#position = Math.min(
        this.#log.last.number,
        this.#position + rate * Math.min(FRAME_MS_MAX, now - this.#previousFrameAt),
      )
    this.#previousFrameAt = now
    const target = Math.floor(this.#position)
    const startedAt = performance.now()
    const isDrawn = this.#advance(target, () => performance.now() - startedAt > SLICE_MS)
    this.#paint?.()
    if (isDrawn === null) {
      this.#update({ failed: 'permanently', isPlaying: false })
      return
    }
    const behind = isPlaying ? cursorFlushes(rate) : CURSOR_FLUSHES.min
    const needs = this.#timeLapse.needs(target, behind)
    if (!failed) for (const need of needs) void this.#load(need)
    const isOver = isDrawn && target >= this.#log.last.number
    const isWaiting = !isDrawn && this.#timeLapse.isWaiting(target)
    this.#update({
      isDrawn,
      isPlaying: isPlaying && !isOver,
      loading: isWaiting ? this.#timeLapse.loaded(target) : null,
      cursors: this.#timeLapse.cursors(target, behind),
    })
    if (!isWaiting && (!isDrawn || this.state().isPlaying)) this.#wake()
  }

  /** Null when the log can no longer be drawn. */
  #advance(target: number, isOver: () => boolean): boolean | null {
    try {
      return this.#timeLapse.advance(target, isOver)
    } catch {
      return null
    }
  }

  async #load(need: MissingPart): Promise<void> {
    const name = `${need.kind} ${need.number}`
    if (this.#loading.has(name) || this.#loading.size >= LOADS_MAX) return
    const request = new AbortController()
    this.#loading.set(name, request)
    try {
      if (need.kind === 'page') this.#addPage(need.number, await this.#reader.page(need.number, request.signal))
      else this.#addPicture(need.number, await this.#reader.picture(need.number, request.signal))
    } catch (error) {
      const isTemporary = error instanceof CallError && error.status !== 404
      if (!request.signal.aborted) this.#update({ failed: isTemporary ? 'temporarily' : 'permanently' })
    } finally {
      if (this.#loading.get(name) === request) this.#loading.delete(name)
    }
    if (!request.signal.aborted) this.#wake()
  }

  #addPage(after: number, page: BoardLogPage): void {
    this.#pages.add(after, page)
    for (const { client, person } of page.artists) this.#artists.set(client, person)
  }

  #addPicture(number: number, pixels: Int32Array | null): void {
    if (pixels) this.#timeLapse.addPicture(number, pixels)
    else this.#timeLapse.dropPicture(number)
  }
}

/** Number of flushes for which a cursor stays visible. */
function cursorFlushes(rate: number): number {
  return Math.min(CURSOR_FLUSHES.max, Math.max(CURSOR_FLUSHES.min, Math.round(rate * CURSOR_MS)))
}

import { streamChannel } from '../../../../contract/channel.ts'
import type { Chapter } from '../../../../contract/http/chapter.ts'
import { encodeFrame } from '../../../../contract/socket/stream.ts'
import {
  type Coding,
  type StreamClientMessage,
  type StreamEnd,
  type StreamServerEvent,
  streamServerEvent,
  streamSocketPath,
} from '../../../../contract/socket/stream-messages.ts'
import { type Connection, LiveConnection } from '../../../lib/live-connection.ts'
import { takeTicket } from '../../chat/queries.ts'
import { Capture, type Captured } from './capture.ts'
import { type HeldFrame, HeldFrames } from './held-frames.ts'
import { bitrateFor, firstRate, type Rate, rateAfter } from './rate.ts'
import type { SoundMix } from './sound-mix.ts'
import { tickSteadily } from './steady-ticks.ts'

/** What is held at most until it is kept: some minutes without the site, or one of very detailed pictures. */
const HELD_MAX_BYTES = 48 * 2 ** 20
/** Nothing more is made from this part of it on, and again once it is down to that. */
const FULL = { from: 0.9, until: 0.5 }
const TICK_MS = 1000
/** More than this in the browser's own queue, in seconds of the bitrate, and pictures wait. */
const QUEUED_SECONDS = 1

/** A live stream as its artist's page shows it. */
export type BroadcastState = {
  connection: Connection
  /** Since when it is lost, by `performance.now()`; null while it is there, and before it was. */
  awaySince: number | null
  /** Milliseconds since it began, and when that was known by `performance.now()`; null before it is. */
  clock: { ms: number; at: number } | null
  isPaused: boolean
  /** Nothing more is held: it goes on once the connection is back. */
  isFull: boolean
  counts: { watching: number; total: number }
  keepUp: number
  lag: number
  bitrate: number
  coding: Coding
  /** Those that are kept. */
  chapters: readonly Chapter[]
  ended: StreamEnd | null
}

/** A member's live stream in this tab: its socket, what is made to be sent over it, and what may have to be sent again. */
export class Broadcast {
  readonly capture: Capture
  readonly #listeners = new Set<() => void>()
  readonly #watchers = new Set<(frame: Captured, coding: Coding) => void>()
  readonly #held = new HeldFrames(HELD_MAX_BYTES)
  readonly #connection: LiveConnection<StreamClientMessage, StreamServerEvent>
  readonly #endTicks: () => void
  #rate: Rate = firstRate(bitrateFor(1280, 720))
  #said = ''
  #isIn = false
  #isTakenForPaused = false
  #pingAt: number | null = null
  #roundTripMs: number | null = null
  #state: BroadcastState = {
    ...{ connection: { state: 'connecting' }, awaySince: null, clock: null, isPaused: false, isFull: false },
    ...{ counts: { watching: 0, total: 0 }, keepUp: 0, lag: 0, bitrate: this.#rate.bitrate },
    ...{ coding: { picture: null, sound: null }, chapters: [], ended: null },
  }

  constructor(streamId: number, me: number, mix: Pick<SoundMix, 'track'>) {
    this.capture = new Capture({
      mix,
      bitrate: this.#rate.bitrate,
      clockUs: () => this.#clockUs(),
      onFrame: (frame, coding) => this.#take(frame, coding),
    })
    this.#connection = new LiveConnection({
      url: new URL(streamSocketPath(streamId), location.href.replace(/^http/, 'ws')).href,
      ticket: () => takeTicket(streamChannel(streamId)),
      auth: (chatId): StreamClientMessage => ({
        ...{ type: 'auth', chatId, streamId, userId: me, as: 'publisher', level: 'all' },
      }),
      events: streamServerEvent,
      letsIn: ({ type }) => type === 'stream',
      onEvents: (events) => {
        for (const event of events) this.#hear(event)
      },
      onPong: () => {
        if (this.#pingAt !== null) this.#roundTripMs = performance.now() - this.#pingAt
        this.#pingAt = null
      },
      onChange: (connection) => {
        const isIn = connection.state === 'in'
        if (!isIn) {
          this.#isIn = false
          this.#pingAt = null
        }
        const { awaySince, clock } = this.#state
        this.#change({ connection, awaySince: isIn || !clock ? null : (awaySince ?? performance.now()) })
        if (connection.state === 'closed') this.leave()
      },
    })
    this.#endTicks = tickSteadily(TICK_MS, () => this.#tick())
    addEventListener('offline', this.#lose)
    addEventListener('online', this.tryNow)
  }

  readonly state = (): BroadcastState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Hears of every frame as viewers are sent it. */
  watch(watcher: (frame: Captured, coding: Coding) => void): () => void {
    this.#watchers.add(watcher)
    this.capture.askKey()
    return () => this.#watchers.delete(watcher)
  }

  readonly tryNow = (): void => {
    if (this.#state.connection.state !== 'closed') this.#connection.tryNow()
  }

  pause(isPaused: boolean): void {
    this.#change({ isPaused })
    this.#held.beginAnew()
    this.#connection.say({ type: 'pause', paused: isPaused })
    this.capture.pause(isPaused)
  }

  /** Begins a chapter; false when it could not be told now. */
  chapter(title: string): boolean {
    return this.#connection.say({ type: 'chapter', title })
  }

  leave(): void {
    removeEventListener('offline', this.#lose)
    removeEventListener('online', this.tryNow)
    this.#endTicks()
    this.capture.close()
    this.#connection.leave()
  }

  readonly #lose = (): void => this.#connection.pause()

  #clockUs(): number | null {
    const { clock, ended } = this.#state
    return clock && !ended ? Math.round((clock.ms + performance.now() - clock.at) * 1000) : null
  }

  #take(frame: Captured, coding: Coding): void {
    if (coding !== this.#state.coding) this.#change({ coding })
    const held = this.#held.add(frame, coding)
    this.#measure()
    if (!held) {
      this.capture.beginAnew()
      return
    }
    for (const watcher of this.#watchers) watcher(frame, coding)
    if (this.#isIn) this.#send(held)
  }

  #measure(): void {
    const part = this.#held.bytes / HELD_MAX_BYTES
    const isFull = part > (this.#state.isFull ? FULL.until : FULL.from)
    if (isFull === this.#state.isFull) return
    this.#change({ isFull })
    this.capture.holdPictures(isFull)
  }

  #send({ frame, coding }: HeldFrame): void {
    const said = JSON.stringify(coding)
    if (said !== this.#said && this.#connection.say({ type: 'coding', coding })) this.#said = said
    this.#connection.sendBytes(encodeFrame(frame))
  }

  #hear(event: StreamServerEvent): void {
    if (event.type === 'stream') this.#isTakenForPaused = event.state === 'paused'
    if (event.type === 'counts') this.#change({ counts: { watching: event.watching, total: event.total } })
    if (event.type === 'publish') this.#publish(event)
    if (event.type === 'key') this.capture.askKey()
    if (event.type === 'health') this.#change({ keepUp: event.keepUp, lag: event.lag })
    if (event.type === 'chapters') this.#change({ chapters: event.chapters })
    if (event.type === 'stills') this.capture.wantStills(event.wanted)
    if (event.type === 'kept') {
      this.#held.kept(event.next)
      this.#measure()
    }
    if (event.type === 'ended') {
      this.#change({ ended: event.why })
      this.leave()
    }
  }

  #publish({ next, clockMs }: Extract<StreamServerEvent, { type: 'publish' }>): void {
    // Times go on as they began: another clock could set them back.
    if (!this.#state.clock) this.#change({ clock: { ms: clockMs, at: performance.now() } })
    this.#said = ''
    this.#isIn = true
    const { isPaused } = this.#state
    if (isPaused !== this.#isTakenForPaused) this.#connection.say({ type: 'pause', paused: isPaused })
    for (const held of this.#held.resume(next)) this.#send(held)
    if (this.#held.needsKey) this.capture.askKey()
  }

  #tick(): void {
    const { connection, keepUp, lag, coding } = this.#state
    if (connection.state !== 'in') return
    const now = performance.now()
    const waitsMs = this.#pingAt === null ? 0 : now - this.#pingAt
    if (this.#pingAt === null && this.#connection.ping()) this.#pingAt = now
    const { bufferedBytes } = this.#connection
    const roundTripMs = this.#roundTripMs === null ? null : Math.max(this.#roundTripMs, waitsMs)
    const most = bitrateFor(coding.picture?.width ?? 1280, coding.picture?.height ?? 720)
    this.#rate = rateAfter(this.#rate, { bufferedBytes, roundTripMs, keepUp, lag }, most)
    this.capture.holdPictures(this.#state.isFull || bufferedBytes * 8 > this.#rate.bitrate * QUEUED_SECONDS)
    if (this.#rate.bitrate === this.#state.bitrate) return
    this.capture.setBitrate(this.#rate.bitrate)
    this.#change({ bitrate: this.#rate.bitrate })
  }

  #change(changed: Partial<BroadcastState>): void {
    this.#state = { ...this.#state, ...changed }
    for (const listener of this.#listeners) listener()
  }
}

import { streamChannel } from '../../../../contract/channel.ts'
import type { Chapter } from '../../../../contract/http/stream-chapter.ts'
import { encodeFrame } from '../../../../contract/socket/stream-frame.ts'
import {
  type CodecConfig,
  type StreamClientMessage,
  type StreamEnd,
  type StreamServerEvent,
  streamServerEvent,
  streamSocketPath,
} from '../../../../contract/socket/stream-messages.ts'
import { type LiveRoom, LiveSession, type LiveState } from '../../../lib/live-session.ts'
import { type AdaptiveBitrate, bitrateFor, firstBitrate, nextBitrate } from './bitrate.ts'
import { Capture, type CapturedFrame } from './capture.ts'
import type { SoundMix } from './sound-mix.ts'
import { tickSteadily } from './steady-ticks.ts'
import { canEncodePictures } from './track-reader.ts'
import { type UnsentFrame, UnsentFrames } from './unsent-frames.ts'

/** Limit of unsent frames: minutes of usual pictures, or one minute of very detailed ones. */
const UNSENT_MAX_BYTES = 48 * 2 ** 20
/** Shares of the limit at which encoding stops and resumes. */
const BUFFER_SHARE = { stop: 0.9, resume: 0.5 }
const TICK_MS = 1000
/** Pictures wait while the send buffer holds more than this many seconds. */
const SEND_BUFFER_MAX_S = 1

export type BroadcastState = LiveState & {
  /** Start of the current disconnection, by `performance.now()`. */
  disconnectedSince: number | null
  /** Stream time in milliseconds, and the `performance.now()` of its measurement. */
  clock: { ms: number; at: number } | null
  isPaused: boolean
  /** The member's storage is full: the rest of the stream is not recorded. */
  isRecordingFull: boolean
  /** The buffer of unsent frames is full; encoding resumes after a reconnect. */
  isFull: boolean
  /** Members watching now, and in total. */
  counts: { watching: number; total: number }
  /** The browser encodes no video that streams can have, so viewers see stills. */
  sendsStills: boolean
  /** Number of viewers in sync. */
  inSync: number
  /** Number of lagging viewers. */
  lagging: number
  bitrate: number
  coding: CodecConfig
  chapters: readonly Chapter[]
  ended: StreamEnd | null
}

const INITIAL_STATE = {
  connection: { state: 'connecting' },
  disconnectedSince: null,
  clock: null,
  isPaused: false,
  isFull: false,
  isRecordingFull: false,
  counts: { watching: 0, total: 0 },
  inSync: 0,
  lagging: 0,
  coding: { picture: null, sound: null },
  chapters: [],
  ended: null,
} satisfies Omit<BroadcastState, 'bitrate' | 'sendsStills'>

/** Publishes a live stream from this tab: encodes and sends frames, and resends lost ones. */
export class BroadcastSession extends LiveSession<BroadcastState, StreamClientMessage, StreamServerEvent> {
  readonly capture: Capture
  protected readonly room: LiveRoom<StreamClientMessage, StreamServerEvent>
  readonly #watchers = new Set<(frame: CapturedFrame, coding: CodecConfig) => void>()
  readonly #unsent = new UnsentFrames(UNSENT_MAX_BYTES)
  #quality: AdaptiveBitrate
  #sentCoding = ''
  #isPublishing = false
  #isPausedOnServer = false
  /** Chapter of the stream's first moment, added before the stream was connected. */
  #firstChapter: string | null = null
  #pingAt: number | null = null
  #roundTripMs: number | null = null
  #endTicks = () => {}

  constructor(streamId: number, userId: number, mix: Pick<SoundMix, 'track'>) {
    const quality = firstBitrate(bitrateFor(1280, 720))
    super({ ...INITIAL_STATE, bitrate: quality.bitrate, sendsStills: !canEncodePictures() })
    this.#quality = quality
    this.capture = new Capture({
      mix,
      bitrate: quality.bitrate,
      clockUs: () => this.#clockUs(),
      onFrame: (frame, coding) => this.#onFrame(frame, coding),
      onUnsupported: () => this.setState({ sendsStills: true }),
    })
    this.room = {
      path: streamSocketPath(streamId),
      channel: streamChannel(streamId),
      auth: (chatId) => ({ type: 'auth', chatId, streamId, userId, as: 'publisher', level: 'all' }),
      events: streamServerEvent,
      isAdmission: ({ type }) => type === 'stream',
    }
  }

  /** Passes every frame to a watcher until the returned function is called. */
  watchFrames(watcher: (frame: CapturedFrame, coding: CodecConfig) => void): () => void {
    this.#watchers.add(watcher)
    this.capture.encodeKeyFrame()
    return () => this.#watchers.delete(watcher)
  }

  setPaused(isPaused: boolean): void {
    this.setState({ isPaused })
    this.#unsent.requireKeyFrame()
    this.send({ type: 'pause', paused: isPaused })
    this.capture.setPaused(isPaused)
  }

  /** Begins a chapter: with the stream, if that is not connected yet. False while a started stream is not connected. */
  addChapter(title: string): boolean {
    if (this.send({ type: 'chapter', title })) return true
    if (this.state().clock) return false
    this.#firstChapter = title
    return true
  }

  protected override onEnter(): void {
    this.#endTicks = tickSteadily(TICK_MS, () => this.#tick())
    this.connect()
  }

  protected override onLeave(): void {
    this.#stop()
  }

  protected override onConnection(connection: BroadcastState['connection']): void {
    const isOpen = connection.state === 'open'
    if (!isOpen) {
      this.#isPublishing = false
      this.#pingAt = null
    }
    const { disconnectedSince, clock } = this.state()
    this.setState({ connection, disconnectedSince: isOpen || !clock ? null : (disconnectedSince ?? performance.now()) })
    if (connection.state === 'closed') this.#stop()
    if (connection.state === 'offline' && connection.isPictureRefused) {
      this.#unsent.dropPictures()
      this.capture.skipCodec()
    }
  }

  protected override onPong(): void {
    if (this.#pingAt !== null) this.#roundTripMs = performance.now() - this.#pingAt
    this.#pingAt = null
  }

  protected override onEvents(events: StreamServerEvent[]): void {
    for (const event of events) this.#onEvent(event)
  }

  #stop(): void {
    this.#endTicks()
    this.capture.close()
    this.disconnect()
  }

  #clockUs(): number | null {
    const { clock, ended } = this.state()
    return clock && !ended ? Math.round((clock.ms + performance.now() - clock.at) * 1000) : null
  }

  #onFrame(frame: CapturedFrame, coding: CodecConfig): void {
    if (coding !== this.state().coding) this.setState({ coding })
    const unsent = this.#unsent.add(frame, coding)
    this.#updateFullness()
    if (!unsent) {
      this.capture.requestKeyFrame()
      return
    }
    for (const watcher of this.#watchers) watcher(frame, coding)
    if (this.#isPublishing) this.#sendFrame(unsent)
  }

  #updateFullness(): void {
    const share = this.#unsent.bytes / UNSENT_MAX_BYTES
    const isFull = share > (this.state().isFull ? BUFFER_SHARE.resume : BUFFER_SHARE.stop)
    if (isFull === this.state().isFull) return
    this.setState({ isFull })
    this.capture.setThrottled(isFull)
  }

  #sendFrame({ frame, coding }: UnsentFrame): void {
    const text = JSON.stringify(coding)
    if (text !== this.#sentCoding && this.send({ type: 'coding', coding })) this.#sentCoding = text
    this.sendBytes(encodeFrame(frame))
  }

  #onEvent(event: StreamServerEvent): void {
    if (event.type === 'stream') this.#isPausedOnServer = event.state === 'paused'
    if (event.type === 'counts') this.setState({ counts: { watching: event.watching, total: event.total } })
    if (event.type === 'publish') this.#publish(event)
    if (event.type === 'key') this.capture.encodeKeyFrame()
    if (event.type === 'health') this.setState({ inSync: event.inSync, lagging: event.lagging })
    if (event.type === 'chapters') this.setState({ chapters: event.chapters })
    if (event.type === 'stills') this.capture.setStillsWanted(event.wanted)
    if (event.type === 'stored') {
      this.#unsent.confirm(event.next)
      this.#updateFullness()
    }
    if (event.type === 'recordingFull') this.setState({ isRecordingFull: true })
    if (event.type === 'ended') {
      this.setState({ ended: event.reason })
      this.#stop()
    }
  }

  #publish({ next, clockMs }: Extract<StreamServerEvent, { type: 'publish' }>): void {
    // Set once: a later clock could go backwards.
    if (!this.state().clock) this.setState({ clock: { ms: clockMs, at: performance.now() } })
    this.#sentCoding = ''
    this.#isPublishing = true
    const { isPaused } = this.state()
    if (isPaused !== this.#isPausedOnServer) this.send({ type: 'pause', paused: isPaused })
    if (this.#firstChapter !== null && this.addChapter(this.#firstChapter)) this.#firstChapter = null
    for (const unsent of this.#unsent.resume(next)) this.#sendFrame(unsent)
    if (this.#unsent.needsKeyFrame) this.capture.encodeKeyFrame()
  }

  #tick(): void {
    const { connection, inSync, lagging, coding } = this.state()
    if (connection.state !== 'open') return
    const now = performance.now()
    const waitingMs = this.#pingAt === null ? 0 : now - this.#pingAt
    if (this.#pingAt === null && this.ping()) this.#pingAt = now
    const { bufferedBytes } = this
    const roundTripMs = this.#roundTripMs === null ? null : Math.max(this.#roundTripMs, waitingMs)
    const maxBitrate = bitrateFor(coding.picture?.width ?? 1280, coding.picture?.height ?? 720)
    this.#quality = nextBitrate(this.#quality, { bufferedBytes, roundTripMs, inSync, lagging }, maxBitrate)
    this.capture.setThrottled(this.state().isFull || bufferedBytes * 8 > this.#quality.bitrate * SEND_BUFFER_MAX_S)
    if (this.#quality.bitrate === this.state().bitrate) return
    this.capture.setBitrate(this.#quality.bitrate)
    this.setState({ bitrate: this.#quality.bitrate })
  }
}

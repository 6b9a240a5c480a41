import { streamChannel } from '../../../../contract/channel.ts'
import { decodeFrame, type StreamFrame } from '../../../../contract/socket/stream.ts'
import {
  type Coding,
  type StreamClientMessage,
  type StreamEnd,
  type StreamLevel,
  type StreamServerEvent,
  streamServerEvent,
  streamSocketPath,
} from '../../../../contract/socket/stream-messages.ts'
import { type Connection, LiveConnection } from '../../../lib/live-connection.ts'
import { takeTicket } from '../../chat/queries.ts'
import { canDecode, PictureDecoder } from './picture-decoder.ts'
import { Playout } from './playout.ts'
import type { Screen } from './screen.ts'
import { ShownFrames } from './shown-frames.ts'
import { SoundPlayer } from './sound-player.ts'
import { SOUND_DELAY_S, SoundSchedule } from './sound-schedule.ts'

const SHOWN_EVERY_MS = 1000
/** It asks for a key frame again where none came within this. */
const LOST_AGAIN_MS = 2000

/** A live stream as one who watches it has it. */
export type ViewingState = {
  connection: Connection
  /** How it stands; null before that is known. */
  stream: 'live' | 'paused' | 'waiting' | null
  /** Milliseconds since it began, and when that was by `performance.now()`; null before that is known. */
  clock: { ms: number; at: number } | null
  counts: { watching: number; total: number } | null
  level: StreamLevel
  /** That is less than this browser could show. */
  isSlow: boolean
  /** There is a picture to look at, and sound to listen to. */
  hasPicture: boolean
  hasSound: boolean
  /** There is sound that this browser cannot decode. */
  isDeaf: boolean
  /** The browser lets sound be heard. */
  isAllowed: boolean
  lateMs: number
  ended: StreamEnd | null
}

/** A live stream that a member watches in this tab: its socket, and what comes over it put on a screen and to be heard. */
export class Viewing {
  readonly screen: Screen
  readonly sound: SoundPlayer
  readonly #connection: LiveConnection<StreamClientMessage, StreamServerEvent>
  readonly #decoder: PictureDecoder
  readonly #listeners = new Set<() => void>()
  readonly #timer: ReturnType<typeof setInterval>
  #playout: Playout
  #schedule = new SoundSchedule()
  readonly #shown = new ShownFrames()
  #most: StreamLevel = 'VideoDecoder' in globalThis ? 'all' : 'stills'
  #coding: Coding = { picture: null, sound: null }
  #lateMs = 0
  #lostAt = Number.NEGATIVE_INFINITY
  #state: ViewingState = {
    ...{ connection: { state: 'connecting' }, stream: null, clock: null, counts: null },
    ...{
      level: this.#most,
      isSlow: false,
      hasPicture: false,
      hasSound: false,
      isDeaf: false,
      isAllowed: false,
      lateMs: 0,
      ended: null,
    },
  }

  constructor(streamId: number, me: number, screen: Screen, interpolation: number) {
    this.screen = screen
    this.#playout = new Playout(interpolation)
    this.sound = new SoundPlayer({ place: (madeAt, now) => this.#schedule.place(madeAt, now) })
    this.sound.onAllowed(() => this.#change({ isAllowed: this.sound.isAllowed }))
    this.#decoder = new PictureDecoder({ onPicture: (picture) => this.#show(picture), onLost: () => this.#lose() })
    this.#connection = new LiveConnection({
      url: new URL(streamSocketPath(streamId), location.href.replace(/^http/, 'ws')).href,
      ticket: () => takeTicket(streamChannel(streamId)),
      auth: (chatId): StreamClientMessage => ({
        ...{ type: 'auth', chatId, streamId, userId: me, as: 'viewer', level: this.#most },
      }),
      events: streamServerEvent,
      letsIn: ({ type }) => type === 'stream',
      onEvents: (events) => {
        for (const event of events) this.#hear(event)
      },
      onBytes: (bytes) => this.#take(bytes),
      onChange: (connection) => this.#change({ connection }),
    })
    this.#timer = setInterval(() => this.#tell(), SHOWN_EVERY_MS)
    addEventListener('offline', this.#pause)
    addEventListener('online', this.tryNow)
  }

  readonly state = (): ViewingState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly tryNow = (): void => {
    if (!this.#state.ended) this.#connection.tryNow()
  }

  /** Pictures are shown with a delay of so many of them from now on; the sound keeps step. */
  interpolate(interpolation: number): void {
    this.#playout = new Playout(interpolation)
    this.#schedule = new SoundSchedule()
  }

  leave(): void {
    clearInterval(this.#timer)
    removeEventListener('offline', this.#pause)
    removeEventListener('online', this.tryNow)
    this.#connection.leave()
    this.#decoder.reset()
    this.sound.close()
    this.screen.clear()
  }

  readonly #pause = (): void => this.#connection.pause()

  #hear(event: StreamServerEvent): void {
    if (event.type === 'stream')
      this.#change({ stream: event.state, clock: { ms: event.clockMs, at: performance.now() } })
    if (event.type === 'counts') this.#change({ counts: { watching: event.watching, total: event.total } })
    if (event.type === 'level') this.#change({ level: event.level, isSlow: event.level !== this.#most })
    if (event.type === 'coding') this.#setUp(event.coding)
    if (event.type === 'ended') {
      this.#change({ ended: event.why })
      this.#connection.leave()
    }
  }

  #setUp(coding: Coding): void {
    this.#coding = coding
    this.#decoder.setUp(coding.picture)
    this.sound.setUp(coding.sound)
    if (coding.picture && this.#most === 'all') void this.#watchStillsUnless(coding.picture)
  }

  /** What this browser cannot decode it watches by stills. */
  async #watchStillsUnless(coding: NonNullable<Coding['picture']>): Promise<void> {
    if (await canDecode(coding)) return
    this.#most = 'stills'
    this.#change({ level: 'stills' })
    this.#connection.tryNow()
  }

  #take(bytes: ArrayBuffer): void {
    const frame = decodeFrame(new Uint8Array(bytes))
    const comes = frame && this.#shown.add(frame)
    if (!frame || comes === 'again') return
    const { clock } = this.#state
    if (clock && (frame.kind !== 'still' || !this.#coding.picture))
      this.#lateMs = Math.max(0, clock.ms + performance.now() - clock.at - frame.timeUs / 1000)
    if (frame.kind === 'picture') this.#takePicture(frame, comes === 'next')
    else if (frame.kind === 'still') void this.#takeStill(frame)
    else this.#takeSound(frame)
  }

  #takePicture(frame: StreamFrame, isNext: boolean): void {
    // A picture that is missing before one that goes on from it.
    if (!isNext && !frame.isKey) this.#decoder.reset()
    this.#decoder.decode(frame)
  }

  async #takeStill({ data, timeUs }: StreamFrame): Promise<void> {
    if (this.#coding.picture && this.#state.level !== 'stills') return
    const picture = await createImageBitmap(new Blob([data], { type: 'image/webp' })).catch(() => null)
    if (picture) this.#put(picture, timeUs)
  }

  #takeSound({ kind, timeUs, data }: StreamFrame): void {
    if (kind === 'sound' && !('AudioDecoder' in globalThis)) {
      if (!this.#state.isDeaf) this.#change({ isDeaf: true })
      return
    }
    if (!this.#state.hasSound) this.#change({ hasSound: true })
    if (kind === 'sound') this.sound.play(timeUs, data)
    else void this.sound.playFile(timeUs, data)
  }

  #show(picture: VideoFrame): void {
    this.#put(picture, picture.timestamp)
  }

  #put(picture: VideoFrame | ImageBitmap, timeUs: number): void {
    const now = performance.now()
    const due = this.#playout.dueAt(timeUs / 1000, now)
    this.screen.show(picture, due - now)
    this.#schedule.delay = Math.max(SOUND_DELAY_S, this.#playout.delayMs / 1000)
    if (!this.#state.hasPicture) this.#change({ hasPicture: true })
  }

  #lose(): void {
    const now = performance.now()
    if (now - this.#lostAt < LOST_AGAIN_MS) return
    if (this.#connection.say({ type: 'lost' })) this.#lostAt = now
  }

  #tell(): void {
    const lateMs = Math.round(this.#lateMs)
    if (this.#connection.say({ type: 'shown', lateMs })) this.#change({ lateMs })
  }

  #change(changed: Partial<ViewingState>): void {
    this.#state = { ...this.#state, ...changed }
    for (const listener of this.#listeners) listener()
  }
}

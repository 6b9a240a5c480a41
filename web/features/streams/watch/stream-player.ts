import { streamChannel } from '../../../../contract/channel.ts'
import { decodeFrame, type StreamFrame } from '../../../../contract/socket/stream-frame.ts'
import {
  type CodecConfig,
  type StreamClientMessage,
  type StreamEnd,
  type StreamLevel,
  type StreamServerEvent,
  streamServerEvent,
  streamSocketPath,
} from '../../../../contract/socket/stream-messages.ts'
import { type LiveRoom, LiveSession, type LiveState } from '../../../lib/live-session.ts'
import { canDecode, PictureDecoder } from './picture-decoder.ts'
import { FrameSequence, Playout, SOUND_DELAY_S, SoundSchedule } from './playout.ts'
import type { Screen } from './screen.ts'
import { SoundPlayer } from './sound-player.ts'
import { StillDecoder } from './still-decoder.ts'

const REPORT_INTERVAL_MS = 1000
/** Interval of repeated requests for a key frame. */
const KEY_REQUEST_INTERVAL_MS = 2000

export type StreamPlayerState = LiveState & {
  /** Null until the first event. */
  stream: 'live' | 'paused' | 'waiting' | null
  /** Stream time in milliseconds, and the `performance.now()` of its measurement. */
  clock: { ms: number; at: number } | null
  /** Members watching now, and in total. */
  counts: { watching: number; total: number } | null
  level: StreamLevel
  /** The server sends a lower level than this browser supports. */
  isSlow: boolean
  hasPicture: boolean
  hasSound: boolean
  /** The stream has sound that this browser cannot decode. */
  isSoundUnsupported: boolean
  /** False until the viewer's first press on the page, in browsers that require one. */
  isSoundAllowed: boolean
  /** Delay of the last received frame behind the stream. */
  lateMs: number
  ended: StreamEnd | null
}

const INITIAL_STATE = {
  connection: { state: 'connecting' },
  stream: null,
  clock: null,
  counts: null,
  isSlow: false,
  hasPicture: false,
  hasSound: false,
  isSoundUnsupported: false,
  isSoundAllowed: false,
  lateMs: 0,
  ended: null,
} as const

/** Plays a live stream: receives and decodes frames, and schedules pictures and sound. */
export class StreamPlayer extends LiveSession<StreamPlayerState, StreamClientMessage, StreamServerEvent> {
  readonly screen: Screen
  readonly sound: SoundPlayer
  protected readonly room: LiveRoom<StreamClientMessage, StreamServerEvent>
  readonly #decoder: PictureDecoder
  readonly #stills = new StillDecoder((picture, timeUs) => this.#showPicture(picture, timeUs))
  readonly #sequence = new FrameSequence()
  #playout: Playout
  #schedule = new SoundSchedule()
  /** Highest level that this browser supports. */
  #maxLevel: StreamLevel
  #coding: CodecConfig = { picture: null, sound: null }
  #lateMs = 0
  #keyRequestedAt = Number.NEGATIVE_INFINITY
  #timer: ReturnType<typeof setInterval> | undefined

  constructor(streamId: number, userId: number, screen: Screen, interpolation: number) {
    const maxLevel: StreamLevel = 'VideoDecoder' in globalThis ? 'all' : 'stills'
    super({ ...INITIAL_STATE, level: maxLevel })
    this.#maxLevel = maxLevel
    this.screen = screen
    this.#playout = new Playout(interpolation)
    this.sound = new SoundPlayer({ startOf: (capturedAt, now) => this.#schedule.startOf(capturedAt, now) })
    this.sound.onAllowedChange(() => this.setState({ isSoundAllowed: this.sound.isAllowed }))
    this.#decoder = new PictureDecoder({
      onPicture: (picture) => this.#showPicture(picture, picture.timestamp),
      onLost: () => this.#requestKey(),
    })
    this.room = {
      path: streamSocketPath(streamId),
      channel: streamChannel(streamId),
      auth: (chatId) => ({ type: 'auth', chatId, streamId, userId, as: 'viewer', level: this.#maxLevel }),
      events: streamServerEvent,
      isAdmission: ({ type }) => type === 'stream',
    }
  }

  /** Delays pictures by a number of frames, for even motion; sound stays in sync. */
  setInterpolation(interpolation: number): void {
    this.#playout = new Playout(interpolation)
    this.#schedule = new SoundSchedule()
  }

  protected override onEnter(): void {
    this.#timer = setInterval(() => this.#report(), REPORT_INTERVAL_MS)
    this.connect()
  }

  protected override onLeave(): void {
    clearInterval(this.#timer)
    this.#decoder.reset()
    this.sound.close()
    this.screen.clear()
  }

  protected override onEvents(events: StreamServerEvent[]): void {
    for (const event of events) this.#onEvent(event)
  }

  #onEvent(event: StreamServerEvent): void {
    if (event.type === 'stream')
      this.setState({ stream: event.state, clock: { ms: event.clockMs, at: performance.now() } })
    if (event.type === 'counts') this.setState({ counts: { watching: event.watching, total: event.total } })
    if (event.type === 'level') this.setState({ level: event.level, isSlow: event.level !== this.#maxLevel })
    if (event.type === 'coding') this.#setCoding(event.coding)
    if (event.type === 'ended') {
      this.setState({ ended: event.reason })
      this.disconnect()
    }
  }

  #setCoding(coding: CodecConfig): void {
    this.#coding = coding
    this.#decoder.setUp(coding.picture)
    this.sound.setUp(coding.sound)
    if (coding.picture && this.#maxLevel === 'all') void this.#fallBackToStills(coding.picture)
  }

  /** Requests stills when this browser cannot decode the pictures. */
  async #fallBackToStills(coding: NonNullable<CodecConfig['picture']>): Promise<void> {
    if (await canDecode(coding)) return
    this.#maxLevel = 'stills'
    this.setState({ level: 'stills' })
    this.reconnect()
  }

  protected override onBytes(bytes: ArrayBuffer): void {
    const frame = decodeFrame(new Uint8Array(bytes))
    const succession = frame && this.#sequence.check(frame)
    if (!frame || succession === 'duplicate') return
    const { clock } = this.state()
    if (clock && (frame.kind !== 'still' || !this.#coding.picture))
      this.#lateMs = Math.max(0, clock.ms + performance.now() - clock.at - frame.timeUs / 1000)
    if (frame.kind === 'picture') this.#takePicture(frame, succession === 'next')
    else if (frame.kind === 'still') this.#takeStill(frame)
    else this.#takeSound(frame)
  }

  #takePicture(frame: StreamFrame, isNext: boolean): void {
    // A frame between key frames is useless when the one before it is missing.
    if (!isNext && !frame.isKey) this.#decoder.reset()
    this.#decoder.decode(frame)
  }

  #takeStill(still: StreamFrame): void {
    if (this.#coding.picture && this.state().level !== 'stills') return
    void this.#stills.decode(still)
  }

  #takeSound({ kind, timeUs, data }: StreamFrame): void {
    if (kind === 'sound' && !('AudioDecoder' in globalThis)) {
      if (!this.state().isSoundUnsupported) this.setState({ isSoundUnsupported: true })
      return
    }
    if (!this.state().hasSound) this.setState({ hasSound: true })
    if (kind === 'sound') this.sound.play(timeUs, data)
    else void this.sound.playFile(timeUs, data)
  }

  #showPicture(picture: VideoFrame | ImageBitmap, timeUs: number): void {
    const now = performance.now()
    const due = this.#playout.dueAt(timeUs / 1000, now)
    this.screen.show(picture, due - now)
    this.#schedule.delay = Math.max(SOUND_DELAY_S, this.#playout.delayMs / 1000)
    if (!this.state().hasPicture) this.setState({ hasPicture: true })
  }

  #requestKey(): void {
    const now = performance.now()
    if (now - this.#keyRequestedAt < KEY_REQUEST_INTERVAL_MS) return
    if (this.send({ type: 'lost' })) this.#keyRequestedAt = now
  }

  #report(): void {
    const lateMs = Math.round(this.#lateMs)
    if (this.send({ type: 'shown', lateMs })) this.setState({ lateMs })
  }
}

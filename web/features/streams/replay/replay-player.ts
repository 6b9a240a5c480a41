import type { ReplayManifest } from '../../../../contract/http/streams.ts'
import { stillType } from '../../../../contract/socket/stream-frame.ts'
import { Store } from '../../../lib/store.ts'
import { PictureDecoder } from '../watch/picture-decoder.ts'
import type { Screen } from '../watch/screen.ts'
import { SoundPlayer } from '../watch/sound-player.ts'
import { FrameTrack } from './frame-track.ts'
import { PlaybackSchedule } from './playback-schedule.ts'
import { INITIAL_STATE, type ReplayState } from './replay-state.ts'
import { codingOf, positionAfter, segmentAt } from './seeking.ts'
import { type LoadSegment, SegmentCache } from './segment-cache.ts'
import type { TempoChanger } from './tempo-changer.ts'

/** Decoding runs this far ahead, by at most this many pictures, because decoders have few buffers. */
const PICTURES_AHEAD = { ms: 400, count: 6 }
/** Sound is decoded further ahead, so that it continues while the page is hidden. */
const SOUND_AHEAD_MS = 2500
const SEGMENTS_AHEAD = 3
/** Interval of the steps while the page is hidden. */
const HIDDEN_STEP_MS = 250

type QueuedPicture = { ms: number; picture: VideoFrame | ImageBitmap }

/** Plays a recording: loads segments, decodes from key frames, and plays frames when they are due. */
export class ReplayPlayer extends Store<ReplayState> {
  readonly sound: SoundPlayer
  readonly #manifest: ReplayManifest
  readonly #screen: Screen
  readonly #cache: SegmentCache
  readonly #decoder: PictureDecoder
  readonly #pictures: FrameTrack
  readonly #sounds: FrameTrack
  readonly #schedule = new PlaybackSchedule()
  /** Keeps the pitch at another speed; until it is loaded, the pitch rises. */
  #tempoChanger: TempoChanger | null = null
  #queue: QueuedPicture[] = []
  /** Incremented by seeking; pictures decoded for an earlier position are dropped. */
  #seekCount = 0
  #pendingStills = 0
  #lastAt: number | null = null
  #frame = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(manifest: ReplayManifest, screen: Screen, load: LoadSegment) {
    super(INITIAL_STATE)
    this.#manifest = manifest
    this.#screen = screen
    this.#cache = new SegmentCache(load, () => this.#wake())
    this.#pictures = new FrameTrack(manifest.segments, this.#cache, ['picture', 'still'])
    this.#sounds = new FrameTrack(manifest.segments, this.#cache, ['sound', 'soundFile'])
    this.#decoder = new PictureDecoder({
      onPicture: (picture) => this.#enqueue(picture.timestamp / 1000, picture),
      onLost: () => undefined,
    })
    this.sound = new SoundPlayer({
      startOf: (capturedAt, now) => {
        const { rate, isPlaying } = this.state()
        const at = isPlaying
          ? this.#schedule.startOf(capturedAt, { now, position: this.#exactMs() / 1000, rate })
          : null
        return at === null ? null : { at, dropsOthers: false, rate: this.#tempoChanger ? 1 : rate }
      },
      transform: (chunk) => (this.#tempoChanger ? this.#tempoChanger.take(chunk) : chunk),
    })
    this.seek(0)
  }

  /** Restarts at the end of the recording. */
  play(): void {
    if (this.state().positionMs >= this.#manifest.durationMs) this.seek(0)
    void this.sound.turnOn()
    this.#lastAt = null
    this.#stopSound()
    this.#change({ isPlaying: true, hasBegun: true })
    this.#wake()
  }

  pause(): void {
    this.#stopSound()
    this.#change({ isPlaying: false })
  }

  readonly toggle = (): void => (this.state().isPlaying ? this.pause() : this.play())

  seek(ms: number): void {
    const positionMs = Math.min(this.#manifest.durationMs, Math.max(0, ms))
    this.#seekCount++
    this.#decoder.reset()
    this.#clearQueue()
    this.#pictures.seek(positionMs)
    this.#stopSound(positionMs)
    this.#lastAt = null
    this.#change({ positionMs })
    this.#wake()
  }

  setRate(rate: ReplayState['rate']): void {
    this.#tempoChanger = null
    this.#stopSound()
    this.#change({ rate })
    if (rate !== 1) void this.#keepPitch(rate)
  }

  retry(): void {
    this.#cache.retry()
    this.#change({ hasFailed: false })
    this.#wake()
  }

  close(): void {
    this.#seekCount++
    cancelAnimationFrame(this.#frame)
    clearTimeout(this.#timer)
    this.#cache.close()
    this.#decoder.reset()
    this.#clearQueue()
    this.#screen.clear()
    this.sound.close()
  }

  /** Exact position; the state follows at the next step. */
  #exactMs(): number {
    const { positionMs, isWaiting, rate } = this.state()
    return this.#lastAt === null || isWaiting ? positionMs : positionMs + (performance.now() - this.#lastAt) * rate
  }

  async #keepPitch(rate: ReplayState['rate']): Promise<void> {
    const loaded = await import('./tempo-changer.ts').catch(() => null)
    if (!loaded || this.state().rate !== rate) return
    this.#tempoChanger = new loaded.TempoChanger(rate)
    this.#stopSound()
  }

  /** Stops scheduled sound and continues from a position. */
  #stopSound(positionMs = this.state().positionMs): void {
    this.sound.reset()
    this.#tempoChanger?.reset()
    this.#schedule.reset()
    this.#sounds.seek(positionMs)
  }

  #clearQueue(): void {
    for (const { picture } of this.#queue) picture.close()
    this.#queue = []
  }

  #wake(): void {
    if (this.#frame || this.#timer !== undefined) return
    const step = () => {
      this.#frame = 0
      this.#timer = undefined
      this.#step(performance.now())
    }
    if (document.visibilityState === 'visible') this.#frame = requestAnimationFrame(step)
    else this.#timer = setTimeout(step, HIDDEN_STEP_MS)
  }

  #step(now: number): void {
    this.#advancePosition(now)
    this.#feedPictures()
    if (this.state().isPlaying) this.#feedSounds()
    const { positionMs, isPlaying } = this.state()
    const at = segmentAt(this.#manifest.segments, positionMs)
    const ahead = Array.from({ length: SEGMENTS_AHEAD }, (_, index) => at + index)
    this.#cache.prefetch(ahead.filter((segment) => segment < this.#manifest.segments.length))
    const isWaiting = this.#cache.read(at) === null && this.#manifest.segments.length > 0
    this.#change({ isWaiting, hasFailed: this.#cache.hasFailed })
    this.#show()
    if (isPlaying || this.#decoder.queued > 0) this.#wake()
  }

  #advancePosition(now: number): void {
    const { isPlaying, isWaiting, positionMs, rate } = this.state()
    const { durationMs, pauses } = this.#manifest
    const passedMs = this.#lastAt === null || isWaiting ? 0 : (now - this.#lastAt) * rate
    this.#lastAt = now
    if (!isPlaying) return
    const next = Math.min(durationMs, positionAfter(pauses, positionMs, passedMs))
    this.#change({ positionMs: next })
    if (next >= durationMs) this.pause()
  }

  #feedPictures(): void {
    // Before the first picture, any picture will do.
    const untilMs = this.state().hasPicture ? this.state().positionMs + PICTURES_AHEAD.ms : Number.POSITIVE_INFINITY
    while (this.#queue.length + this.#decoder.queued + this.#pendingStills < PICTURES_AHEAD.count) {
      const next = this.#pictures.next(untilMs)
      if (!next) return
      const { picture } = codingOf(this.#manifest.codings, next.segment)
      this.#decoder.setUp(picture)
      if (next.frame.kind === 'picture') this.#decoder.decode(next.frame)
      else if (!picture) void this.#enqueueStill(next.frame.timeUs / 1000, next.frame.data)
    }
  }

  async #enqueueStill(ms: number, data: Uint8Array<ArrayBuffer>): Promise<void> {
    const seekCount = this.#seekCount
    this.#pendingStills++
    const picture = await createImageBitmap(new Blob([data], { type: stillType(data) })).catch(() => null)
    this.#pendingStills--
    if (!picture) return
    if (seekCount === this.#seekCount) this.#enqueue(ms, picture)
    else picture.close()
  }

  #feedSounds(): void {
    const { positionMs, rate } = this.state()
    for (;;) {
      const next = this.#sounds.next(positionMs + SOUND_AHEAD_MS * rate)
      if (!next) return
      const { frame, segment } = next
      this.sound.setUp(codingOf(this.#manifest.codings, segment).sound)
      if (frame.kind === 'soundFile') void this.sound.playFile(frame.timeUs, frame.data)
      else if (frame.timeUs / 1000 >= positionMs) this.sound.play(frame.timeUs, frame.data)
    }
  }

  #enqueue(ms: number, picture: VideoFrame | ImageBitmap): void {
    this.#queue.push({ ms, picture })
    this.#show()
    this.#wake()
  }

  /** Shows the latest due picture. */
  #show(): void {
    const { positionMs, hasPicture } = this.state()
    const isFirst = !hasPicture && this.#queue.length > 0
    const due = Math.max(
      isFirst ? 0 : -1,
      this.#queue.findLastIndex(({ ms }) => ms <= positionMs),
    )
    const shown = due < 0 ? [] : this.#queue.splice(0, due + 1)
    for (const { picture } of shown.slice(0, -1)) picture.close()
    const last = shown.at(-1)
    if (!last) return
    this.#screen.show(last.picture)
    if (!hasPicture) this.#change({ hasPicture: true })
  }

  /** Notifies only about differences: this runs with every frame. */
  #change(changed: Partial<ReplayState>): void {
    const before = this.state()
    const isSame = Object.entries(changed).every(([name, value]) => before[name as keyof ReplayState] === value)
    if (!isSame) this.setState(changed)
  }
}

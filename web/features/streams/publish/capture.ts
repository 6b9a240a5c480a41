import { STREAM_DEFAULTS, STREAM_PREVIEW_INTERVAL_MS } from '../../../../contract/limits.ts'
import type { StreamFrame } from '../../../../contract/socket/stream-frame.ts'
import type { CodecConfig } from '../../../../contract/socket/stream-messages.ts'
import { SourceClock, TICK_MS } from './capture-clocks.ts'
import { PictureEncoder } from './picture-encoder.ts'
import { encodeSound } from './sound-encoder.ts'
import type { SoundMix } from './sound-mix.ts'
import { recordSound } from './sound-recorder.ts'
import type { Snapshot, Source } from './source.ts'
import { tickSteadily } from './steady-ticks.ts'
import { encodeStill } from './stills.ts'
import { canEncodePictures, canEncodeSound } from './track-reader.ts'

export type CapturedFrame = Omit<StreamFrame, 'number'>

type CaptureOptions = {
  mix: Pick<SoundMix, 'track'>
  bitrate: number
  /** Stream time in microseconds; null while unknown. */
  clockUs: () => number | null
  onFrame: (frame: CapturedFrame, coding: CodecConfig) => void
}

/** Interval at which an unchanged picture is encoded again: it gets sharper, and key frames contain it. */
const REENCODE_MS = 1000
const STILL_WHEN_WATCHED_MS = 1000
/** Maximum width of stills for browsers without an encoder. */
const STILL_WIDTH = 960

/** Produces frames from a source: pictures or stills, and sound. */
export class Capture {
  readonly #options: CaptureOptions
  readonly #encoder: PictureEncoder
  readonly #soundClock = new SourceClock()
  readonly #endTicks: () => void
  #coding: CodecConfig = { picture: null, sound: null }
  #source: Source | null = null
  #stopReading = () => {}
  #stopSound = () => {}
  #last: VideoFrame | null = null
  #codedAt = 0
  #stillAt = Number.NEGATIVE_INFINITY
  #isMakingStill = false
  #isPaused = false
  #isHeld = false
  #codes = canEncodePictures()
  #stillsWanted = false
  #endStills: (() => void) | undefined

  constructor(options: CaptureOptions) {
    this.#options = options
    this.#encoder = new PictureEncoder(options.bitrate, {
      onPicture: ({ coding, ...picture }) => {
        this.#code({ picture: coding })
        this.#give({ kind: 'picture', ...picture })
      },
      onNone: () => {
        this.#codes = false
        this.#code({ picture: null })
        this.#beginStills()
      },
    })
    this.#endTicks = tickSteadily(TICK_MS, () => this.#tick())
  }

  setSource(source: Source | null): void {
    this.#stopReading()
    this.#last?.close()
    this.#last = null
    this.#source = source
    this.updateSound()
    this.#stopReading = source?.read((picture) => this.#take(picture)) ?? (() => {})
    if (!this.#codes) this.#beginStills()
  }

  updateSound(): void {
    this.#stopSound()
    const { track } = this.#options.mix
    if (!track) {
      this.#stopSound = () => {}
      this.#code({ sound: null })
    } else if (canEncodeSound()) this.#stopSound = this.#encodeSound(track)
    else this.#stopSound = recordSound(track, (data, beganAt) => this.#giveFile(data, beganAt))
  }

  pause(paused: boolean): void {
    this.#isPaused = paused
    if (!paused) this.requestKeyFrame()
  }

  requestKeyFrame(): void {
    this.#encoder.requestKeyFrame()
    this.#again()
  }

  forceKeyFrame(): void {
    this.#encoder.requestKeyFrame()
  }

  /** Pauses pictures while the send buffer is full. */
  holdPictures(held: boolean): void {
    this.#isHeld = held
  }

  setBitrate(bitrate: number): void {
    this.#encoder.setBitrate(bitrate)
  }

  wantStills(wanted: boolean): void {
    this.#stillsWanted = wanted
  }

  snapshot(): Snapshot | null {
    const { displayWidth: width = 0, displayHeight: height = 0 } = this.#last ?? {}
    return this.#last ? { image: this.#last, width, height } : (this.#source?.snapshot() ?? null)
  }

  close(): void {
    this.#endTicks()
    this.#endStills?.()
    this.#stopReading()
    this.#stopSound()
    this.#last?.close()
    this.#last = null
    this.#encoder.close()
  }

  #take(picture: VideoFrame): void {
    this.#last?.close()
    this.#last = picture
    this.#again()
  }

  #again(): void {
    const timeUs = this.#options.clockUs()
    if (!this.#codes || !this.#last || timeUs === null || this.#isPaused || this.#isHeld) return
    this.#codedAt = timeUs / 1000
    this.#encoder.encode(this.#last, timeUs)
  }

  #tick(): void {
    const timeUs = this.#options.clockUs()
    if (timeUs === null || this.#isPaused) return
    const isAgainDue = timeUs / 1000 - this.#codedAt >= REENCODE_MS || this.#encoder.needsKey(timeUs)
    if (isAgainDue) this.#again()
    const everyMs = this.#stillsWanted ? STILL_WHEN_WATCHED_MS : STREAM_PREVIEW_INTERVAL_MS
    if (this.#codes && timeUs / 1000 - this.#stillAt >= everyMs) void this.#makeStill()
  }

  #beginStills(): void {
    this.#endStills ??= tickSteadily(STREAM_DEFAULTS.rate * 1000, () => void this.#makeStill(STILL_WIDTH))
  }

  async #makeStill(widest?: number): Promise<void> {
    const timeUs = this.#options.clockUs()
    const shot = this.snapshot()
    if (timeUs === null || !shot || this.#isMakingStill || this.#isPaused || this.#isHeld) return
    this.#isMakingStill = true
    this.#stillAt = timeUs / 1000
    const data = await encodeStill(shot, widest)
    this.#isMakingStill = false
    if (data) this.#give({ kind: 'still', isKey: true, timeUs, data })
  }

  #encodeSound(track: MediaStreamTrack): () => void {
    return encodeSound(track, ({ sourceUs, data, coding }) => {
      const nowUs = this.#options.clockUs()
      if (nowUs === null || this.#isPaused) return
      this.#code({ sound: coding })
      this.#give({ kind: 'sound', isKey: true, timeUs: this.#soundClock.place(sourceUs, nowUs), data })
    })
  }

  #giveFile(data: Uint8Array<ArrayBuffer>, beganAt: number): void {
    const nowUs = this.#options.clockUs()
    if (nowUs === null || this.#isPaused) return
    const timeUs = Math.max(0, nowUs - (performance.now() - beganAt) * 1000)
    this.#give({ kind: 'soundFile', isKey: true, timeUs: Math.round(timeUs), data })
  }

  #code(changed: Partial<CodecConfig>): void {
    const coding = { ...this.#coding, ...changed }
    if (JSON.stringify(coding) !== JSON.stringify(this.#coding)) this.#coding = coding
  }

  #give(frame: CapturedFrame): void {
    this.#options.onFrame(frame, this.#coding)
  }
}

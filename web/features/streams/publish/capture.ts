import { STREAM_DEFAULTS } from '../../../../contract/limits.ts'
import type { StreamFrame } from '../../../../contract/socket/stream-frame.ts'
import type { CodecConfig } from '../../../../contract/socket/stream-messages.ts'
import { SourceClock, StillClock, TICK_MS } from './capture-clocks.ts'
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
  /** The browser has an encoder, but none for the codecs of streams. Stills are sent from now on. */
  onUnsupported: () => void
}

/** Interval at which an unchanged picture is encoded again, which makes it sharper. */
const REENCODE_MS = 1000
/** Maximum width of stills for browsers without an encoder. */
const STILL_WIDTH = 960

/** Produces frames from a source: pictures or stills, and sound. */
export class Capture {
  readonly #options: CaptureOptions
  readonly #encoder: PictureEncoder
  readonly #soundClock = new SourceClock()
  readonly #stillClock = new StillClock()
  readonly #endTicks: () => void
  #coding: CodecConfig = { picture: null, sound: null }
  #source: Source | null = null
  #stopReading = () => {}
  #stopSound = () => {}
  #last: VideoFrame | null = null
  #encodedAt = 0
  #isMakingStill = false
  #isPaused = false
  #isThrottled = false
  /** False in browsers that can only send stills. */
  #canEncode = canEncodePictures()
  #endStills: (() => void) | undefined
  #isClosed = false

  constructor(options: CaptureOptions) {
    this.#options = options
    this.#encoder = new PictureEncoder(options.bitrate, {
      onPicture: ({ coding, ...picture }) => {
        this.#updateCoding({ picture: coding })
        this.#emit({ kind: 'picture', ...picture })
      },
      onUnsupported: () => {
        this.#canEncode = false
        this.#updateCoding({ picture: null })
        this.#beginStills()
        options.onUnsupported()
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
    this.#stopReading = source?.read((picture) => this.#onPicture(picture)) ?? (() => {})
    if (!this.#canEncode) this.#beginStills()
  }

  /** Restarts sound with the current track of the mix, or ends it when there is no track. */
  updateSound(): void {
    this.#stopSound()
    const { track } = this.#options.mix
    if (!track) {
      this.#stopSound = () => {}
      this.#updateCoding({ sound: null })
    } else if (canEncodeSound()) this.#stopSound = this.#encodeSound(track)
    else this.#stopSound = recordSound(track, (data, beganAt) => this.#emitFile(data, beganAt))
  }

  setPaused(isPaused: boolean): void {
    this.#isPaused = isPaused
    if (!isPaused) this.encodeKeyFrame()
  }

  /** Encodes the current picture again, as a key frame. */
  encodeKeyFrame(): void {
    this.#encoder.requestKeyFrame()
    this.#encodeLast()
  }

  /** Makes the next picture a key frame. */
  requestKeyFrame(): void {
    this.#encoder.requestKeyFrame()
  }

  /** Pauses pictures and stills while too much data waits to be sent. */
  setThrottled(isThrottled: boolean): void {
    this.#isThrottled = isThrottled
  }

  /** Encodes the next pictures with the next codec, or sends stills after the last one. */
  skipCodec(): void {
    this.#encoder.skipCodec()
  }

  setBitrate(bitrate: number): void {
    this.#encoder.setBitrate(bitrate)
  }

  setStillsWanted(areWanted: boolean): void {
    this.#stillClock.isWatched = areWanted
  }

  snapshot(): Snapshot | null {
    const { displayWidth: width = 0, displayHeight: height = 0 } = this.#last ?? {}
    return this.#last ? { image: this.#last, width, height } : (this.#source?.snapshot() ?? null)
  }

  close(): void {
    this.#isClosed = true
    this.#endTicks()
    this.#endStills?.()
    this.#stopReading()
    this.#stopSound()
    this.#last?.close()
    this.#last = null
    this.#encoder.close()
  }

  #onPicture(picture: VideoFrame): void {
    // The page may choose a source after the broadcast has ended.
    if (this.#isClosed) {
      picture.close()
      return
    }
    this.#last?.close()
    this.#last = picture
    this.#encodeLast()
  }

  #encodeLast(): void {
    const timeUs = this.#options.clockUs()
    if (!this.#canEncode || !this.#last || timeUs === null || this.#isPaused || this.#isThrottled) return
    this.#encodedAt = timeUs / 1000
    this.#encoder.encode(this.#last, timeUs)
  }

  #tick(): void {
    const timeUs = this.#options.clockUs()
    if (timeUs === null || this.#isPaused) return
    const isReencodeDue = timeUs / 1000 - this.#encodedAt >= REENCODE_MS || this.#encoder.needsKey(timeUs)
    if (isReencodeDue) this.#encodeLast()
    if (this.#canEncode && this.#stillClock.isDue(timeUs / 1000)) void this.#makeStill()
  }

  #beginStills(): void {
    this.#endStills ??= tickSteadily(STREAM_DEFAULTS.rate * 1000, () => void this.#makeStill(STILL_WIDTH))
  }

  async #makeStill(maxWidth?: number): Promise<void> {
    const timeUs = this.#options.clockUs()
    const snapshot = this.snapshot()
    if (timeUs === null || !snapshot || this.#isMakingStill || this.#isPaused || this.#isThrottled) return
    this.#isMakingStill = true
    this.#stillClock.restart(timeUs / 1000)
    const data = await encodeStill(snapshot, maxWidth)
    this.#isMakingStill = false
    if (data) this.#emit({ kind: 'still', isKey: true, timeUs, data })
  }

  #encodeSound(track: MediaStreamTrack): () => void {
    return encodeSound(track, ({ sourceUs, data, coding }) => {
      const nowUs = this.#options.clockUs()
      if (nowUs === null || this.#isPaused) return
      this.#updateCoding({ sound: coding })
      this.#emit({ kind: 'sound', isKey: true, timeUs: this.#soundClock.timeOf(sourceUs, nowUs), data })
    })
  }

  #emitFile(data: Uint8Array<ArrayBuffer>, beganAt: number): void {
    const nowUs = this.#options.clockUs()
    if (nowUs === null || this.#isPaused) return
    const timeUs = Math.max(0, nowUs - (performance.now() - beganAt) * 1000)
    this.#emit({ kind: 'soundFile', isKey: true, timeUs: Math.round(timeUs), data })
  }

  #updateCoding(changed: Partial<CodecConfig>): void {
    const coding = { ...this.#coding, ...changed }
    if (JSON.stringify(coding) !== JSON.stringify(this.#coding)) this.#coding = coding
  }

  #emit(frame: CapturedFrame): void {
    this.#options.onFrame(frame, this.#coding)
  }
}

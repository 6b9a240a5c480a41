import { type PictureConfig, pictureColorSpace } from '../../../../contract/socket/stream-messages.ts'
import { KeyFrameClock } from './capture-clocks.ts'
import { CODECS, codedSize, encoderConfig, firstWorkingCodec, isCropped, type Size } from './encoding.ts'

/** Maximum length of the encoder's queue; further pictures are dropped. */
const QUEUE_MAX = 2
/** Relative changes of the bitrate below this are ignored. */
const BITRATE_TOLERANCE = 0.1

export type CodedPicture = { isKey: boolean; timeUs: number; data: Uint8Array<ArrayBuffer>; coding: PictureConfig }

type PictureEncoderOptions = {
  onPicture: (picture: CodedPicture) => void
  /** No codec works for this size. */
  onUnsupported: () => void
}

/**
 * Encodes pictures of drawings and screens. The size follows the pictures; key frames are made on demand and every four
 * seconds.
 */
export class PictureEncoder {
  readonly #options: PictureEncoderOptions
  #encoder: VideoEncoder | null = null
  #size: Size | null = null
  #codec = 0
  #bitrate: number
  readonly #keyFrames = new KeyFrameClock()
  #isSettingUp = false
  #isClosed = false
  #canvas: OffscreenCanvas | null = null

  constructor(bitrate: number, options: PictureEncoderOptions) {
    this.#bitrate = bitrate
    this.#options = options
  }

  requestKeyFrame(): void {
    this.#keyFrames.request()
  }

  needsKey(timeUs: number): boolean {
    return this.#keyFrames.isDue(timeUs / 1000)
  }

  /** Takes effect without a key frame; small changes are ignored. */
  setBitrate(bitrate: number): void {
    if (Math.abs(bitrate - this.#bitrate) < this.#bitrate * BITRATE_TOLERANCE) return
    this.#bitrate = bitrate
    if (this.#encoder?.state === 'configured' && this.#size) this.#encoder.configure(this.#configOf(this.#size))
  }

  /** Encodes a picture, or drops it when the encoder is busy. The caller closes the picture. */
  encode(picture: VideoFrame, timeUs: number): void {
    const size = codedSize({ width: picture.displayWidth, height: picture.displayHeight })
    if (size.width !== this.#size?.width || size.height !== this.#size.height) {
      if (!this.#isSettingUp) void this.#setUp(size)
      return
    }
    const encoder = this.#encoder
    if (encoder?.state !== 'configured' || encoder.encodeQueueSize > QUEUE_MAX) return
    const keyFrame = this.#keyFrames.take(timeUs / 1000)
    const timed = this.#frameOf(picture, size, timeUs)
    encoder.encode(timed, { keyFrame })
    timed.close()
  }

  close(): void {
    this.#isClosed = true
    this.#closeEncoder()
  }

  /** The next picture tries the next codec. */
  skipCodec(): void {
    this.#closeEncoder()
    this.#codec++
  }

  #closeEncoder(): void {
    if (this.#encoder && this.#encoder.state !== 'closed') this.#encoder.close()
    this.#encoder = null
    this.#size = null
  }

  #frameOf(picture: VideoFrame, size: Size, timestamp: number): VideoFrame {
    const { displayWidth, displayHeight, visibleRect } = picture
    const { width, height } = size
    if (displayWidth === width && displayHeight === height) return new VideoFrame(picture, { timestamp })
    const hasSquarePixels = visibleRect?.width === displayWidth && visibleRect.height === displayHeight
    if (hasSquarePixels && isCropped(visibleRect, size)) {
      const { x, y } = visibleRect
      const part = { visibleRect: { x, y, width, height }, displayWidth: width, displayHeight: height }
      return new VideoFrame(picture, { timestamp, ...part })
    }
    this.#canvas ??= new OffscreenCanvas(width, height)
    if (this.#canvas.width !== width || this.#canvas.height !== height) Object.assign(this.#canvas, { width, height })
    this.#canvas.getContext('2d')?.drawImage(picture, 0, 0, width, height)
    return new VideoFrame(this.#canvas, { timestamp })
  }

  async #setUp(size: Size): Promise<void> {
    this.#isSettingUp = true
    this.#closeEncoder()
    const first = this.#codec
    const index = await firstWorkingCodec(first, (codec) => canEncode(encoderConfig(codec, size, this.#bitrate)))
    this.#isSettingUp = false
    if (this.#isClosed) return
    // The codec was skipped meanwhile.
    if (this.#codec !== first) return this.#setUp(size)
    this.#codec = index ?? CODECS.length
    if (index === null) return this.#options.onUnsupported()
    this.#size = size
    this.#begin(this.#configOf(size))
  }

  #begin(config: VideoEncoderConfig): void {
    const { codec, width, height } = config
    let next: PictureConfig = { codec, width, height }
    let coding = next
    const encoder = new VideoEncoder({
      output: (chunk, { decoderConfig } = {}) => {
        if (this.#encoder !== encoder) return
        if (decoderConfig) next = { codec, width, height, ...coloursOf(decoderConfig) }
        const isKey = chunk.type === 'key'
        if (isKey) coding = next
        const data = new Uint8Array(chunk.byteLength)
        chunk.copyTo(data)
        this.#options.onPicture({ isKey, timeUs: chunk.timestamp, data, coding })
      },
      error: () => {
        if (this.#encoder !== encoder) return
        // A codec that was reported as supported failed.
        this.#encoder = null
        this.skipCodec()
      },
    })
    encoder.configure(config)
    this.#encoder = encoder
    this.requestKeyFrame()
  }

  #configOf(size: Size): VideoEncoderConfig {
    return encoderConfig(CODECS[this.#codec] ?? CODECS[0], size, this.#bitrate)
  }
}

async function canEncode(config: VideoEncoderConfig): Promise<boolean> {
  const { supported } = await VideoEncoder.isConfigSupported(config).catch(() => ({ supported: false }))
  return supported === true
}

/** Colour space of the encoder; decoders without it guess a wrong one. */
function coloursOf({ colorSpace }: VideoDecoderConfig): Pick<PictureConfig, 'colorSpace'> {
  const { primaries = null, transfer = null, matrix = null, fullRange = null } = colorSpace ?? {}
  const known = pictureColorSpace.safeParse({ primaries, transfer, matrix, fullRange })
  return colorSpace && known.success ? { colorSpace: known.data } : {}
}

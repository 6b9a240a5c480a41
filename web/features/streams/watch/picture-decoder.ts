import type { PictureConfig } from '../../../../contract/socket/stream-messages.ts'

export type PictureChunk = { isKey: boolean; timeUs: number; data: Uint8Array<ArrayBuffer> }

/** A new viewer gets all pictures since the last key frame at once: five seconds of them at most, 30 a second. */
const QUEUE_MAX = 150
/** Decoders align the coded size, by this many pixels at most. */
const CODED_MARGIN = 128
/** Some encoders align the visible sides to this many pixels. */
const VISIBLE_ALIGNMENT = 16

type PictureDecoderOptions = {
  /** The receiver closes the picture. */
  onPicture: (picture: VideoFrame) => void
  /** A key frame is needed, because a frame is missing or unreadable. */
  onLost: () => void
}

/** True when this browser can decode pictures with this configuration. */
export async function canDecode(coding: PictureConfig): Promise<boolean> {
  if (!('VideoDecoder' in globalThis)) return false
  const { supported } = await VideoDecoder.isConfigSupported(configOf(coding)).catch(() => ({ supported: false }))
  return supported === true
}

/** Decodes pictures from a key frame on. */
export class PictureDecoder {
  readonly #options: PictureDecoderOptions
  #decoder: VideoDecoder | null = null
  #coding: PictureConfig | null = null
  #waitsForKey = true
  /** A picture was larger than the publisher had said. Decoding more of them could use up the memory. */
  #isRefused = false

  constructor(options: PictureDecoderOptions) {
    this.#options = options
  }

  get queued(): number {
    return this.#decoder?.decodeQueueSize ?? 0
  }

  /** Takes effect at the next key frame. */
  setUp(coding: PictureConfig | null): void {
    if (JSON.stringify(coding) === JSON.stringify(this.#coding)) return
    this.#coding = coding
    this.reset()
  }

  /** Drops pending pictures; decoding continues with a key frame. */
  reset(): void {
    if (this.#decoder && this.#decoder.state !== 'closed') this.#decoder.close()
    this.#decoder = null
    this.#waitsForKey = true
  }

  decode({ isKey, timeUs, data }: PictureChunk): void {
    if (!this.#coding || this.#isRefused) return
    // This device decodes more slowly than pictures arrive.
    if (this.queued > QUEUE_MAX) this.reset()
    if (this.#waitsForKey && !isKey) {
      this.#options.onLost()
      return
    }
    try {
      this.#decoder ??= this.#begin(this.#coding)
      this.#waitsForKey = false
      const picture = this.#coding.codec.startsWith('vp09') ? asOneVp9Picture(data) : data
      this.#decoder.decode(new EncodedVideoChunk({ type: isKey ? 'key' : 'delta', timestamp: timeUs, data: picture }))
    } catch {
      // The browser refuses the codec or the frame.
      this.reset()
      this.#options.onLost()
    }
  }

  #begin(coding: PictureConfig): VideoDecoder {
    const decoder: VideoDecoder = new VideoDecoder({
      output: (picture) => {
        if (isLarger(picture, coding)) {
          this.#isRefused = true
          if (decoder === this.#decoder) this.reset()
        }
        if (decoder === this.#decoder) this.#options.onPicture(picture)
        else picture.close()
      },
      error: () => {
        if (decoder !== this.#decoder) return
        this.#decoder = null
        this.#waitsForKey = true
        this.#options.onLost()
      },
    })
    try {
      decoder.configure(configOf(coding))
    } catch (error) {
      decoder.close()
      throw error
    }
    return decoder
  }
}

const INDEX_BYTES = 6
/** Marks an index with four bytes for the length of each picture, and one picture. */
const INDEX_MARKER = 0b11011000

/**
 * Adds an index of one picture (VP9 bitstream specification, annex B). A decoder without it reads what a hostile
 * publisher appended to the picture as more pictures, of any size.
 */
function asOneVp9Picture(data: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const indexed = new Uint8Array(data.length + INDEX_BYTES)
  indexed.set(data)
  indexed[data.length] = indexed[indexed.length - 1] = INDEX_MARKER
  new DataView(indexed.buffer).setUint32(data.length + 1, data.length, true)
  return indexed
}

/** Compares the visible part, and the size before cropping, which takes the memory. */
function isLarger({ visibleRect, codedWidth, codedHeight }: VideoFrame, { width, height }: PictureConfig): boolean {
  if (codedWidth > width + CODED_MARGIN || codedHeight > height + CODED_MARGIN) return true
  return visibleRect !== null && (visibleRect.width > aligned(width) || visibleRect.height > aligned(height))
}

const aligned = (side: number) => Math.ceil(side / VISIBLE_ALIGNMENT) * VISIBLE_ALIGNMENT

function configOf({ codec, width, height, colorSpace }: PictureConfig): VideoDecoderConfig {
  return {
    ...{ codec, codedWidth: width, codedHeight: height, optimizeForLatency: true },
    // The browser's types lack some standard names.
    ...(colorSpace && { colorSpace: colorSpace as VideoColorSpaceInit }),
  }
}

export const decodeBase64 = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))

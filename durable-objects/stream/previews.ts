import { imageDimensionsFromData } from 'image-dimensions'
import { STREAM_PREVIEW_MS } from '../../contract/limits.ts'
import { FRAME_HEADER_BYTES } from '../../contract/socket/stream.ts'
import { log } from '../realtime/log.ts'
import type { PassedFrame } from './frame.ts'
import type { Preview, StreamStore } from './store.ts'
import { previewKey } from './stream.ts'

/** A publisher's seconds may be a little shorter than ours. */
const EARLY_MS = 500

/** A WebP says its size within so many bytes. */
const SIZE_WITHIN_BYTES = 64

const NO_PREVIEW: Preview = { number: 0, at: 0, sw: 0, sh: 0, before: [] }

type Surroundings = { files: R2Bucket; store: StreamStore; streamId: () => number; onNew: () => void }

/** The pictures of a stream in lists: now and then one of the stills that its publisher makes, under a number of its own. */
export class Previews {
  readonly #stream: Surroundings
  #isSaving = false

  constructor(stream: Surroundings) {
    this.#stream = stream
  }

  get last(): Preview {
    return this.#stream.store.read('preview') ?? NO_PREVIEW
  }

  /** Makes a still the preview, where it is time for one. */
  async consider(still: PassedFrame, now: number): Promise<void> {
    if (this.#isSaving || now - this.last.at < STREAM_PREVIEW_MS - EARLY_MS) return
    this.#isSaving = true
    try {
      await this.#save(still.bytes.subarray(FRAME_HEADER_BYTES), now)
    } catch (error) {
      log('error', 'stream preview', { reason: error instanceof Error ? error.name : 'unknown' })
    } finally {
      this.#isSaving = false
    }
  }

  async #save(picture: Uint8Array<ArrayBuffer>, now: number): Promise<void> {
    // A copy: it reads from where the memory of the bytes begins.
    const size = imageDimensionsFromData(picture.slice(0, SIZE_WITHIN_BYTES))
    if (!size) return
    const { files, store, streamId, onNew } = this.#stream
    const { number, before } = this.last
    await files.put(previewKey(streamId(), number + 1), picture, { httpMetadata: { contentType: 'image/webp' } })
    const old = number > 0 ? [...before, number] : before
    store.keep('preview', { number: number + 1, at: now, sw: size.width, sh: size.height, before: old })
    onNew()
  }

  /** The site knows the preview of this number: those before it are removed. */
  async removeBefore(number: number): Promise<void> {
    const { files, store, streamId } = this.#stream
    const { before, ...last } = this.last
    const old = before.filter((one) => one < number)
    if (old.length === 0) return
    await files.delete(old.map((one) => previewKey(streamId(), one)))
    store.keep('preview', { ...last, before: this.last.before.filter((one) => one >= number) })
  }
}

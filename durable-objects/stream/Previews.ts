import { imageDimensionsFromData } from 'image-dimensions'
import { STREAM_PREVIEW_INTERVAL_MS } from '../../contract/limits.ts'
import { FRAME_HEADER_BYTES } from '../../contract/socket/stream-frame.ts'
import { log } from '../realtime/log.ts'
import type { PassedFrame } from './frames.ts'
import type { Preview, StreamStore } from './StreamStore.ts'
import { previewKey } from './stream.ts'

/** A publisher's clock may be a little faster than ours. */
const EARLY_MS = 500

const SIZE_WITHIN_BYTES = 64

const NO_PREVIEW: Preview = { number: 0, at: 0, sw: 0, sh: 0, before: [] }

type Deps = { files: R2Bucket; store: StreamStore; streamId: number }

/** The pictures of a stream in lists: from time to time one of the publisher's stills, each under a new number. */
export class Previews {
  readonly #deps: Deps
  #isSaving = false

  constructor(deps: Deps) {
    this.#deps = deps
  }

  get last(): Preview {
    return this.#deps.store.values.get('preview') ?? NO_PREVIEW
  }

  async consider(still: PassedFrame, now: number): Promise<boolean> {
    if (this.#isSaving || now - this.last.at < STREAM_PREVIEW_INTERVAL_MS - EARLY_MS) return false
    this.#isSaving = true
    try {
      return await this.#save(still.bytes.subarray(FRAME_HEADER_BYTES), now)
    } catch (error) {
      log('error', 'stream preview', { reason: error instanceof Error ? error.name : 'unknown' })
      return false
    } finally {
      this.#isSaving = false
    }
  }

  async #save(picture: Uint8Array<ArrayBuffer>, now: number): Promise<boolean> {
    // A copy, as the library reads from the beginning of the buffer.
    const size = imageDimensionsFromData(picture.slice(0, SIZE_WITHIN_BYTES))
    if (!size) return false
    const { files, store, streamId } = this.#deps
    const { number, before } = this.last
    await files.put(previewKey(streamId, number + 1), picture, { httpMetadata: { contentType: 'image/webp' } })
    const old = number > 0 ? [...before, number] : before
    store.values.set('preview', { number: number + 1, at: now, sw: size.width, sh: size.height, before: old })
    return true
  }

  /** The site has the preview of this number: deletes those before it. */
  async removeBefore(number: number): Promise<void> {
    const { files, store, streamId } = this.#deps
    const { before, ...last } = this.last
    const old = before.filter((known) => known < number)
    if (old.length === 0) return
    await files.delete(old.map((known) => previewKey(streamId, known)))
    store.values.set('preview', { ...last, before: this.last.before.filter((known) => known >= number) })
  }
}

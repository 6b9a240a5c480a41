import { imageDimensionsFromData } from 'image-dimensions'
import { STREAM_PREVIEW_INTERVAL_MS } from '../../contract/limits.ts'
import { FRAME_HEADER_BYTES, stillType } from '../../contract/socket/stream-frame.ts'
import { log } from '../realtime/log.ts'
import type { EncodedFrame } from './frames.ts'
import type { Preview, StreamStore } from './StreamStore.ts'
import { previewKey } from './stream.ts'

/** A preview may come early by this, because a publisher's clock may be fast. */
const TOLERANCE_MS = 500

/** The size of a picture is in its first bytes; in a JPEG it follows tables and a colour profile. */
const HEADER_BYTES = 8192

const NO_PREVIEW: Preview = { number: 0, at: 0, sw: 0, sh: 0, before: [] }

type Deps = { files: R2Bucket; store: StreamStore; streamId: number }

/** Stores one of the publisher's stills every `STREAM_PREVIEW_INTERVAL_MS`, as the stream's picture in lists. */
export class Previews {
  readonly #deps: Deps
  #isSaving = false

  constructor(deps: Deps) {
    this.#deps = deps
  }

  get last(): Preview {
    return this.#deps.store.values.get('preview') ?? NO_PREVIEW
  }

  /** Saves a still as the preview, under a new number, if one is due. True if it was saved. */
  async saveIfDue(still: EncodedFrame, now: number): Promise<boolean> {
    if (this.#isSaving || now - this.last.at < STREAM_PREVIEW_INTERVAL_MS - TOLERANCE_MS) return false
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
    // Copied, because the library ignores the offset of the array in its buffer.
    const size = imageDimensionsFromData(picture.slice(0, HEADER_BYTES))
    if (!size) return false
    const { files, store, streamId } = this.#deps
    const { number, before } = this.last
    await files.put(previewKey(streamId, number + 1), picture, { httpMetadata: { contentType: stillType(picture) } })
    const old = number > 0 ? [...before, number] : before
    store.values.set('preview', { number: number + 1, at: now, sw: size.width, sh: size.height, before: old })
    return true
  }

  /** Deletes the previews before the number that the site has stored. */
  async removeBefore(number: number): Promise<void> {
    const { files, store, streamId } = this.#deps
    const { before, ...last } = this.last
    const old = before.filter((known) => known < number)
    if (old.length === 0) return
    await files.delete(old.map((known) => previewKey(streamId, known)))
    store.values.set('preview', { ...last, before: this.last.before.filter((known) => known >= number) })
  }
}

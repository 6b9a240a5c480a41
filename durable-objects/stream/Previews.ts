import { imageDimensionsFromData } from 'image-dimensions'
import { PREVIEW_WIDTH } from '../../contract/http/streams.ts'
import {
  STREAM_PREVIEW_INTERVAL_MS,
  STREAM_PREVIEW_LATER_INTERVAL_MS,
  STREAM_PREVIEW_START_MS,
} from '../../contract/limits.ts'
import { FRAME_HEADER_BYTES } from '../../contract/socket/stream-frame.ts'
import { log } from '../realtime/log.ts'
import type { EncodedFrame } from './frames.ts'
import type { Preview, StreamStore } from './StreamStore.ts'
import { previewKey } from './stream.ts'

/** A still may arrive early by this much, because the publisher's clock may be fast. */
const TOLERANCE_MS = 500

/** Bounds of a preview in pixels. */
const BOUNDS = { width: PREVIEW_WIDTH, height: 2 * PREVIEW_WIDTH, fit: 'scale-down' } as const
const FORMAT = { format: 'image/webp', quality: 75, anim: false } as const

/** Maximum of keys that R2 deletes in one call. */
const DELETE_KEYS_MAX = 1000

const NO_PREVIEW: Preview = { number: 0, sw: 0, sh: 0, before: [] }

type Deps = { files: R2Bucket; images: ImagesBinding; store: StreamStore; streamId: number }

/**
 * Makes the stream's picture in lists from one of the publisher's stills: every `STREAM_PREVIEW_INTERVAL_MS` in its first
 * minutes, then every `STREAM_PREVIEW_LATER_INTERVAL_MS`.
 */
export class Previews {
  readonly #deps: Deps
  #saving: Promise<boolean> | null = null
  #isDropped = false

  constructor(deps: Deps) {
    this.#deps = deps
  }

  get last(): Preview {
    return this.#deps.store.values.get('preview') ?? NO_PREVIEW
  }

  /** Saves a still as the preview, under a new number, if one is due. True if it was saved. */
  async saveIfDue(still: EncodedFrame, now: number): Promise<boolean> {
    const { values } = this.#deps.store
    const triedAt = values.get('previewTriedAt') ?? 0
    if (this.#saving || now - triedAt < this.#intervalMs(now) - TOLERANCE_MS) return false
    values.set('previewTriedAt', now)
    this.#saving = this.#trySave(still.bytes.subarray(FRAME_HEADER_BYTES))
    const isSaved = await this.#saving
    this.#saving = null
    return isSaved
  }

  /** Drops a preview that is being made. Waits for one that is being stored. */
  async drop(): Promise<void> {
    this.#isDropped = true
    await this.#saving
  }

  async #trySave(still: Uint8Array<ArrayBuffer>): Promise<boolean> {
    try {
      return await this.#save(still)
    } catch (error) {
      log('error', 'stream preview', { reason: error instanceof Error ? error.name : 'unknown' })
      return false
    }
  }

  #intervalMs(now: number): number {
    const startedAt = this.#deps.store.values.get('facts')?.startedAt ?? now
    return now - startedAt < STREAM_PREVIEW_START_MS ? STREAM_PREVIEW_INTERVAL_MS : STREAM_PREVIEW_LATER_INTERVAL_MS
  }

  async #save(still: Uint8Array<ArrayBuffer>): Promise<boolean> {
    const { files, images, store, streamId } = this.#deps
    const made = await images
      .input(new Blob([still]).stream())
      .transform(BOUNDS)
      .output(FORMAT)
    const picture = new Uint8Array(await made.response().arrayBuffer())
    const size = imageDimensionsFromData(picture)
    if (!size || this.#isDropped) return false
    const { number, before } = this.last
    await files.put(previewKey(streamId, number + 1), picture, { httpMetadata: { contentType: FORMAT.format } })
    const old = number > 0 ? [...before, number] : before
    store.values.set('preview', { number: number + 1, sw: size.width, sh: size.height, before: old })
    return true
  }

  /** Deletes the previews before the number that the site has stored. */
  async removeBefore(number: number): Promise<void> {
    const { files, store, streamId } = this.#deps
    const old = this.last.before.filter((known) => known < number)
    if (old.length === 0) return
    for (let at = 0; at < old.length; at += DELETE_KEYS_MAX)
      await files.delete(old.slice(at, at + DELETE_KEYS_MAX).map((known) => previewKey(streamId, known)))
    // Read after the deletion, because another preview may have been saved meanwhile.
    const { before, ...last } = this.last
    store.values.set('preview', { ...last, before: before.filter((known) => known >= number) })
  }
}

import type { ReplayManifest } from '../../contract/http/streams.ts'
import type { StreamEnd } from '../../contract/socket/stream-messages.ts'
import type { AlarmScheduler } from '../realtime/AlarmScheduler.ts'
import { log } from '../realtime/log.ts'
import type { Broadcast } from './broadcast.ts'
import type { Pauses } from './pauses.ts'
import type { Previews } from './previews.ts'
import type { Recording } from './recording.ts'
import type { StreamNews, StreamSite } from './site.ts'
import type { StreamStore } from './store.ts'
import { manifestKey } from './stream.ts'

const NEWS_EVERY_MS = 5000
const AGAIN_MS = 10_000

type Surroundings = {
  site: StreamSite
  files: R2Bucket
  store: StreamStore
  due: AlarmScheduler
  broadcast: Broadcast
  previews: Previews
  recording: Recording
  pauses: Pauses
  streamId: () => number
}

/** What a stream tells the site: now and then how it stands, and its end until that has been taken. */
export class Errands {
  readonly #stream: Surroundings

  constructor(stream: Surroundings) {
    this.#stream = stream
  }

  /** Something is new: the site hears of it with all else that comes in the next seconds. */
  newsSoon(now: number): void {
    const { due } = this.#stream
    if (due.at('news') === undefined) due.set('news', now + NEWS_EVERY_MS)
  }

  async tellNews(): Promise<void> {
    const { site, previews, streamId } = this.#stream
    try {
      const news = this.#news()
      await site.news(streamId(), news)
      // Of a stream that has ended meanwhile nothing is changed: the one that it names stays.
      if (!this.#stream.store.read('ending')) await previews.removeBefore(news.preview)
    } catch (error) {
      failed('news', error)
      this.newsSoon(Date.now())
    }
  }

  #news(): StreamNews {
    const { broadcast, previews } = this.#stream
    const { number, sw, sh } = previews.last
    const { width = sw, height = sh } = broadcast.coding.picture ?? {}
    return { ...broadcast.counts, preview: number, sw: width, sh: height }
  }

  /** Writes the manifest of what was recorded, and tells the site of the end; what fails is done again later. */
  async finish(): Promise<void> {
    const { store, due } = this.#stream
    const ending = store.read('ending')
    if (!ending || ending.isTaken) return
    // Before it is tried: an object that falls meanwhile wakes to do it.
    due.set('ended', Date.now() + AGAIN_MS)
    try {
      await this.#tellEnd(ending)
      store.keep('ending', { ...ending, isTaken: true })
      due.set('ended', undefined)
    } catch (error) {
      failed('end', error)
    }
  }

  async #tellEnd({ why, at }: { why: StreamEnd; at: number }): Promise<void> {
    const { site, store, recording, previews, broadcast, streamId } = this.#stream
    if (!(await recording.settled())) throw new Error('segments wait')
    const segments = store.segments()
    const clockMs = broadcast.clockMs(store.read('goneSince') ?? at)
    const durationMs = segments.at(-1)?.endMs ?? clockMs
    if (segments.length > 0) await this.#writeManifest(segments, durationMs)
    const news = this.#news()
    const ending = { why, endedAt: at, durationMs, recorded: segments.length > 0 }
    await site.ended(streamId(), { ...news, watching: 0, ...ending, chapters: store.read('chapters') ?? [] })
    await previews.removeBefore(news.preview)
  }

  async #writeManifest(segments: ReplayManifest['segments'], durationMs: number): Promise<void> {
    const { files, store, streamId } = this.#stream
    const codings = store.read('codings') ?? []
    const manifest: ReplayManifest = { durationMs, codings, segments, pauses: this.#stream.pauses.until(durationMs) }
    const httpMetadata = { contentType: 'application/json' }
    await files.put(manifestKey(streamId()), JSON.stringify(manifest), { httpMetadata })
  }
}

function failed(what: string, error: unknown): void {
  log('error', 'stream errand', { what, reason: error instanceof Error ? error.name : 'unknown' })
}

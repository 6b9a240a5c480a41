import type { ReplayManifest } from '../../contract/http/streams.ts'
import type { StreamEnd } from '../../contract/socket/stream-messages.ts'
import type { AlarmScheduler } from '../realtime/AlarmScheduler.ts'
import type { Broadcast } from './Broadcast.ts'
import type { PassedFrame } from './frames.ts'
import { Previews } from './Previews.ts'
import type { PublisherSession } from './PublisherSession.ts'
import type { StreamStore } from './StreamStore.ts'
import { manifestKey, type StreamNews, type StreamSite } from './stream.ts'

const NEWS_EVERY_MS = 5000
const END_RETRY_MS = 10_000

type Deps = {
  site: StreamSite
  files: R2Bucket
  store: StreamStore
  alarms: AlarmScheduler
  broadcast: Broadcast
  session: PublisherSession
  streamId: number
}

/** A stream's reports to the site: its state from time to time, and its end until the site has taken it. */
export class SiteReports {
  readonly #deps: Deps
  readonly #previews: Previews

  constructor(deps: Deps) {
    this.#deps = deps
    this.#previews = new Previews(deps)
  }

  async considerPreview(still: PassedFrame, now: number): Promise<void> {
    if (await this.#previews.consider(still, now)) this.reportSoon(Date.now())
  }

  /** Schedules a report of the state, together with everything that changes in the next seconds. */
  reportSoon(now: number): void {
    const { alarms } = this.#deps
    if (alarms.at('news') === undefined) alarms.set('news', now + NEWS_EVERY_MS)
  }

  async reportNews(): Promise<void> {
    const { site, store, alarms, streamId } = this.#deps
    const news = this.#news()
    await alarms.attempt(
      'news',
      async () => {
        await site.news(streamId, news)
        // The site keeps the preview that an ended stream names.
        if (!store.values.get('ending')) await this.#previews.removeBefore(news.preview)
      },
      NEWS_EVERY_MS,
    )
  }

  #news(): StreamNews {
    const { broadcast } = this.#deps
    const { number, sw, sh } = this.#previews.last
    const { width = sw, height = sh } = broadcast.coding.picture ?? {}
    return { ...broadcast.counts, preview: number, sw: width, sh: height }
  }

  async reportEnd(): Promise<void> {
    const { store, alarms } = this.#deps
    const ending = store.values.get('ending')
    if (!ending || ending.isTaken) return
    // Set before the attempt: an object that is killed meanwhile wakes to repeat it.
    alarms.set('ended', Date.now() + END_RETRY_MS)
    const isTaken = await alarms.attempt('ended', () => this.#end(ending), END_RETRY_MS)
    if (!isTaken) return
    store.values.set('ending', { ...ending, isTaken })
    alarms.set('ended', undefined)
  }

  async #end({ why, at }: { why: StreamEnd; at: number }): Promise<void> {
    const { site, store, session, broadcast, streamId } = this.#deps
    if (!(await session.settled())) throw new Error('segments wait')
    const segments = store.segments()
    const clockMs = broadcast.clockMs(store.values.get('goneSince') ?? at)
    const durationMs = segments.at(-1)?.endMs ?? clockMs
    if (segments.length > 0) await this.#writeManifest(segments, durationMs)
    const news = this.#news()
    const ending = { why, endedAt: at, durationMs, recorded: segments.length > 0 }
    await site.ended(streamId, { ...news, watching: 0, ...ending, chapters: store.values.get('chapters') ?? [] })
    await this.#previews.removeBefore(news.preview)
  }

  async #writeManifest(segments: ReplayManifest['segments'], durationMs: number): Promise<void> {
    const { files, store, session, streamId } = this.#deps
    const codings = store.values.get('codings') ?? []
    const manifest: ReplayManifest = { durationMs, codings, segments, pauses: session.pauses.until(durationMs) }
    const httpMetadata = { contentType: 'application/json' }
    await files.put(manifestKey(streamId), JSON.stringify(manifest), { httpMetadata })
  }
}

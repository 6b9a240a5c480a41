import type { ReplayManifest } from '../../contract/http/streams.ts'
import type { StreamEnd } from '../../contract/socket/stream-messages.ts'
import type { AlarmScheduler } from '../realtime/AlarmScheduler.ts'
import { log } from '../realtime/log.ts'
import type { Broadcast } from './Broadcast.ts'
import type { EncodedFrame } from './frames.ts'
import { Previews } from './Previews.ts'
import type { PublisherSession } from './PublisherSession.ts'
import type { StreamStore } from './StreamStore.ts'
import { type LiveStatus, manifestKey, type StreamSite } from './stream.ts'

const REPORT_EVERY_MS = 5000
const END_RETRY_MS = 10_000

type Deps = {
  site: StreamSite
  files: R2Bucket
  images: ImagesBinding
  store: StreamStore
  alarms: AlarmScheduler
  broadcast: Broadcast
  session: PublisherSession
  streamId: number
}

/** Reports to the site: the status every few seconds while it changes, and the end until the site has confirmed it. */
export class StreamReports {
  readonly #deps: Deps
  readonly #previews: Previews

  constructor(deps: Deps) {
    this.#deps = deps
    this.#previews = new Previews(deps)
  }

  async savePreviewIfDue(still: EncodedFrame, now: number): Promise<void> {
    if (await this.#previews.saveIfDue(still, now)) this.reportSoon(Date.now())
  }

  /** Drops a preview that is being made, because the stream is erased. */
  dropPreview(): Promise<void> {
    return this.#previews.drop()
  }

  /** Schedules a report, unless one is scheduled. The report includes changes until it is sent. */
  reportSoon(now: number): void {
    const { alarms } = this.#deps
    if (alarms.at('report') === undefined) alarms.set('report', now + REPORT_EVERY_MS)
  }

  async reportStatus(): Promise<void> {
    const { site, store, alarms, streamId } = this.#deps
    const status = this.#status()
    await alarms.attempt(
      'report',
      async () => {
        await site.reportStatus(streamId, status)
        // After the end, the site uses the preview of the final report.
        if (!store.values.get('ending')) await this.#previews.removeBefore(status.previewNumber)
      },
      REPORT_EVERY_MS,
    )
  }

  #status(): LiveStatus {
    const { broadcast } = this.#deps
    const { watching, total } = broadcast.counts
    const { number, sw, sh } = this.#previews.last
    const { width = sw, height = sh } = broadcast.coding.picture ?? {}
    return { viewersCount: watching, viewsCount: total, previewNumber: number, width, height }
  }

  async reportEnd(): Promise<void> {
    const { store, alarms } = this.#deps
    const ending = store.values.get('ending')
    if (!ending || ending.isConfirmed) return
    // Set before the attempt, so that an object that is killed during it wakes and repeats it.
    alarms.set('ended', Date.now() + END_RETRY_MS)
    const isConfirmed = await alarms.attempt('ended', () => this.#deliverEnd(ending), END_RETRY_MS)
    if (!isConfirmed) return
    store.values.set('ending', { ...ending, isConfirmed })
    store.forgetViewers()
    alarms.set('ended', undefined)
  }

  /** Stores the rest of the recording and its manifest, then reports the end. */
  async #deliverEnd({ why, at }: { why: StreamEnd; at: number }): Promise<void> {
    const { site, store, session, broadcast, streamId } = this.#deps
    if (!(await session.flushRecording())) throw new Error('some segments are not stored yet')
    const segments = store.segments()
    const clockMs = broadcast.clockMs(store.values.get('goneSince') ?? at)
    const durationMs = segments.at(-1)?.endMs ?? clockMs
    if (segments.length > 0) await this.#writeManifest(segments, durationMs)
    const status = this.#status()
    const recordingBytes = segments.reduce((sum, { bytes }) => sum + bytes, 0)
    const ending = { endReason: why, endedAt: at, durationMs, recorded: segments.length > 0, recordingBytes }
    await site.reportEnd(streamId, {
      ...status,
      viewersCount: 0,
      ...ending,
      chapters: store.values.get('chapters') ?? [],
    })
    await this.#removeOldPreviews(status.previewNumber)
  }

  /** A failure does not repeat the end. The files remain until the stream's folder is deleted. */
  async #removeOldPreviews(number: number): Promise<void> {
    try {
      await this.#previews.removeBefore(number)
    } catch (error) {
      log('error', 'old previews', { reason: error instanceof Error ? error.name : 'unknown' })
    }
  }

  async #writeManifest(segments: ReplayManifest['segments'], durationMs: number): Promise<void> {
    const { files, store, session, streamId } = this.#deps
    const codings = store.values.get('codings') ?? []
    const manifest: ReplayManifest = { durationMs, codings, segments, pauses: session.pauses.until(durationMs) }
    const httpMetadata = { contentType: 'application/json' }
    await files.put(manifestKey(streamId), JSON.stringify(manifest), { httpMetadata })
  }
}

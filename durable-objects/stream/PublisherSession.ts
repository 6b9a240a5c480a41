import { CHAPTERS_MAX, PUBLISHER_TIMEOUT_MS, STREAM_RESUME_WINDOW_MS } from '../../contract/limits.ts'
import type { CodecConfig, StreamClientMessage, StreamServerEvent } from '../../contract/socket/stream-messages.ts'
import type { AlarmScheduler } from '../realtime/AlarmScheduler.ts'
import type { Refusal } from '../realtime/refusals.ts'
import { type Broadcast, NO_CODECS } from './Broadcast.ts'
import {
  type EncodedFrame,
  type FrameNumbers,
  isSound,
  isVideoFrame,
  PublisherRate,
  parseFrame,
  SequenceCheck,
  withoutSound,
} from './frames.ts'
import type { Health } from './RelayDirectory.ts'
import { type Segment, Segmenter, SegmentUploader } from './recording.ts'
import { STREAM_REFUSED, type StreamConnection } from './StreamConnection.ts'
import { Pauses, type StreamStore } from './StreamStore.ts'

export type PublisherMessage = Extract<StreamClientMessage, { type: 'coding' | 'pause' | 'chapter' }>

const CHECK_EVERY_MS = 10_000
/** After this time without a publisher the pending frames are stored, before the runtime evicts the object. */
const STORE_AFTER_MS = 5000
const KEY_FRAME_REQUEST_EVERY_MS = 1000
const HEALTH_EVERY_MS = 5000
/** Each change of the codecs is stored, so their number is limited. */
const CODINGS_MAX = 500
/** Further pauses do not end a segment. Otherwise a day of pauses has more segments than fit into the memory. */
const PAUSES_STORED_MAX = 500

type Deps = { files: R2Bucket; store: StreamStore; streamId: number; alarms: AlarmScheduler; broadcast: Broadcast }

/** The publisher's side of a stream: receives frames and messages, and detects absence and silence. */
export class PublisherSession {
  readonly pauses: Pauses
  readonly #deps: Deps
  readonly #uploader: SegmentUploader
  readonly #sequence: SequenceCheck
  readonly #segmenter: Segmenter
  /** Shared by all connections of the publisher. Otherwise each reconnection would get a new burst. */
  #rate = new PublisherRate()
  #publisher: StreamConnection | null = null
  #activeAt = 0
  #keyFrameRequestedAt = 0
  #health = { at: 0, stills: false }

  constructor(deps: Deps) {
    this.#deps = deps
    const { store, broadcast } = deps
    this.pauses = new Pauses(store, broadcast)
    this.#uploader = new SegmentUploader(deps, {
      onStored: (next) => this.#onStored(next),
      onFull: () => this.#publisher?.sendEvents([{ type: 'recordingFull' }], Date.now()),
    })
    const coding = store.values.get('coding') ?? NO_CODECS
    const next = store.nextNumbers()
    this.#sequence = new SequenceCheck(next, coding)
    this.#segmenter = new Segmenter({ next, coding, endMs: store.lastEndMs() })
  }

  get publisher(): StreamConnection | null {
    return this.#publisher
  }

  /** Starts the stream, which waits for its publisher. */
  start(startedAt: number, now: number): void {
    this.pauses.begin(startedAt)
    this.#startAbsence(now)
  }

  /** Continues the rate of the member's last stream, which ended at this time. */
  continueRate(lastEndAt: number | null): void {
    this.#rate = new PublisherRate(lastEndAt)
  }

  /** Called when the object wakes while the publisher is connected. Requests the frames that are not stored. */
  resume(publisher: StreamConnection, now: number): void {
    this.#publisher = publisher
    this.#activeAt = this.#deps.store.values.get('activeAt') ?? now
    this.#sendNumbers(publisher, now)
  }

  /** Called when the publisher connects or returns. The caller has closed an earlier connection of the publisher. */
  connect(publisher: StreamConnection, now: number): void {
    const { broadcast, store } = this.#deps
    this.#publisher = publisher
    this.#activeAt = now
    store.values.set('goneSince', null)
    this.#scheduleCheck(now, now)
    this.pauses.end(now)
    broadcast.setState('live', now)
    publisher.sendEvents(broadcast.initialEvents(now), now)
    this.#sendNumbers(publisher, now)
    publisher.sendEvents([this.#chapters()], now)
    // The recording continues with a key frame.
    if (this.#segmenter.isEmpty) this.requestKeyFrame(now)
  }

  #sendNumbers(publisher: StreamConnection, now: number): void {
    this.#sequence.resync()
    const clockMs = this.#deps.broadcast.clockMs(now)
    publisher.sendEvents([{ type: 'publish', next: this.#sequence.next, clockMs }], now)
    if (this.#deps.store.values.get('isRecordingFull')) publisher.sendEvents([{ type: 'recordingFull' }], now)
  }

  /** Checks, forwards and records a frame. Returns the frame, null if it was skipped, or a refusal. */
  receive(raw: ArrayBuffer, now: number): EncodedFrame | Refusal | null {
    const { broadcast } = this.#deps
    this.#activeAt = now
    if (!this.#rate.spend(raw.byteLength, now)) return STREAM_REFUSED.tooMany
    const parsed = parseFrame(raw)
    if (!parsed) return STREAM_REFUSED.badFrame
    if (parsed.kind === 'picture' && !this.#rate.spendPicture(this.#sequence.coding, now)) return STREAM_REFUSED.tooMany
    if (parsed.kind === 'still' && !this.#rate.spendStill(parsed, now)) return STREAM_REFUSED.tooMany
    const result = this.#sequence.check(parsed, broadcast.clockMs(now))
    if (result === 'invalid') return STREAM_REFUSED.badFrame
    if (result === 'bad picture') return STREAM_REFUSED.badPicture
    if (result === 'skip') return null
    const isTooOften = parsed.kind === 'soundFile' && !this.#rate.spendSoundFile(now)
    const frame = isTooOften ? withoutSound(parsed) : parsed
    broadcast.forward(frame, now)
    this.#record(frame, now)
    return frame
  }

  #record(frame: EncodedFrame, now: number): void {
    if (isSound(frame) || isVideoFrame(frame, this.#sequence.coding.picture !== null))
      this.pauses.onFrame(Math.floor(frame.timeUs / 1000))
    this.#upload(this.#segmenter.add(frame))
    if (this.#segmenter.needsKeyFrame) this.requestKeyFrame(now)
  }

  #upload(segment: Segment | null): void {
    if (!segment) return
    this.pauses.store()
    this.#uploader.add(segment)
  }

  /** Acknowledges the frames before these numbers, so that the publisher can release them. */
  #onStored(next: FrameNumbers): void {
    this.#publisher?.sendEvents([{ type: 'stored', next }], Date.now())
  }

  /** Stores all received frames. False if some are still pending. */
  flushRecording(): Promise<boolean> {
    this.#endSegment()
    return this.#uploader.flush()
  }

  /** Drops all frames that are not stored. */
  async dropRecording(): Promise<void> {
    this.#segmenter.end()
    await this.#uploader.drop()
  }

  #endSegment(): void {
    this.#upload(this.#segmenter.end())
  }

  onMessage(message: PublisherMessage, now: number): Refusal | null {
    this.#activeAt = now
    if (message.type === 'coding') return this.#setCoding(message.coding, now)
    if (message.type === 'pause') return this.#pause(message.paused, now)
    if (message.type === 'chapter') this.#addChapter(message.title, now)
    return null
  }

  /** Sets the codecs of the following frames. A publisher who returns sends the same ones again, which is ignored. */
  #setCoding(coding: CodecConfig, now: number): Refusal | null {
    if (JSON.stringify(coding) === JSON.stringify(this.#sequence.coding)) return null
    if (!this.#count('codingChanges', CODINGS_MAX)) return STREAM_REFUSED.tooMany
    this.#deps.store.values.set('coding', coding)
    this.#sequence.coding = coding
    this.#upload(this.#segmenter.setCoding(coding))
    this.#deps.broadcast.setCoding(coding, now)
    this.requestKeyFrame(now)
    return null
  }

  /**
   * Counts something that may happen `max` times in the stream. Stored, so that the object may hibernate in between.
   */
  #count(name: 'codingChanges' | 'storedPauses', max: number): boolean {
    const { values } = this.#deps.store
    const before = values.get(name) ?? 0
    if (before >= max) return false
    values.set(name, before + 1)
    return true
  }

  #pause(paused: boolean, now: number): Refusal | null {
    if (paused && !this.#rate.spendPause(now)) return STREAM_REFUSED.tooMany
    if (paused) {
      this.pauses.begin(now)
      if (!this.#segmenter.isEmpty && this.#count('storedPauses', PAUSES_STORED_MAX)) this.#endSegment()
    } else this.pauses.end(now)
    this.#deps.broadcast.setState(paused ? 'paused' : 'live', now)
    return null
  }

  #addChapter(title: string, now: number): void {
    const { store, broadcast } = this.#deps
    const atMs = broadcast.clockMs(now)
    const before = this.#chapters().chapters.filter((chapter) => chapter.atMs !== atMs)
    if (title !== '' && before.length < CHAPTERS_MAX) store.values.set('chapters', [...before, { atMs, title }])
    this.#publisher?.sendEvents([this.#chapters()], now)
  }

  #chapters(): Extract<StreamServerEvent, { type: 'chapters' }> {
    return { type: 'chapters', chapters: this.#deps.store.values.get('chapters') ?? [] }
  }

  /** Requests a key frame, unless one was requested within `everyMs`. */
  requestKeyFrame(now: number, everyMs = KEY_FRAME_REQUEST_EVERY_MS): void {
    if (!this.#publisher || now - this.#keyFrameRequestedAt < everyMs) return
    this.#keyFrameRequestedAt = now
    this.#publisher.sendEvents([{ type: 'key' }], now)
  }

  /** Sends the health of the stream every five seconds, and whether any viewer needs stills when that changes. */
  sendHealth({ inSync, lagging, stills }: Health, now: number): void {
    const events: StreamServerEvent[] = []
    if (now - this.#health.at >= HEALTH_EVERY_MS) events.push({ type: 'health', inSync, lagging })
    if (stills !== this.#health.stills) events.push({ type: 'stills', wanted: stills })
    if (!this.#publisher || events.length === 0) return
    this.#health = { at: now, stills }
    this.#publisher.sendEvents(events, now)
  }

  /** Called when the publisher's connection is closed. */
  disconnect(now: number): void {
    this.#publisher = null
    this.#startAbsence(now)
    this.#deps.alarms.set('publisher', now + STORE_AFTER_MS)
    this.#deps.broadcast.setState('waiting', now)
  }

  /** Waits for the publisher, unless it does already. Returns the time at which the absence began. */
  #startAbsence(now: number): number {
    const { store, alarms } = this.#deps
    const since = store.values.get('goneSince') ?? now
    store.values.set('goneSince', since)
    this.pauses.begin(now)
    alarms.set('publisher', since + STREAM_RESUME_WINDOW_MS)
    return since
  }

  /**
   * True if the publisher has sent nothing for `PUBLISHER_TIMEOUT_MS`, else schedules the next check. A ping, which the
   * runtime answers without waking the object, counts too.
   */
  checkSilence(pingedAt: number, now: number): boolean {
    const activeAt = Math.max(this.#activeAt, pingedAt)
    if (now - activeAt >= PUBLISHER_TIMEOUT_MS) return true
    this.#scheduleCheck(activeAt, now)
    return false
  }

  /** Stores the frames of an absent publisher. True when the absence has lasted for `STREAM_RESUME_WINDOW_MS`. */
  checkAbsence(now: number): boolean {
    if (this.#publisher) return false
    this.#endSegment()
    return now - this.#startAbsence(now) >= STREAM_RESUME_WINDOW_MS
  }

  /** Schedules the next check for silence. The time is stored, because the object may hibernate before it. */
  #scheduleCheck(activeAt: number, now: number): void {
    this.#deps.store.values.set('activeAt', activeAt)
    this.#deps.alarms.set('publisher', now + CHECK_EVERY_MS)
  }
}

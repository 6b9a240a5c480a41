import { CHAPTERS_MAX, PUBLISHER_TIMEOUT_MS, STREAM_RESUME_WINDOW_MS } from '../../contract/limits.ts'
import type { CodecConfig, StreamClientMessage, StreamServerEvent } from '../../contract/socket/stream-messages.ts'
import type { AlarmScheduler } from '../realtime/AlarmScheduler.ts'
import type { Refusal } from '../realtime/refusals.ts'
import { type Broadcast, UNCODED } from './Broadcast.ts'
import {
  type FrameNumbers,
  isShown,
  isSound,
  type PassedFrame,
  PublisherRate,
  passedFrame,
  SequenceCheck,
} from './frames.ts'
import type { Health } from './RelayDirectory.ts'
import { type Segment, Segmenter, SegmentUploader } from './recording.ts'
import { REFUSED, type StreamConnection } from './StreamConnection.ts'
import { Pauses, type StreamStore } from './StreamStore.ts'

export type PublisherMessage = Extract<StreamClientMessage, { type: 'coding' | 'pause' | 'chapter' }>

const CHECK_EVERY_MS = 10_000
/** A publisher's frames are stored after such an absence, before the object may be put out of memory. */
const STORED_AFTER_MS = 5000
const KEY_EVERY_MS = 1000
const HEALTH_EVERY_MS = 5000
/** Each change of the coding is stored, so their number is limited. */
const CODINGS_MAX = 500

type Deps = { files: R2Bucket; store: StreamStore; streamId: number; alarms: AlarmScheduler; broadcast: Broadcast }

/** The publisher's side of a stream: takes their frames and messages, and knows whether they are there. */
export class PublisherSession {
  readonly pauses: Pauses
  readonly #deps: Deps
  readonly #uploader: SegmentUploader
  readonly #sequence: SequenceCheck
  readonly #segmenter: Segmenter
  #rate = new PublisherRate()
  #publisher: StreamConnection | null = null
  #heardAt = 0
  #requestedKeyAt = 0
  #codings: number
  #health = { at: 0, stills: false }

  constructor(deps: Deps) {
    this.#deps = deps
    const { store, broadcast } = deps
    this.pauses = new Pauses(store, broadcast)
    this.#uploader = new SegmentUploader(deps, (next) => this.#onStored(next))
    const coding = store.values.get('coding') ?? UNCODED
    this.#codings = store.values.get('codings')?.length ?? 0
    const next = store.next()
    this.#sequence = new SequenceCheck(next, coding)
    this.#segmenter = new Segmenter({ next, coding, endMs: store.lastEndMs() })
  }

  get publisher(): StreamConnection | null {
    return this.#publisher
  }

  begin(startedAt: number, now: number): void {
    this.pauses.begin(startedAt)
    this.#await(now)
  }

  /** The publisher was connected when the object was put out of memory: requests the frames that are not stored. */
  wake(publisher: StreamConnection, now: number): void {
    this.#publisher = publisher
    this.#heardAt = this.#deps.store.values.get('heardAt') ?? now
    this.#sendNumbers(publisher, now)
  }

  /** The publisher enters or returns; the caller has closed an earlier connection of theirs. */
  enter(publisher: StreamConnection, now: number): void {
    const { broadcast, store } = this.#deps
    this.#publisher = publisher
    this.#rate = new PublisherRate()
    this.#heardAt = now
    store.values.set('goneSince', null)
    this.#checkLater(now, now)
    this.pauses.end(now)
    broadcast.setState('live', now)
    publisher.sendEvents(broadcast.entry(now), now)
    this.#sendNumbers(publisher, now)
    publisher.sendEvents([this.#chapters()], now)
    // The recording continues with a key frame.
    if (this.#segmenter.isEmpty) this.requestKey(now)
  }

  #sendNumbers(publisher: StreamConnection, now: number): void {
    this.#sequence.resync()
    const clockMs = this.#deps.broadcast.clockMs(now)
    publisher.sendEvents([{ type: 'publish', next: this.#sequence.next, clockMs }], now)
  }

  /** Checks a frame, passes it on and records it; answers it, null where it is skipped, or a refusal. */
  receive(raw: ArrayBuffer, now: number): PassedFrame | Refusal | null {
    const { broadcast } = this.#deps
    this.#heardAt = now
    if (!this.#rate.take(raw.byteLength, now)) return REFUSED.tooMany
    const frame = passedFrame(raw)
    if (!frame) return REFUSED.badFrame
    const verdict = this.#sequence.check(frame, broadcast.clockMs(now))
    if (verdict === 'wrong') return REFUSED.badFrame
    if (verdict === 'skip') return null
    broadcast.pass(frame, now)
    this.#record(frame, now)
    return frame
  }

  #record(frame: PassedFrame, now: number): void {
    if (isSound(frame) || isShown(frame, this.#sequence.coding.picture !== null))
      this.pauses.onFrame(Math.floor(frame.timeUs / 1000))
    this.#upload(this.#segmenter.add(frame))
    if (this.#segmenter.wantsKey) this.requestKey(now)
  }

  #upload(segment: Segment | null): void {
    if (segment) this.#uploader.add(segment)
  }

  /** Frames before these numbers are stored: the publisher need not hold them any longer. */
  #onStored(next: FrameNumbers): void {
    this.#publisher?.sendEvents([{ type: 'stored', next }], Date.now())
  }

  /** Uploads everything; false where some of it has to wait. */
  settled(): Promise<boolean> {
    this.#endSegment()
    return this.#uploader.settled()
  }

  #endSegment(): void {
    this.#upload(this.#segmenter.end())
  }

  onMessage(message: PublisherMessage, now: number): Refusal | null {
    this.#heardAt = now
    if (message.type === 'coding') return this.#setCoding(message.coding, now)
    if (message.type === 'pause') this.#pause(message.paused, now)
    if (message.type === 'chapter') this.#addChapter(message.title, now)
    return null
  }

  /** A publisher who returns sends the same coding again. */
  #setCoding(coding: CodecConfig, now: number): Refusal | null {
    if (JSON.stringify(coding) === JSON.stringify(this.#sequence.coding)) return null
    if (++this.#codings > CODINGS_MAX) return REFUSED.tooMany
    this.#deps.store.values.set('coding', coding)
    this.#sequence.coding = coding
    this.#upload(this.#segmenter.recode(coding))
    this.#deps.broadcast.setCoding(coding, now)
    this.requestKey(now)
    return null
  }

  #pause(paused: boolean, now: number): void {
    if (paused) {
      this.pauses.begin(now)
      this.#endSegment()
    } else this.pauses.end(now)
    this.#deps.broadcast.setState(paused ? 'paused' : 'live', now)
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
  requestKey(now: number, everyMs = KEY_EVERY_MS): void {
    if (!this.#publisher || now - this.#requestedKeyAt < everyMs) return
    this.#requestedKeyAt = now
    this.#publisher.sendEvents([{ type: 'key' }], now)
  }

  /** Reports the health from time to time, and at once whether stills are wanted. */
  sendHealth({ inSync, lagging, stills }: Health, now: number): void {
    const events: StreamServerEvent[] = []
    if (now - this.#health.at >= HEALTH_EVERY_MS) events.push({ type: 'health', inSync, lagging })
    if (stills !== this.#health.stills) events.push({ type: 'stills', wanted: stills })
    if (!this.#publisher || events.length === 0) return
    this.#health = { at: now, stills }
    this.#publisher.sendEvents(events, now)
  }

  leave(now: number): void {
    this.#publisher = null
    this.#await(now)
    this.#deps.alarms.set('publisher', now + STORED_AFTER_MS)
    this.#deps.broadcast.setState('waiting', now)
  }

  #await(now: number): number {
    const { store, alarms } = this.#deps
    const since = store.values.get('goneSince') ?? now
    store.values.set('goneSince', since)
    this.pauses.begin(now)
    alarms.set('publisher', since + STREAM_RESUME_WINDOW_MS)
    return since
  }

  /** True for a publisher who has sent nothing for too long. A ping of their socket, which wakes no object, counts too. */
  isSilent(pingedAt: number, now: number): boolean {
    const heardAt = Math.max(this.#heardAt, pingedAt)
    if (now - heardAt >= PUBLISHER_TIMEOUT_MS) return true
    this.#checkLater(heardAt, now)
    return false
  }

  /** Stores what was sent by a publisher who is away; true when they have been away for too long. */
  isLost(now: number): boolean {
    if (this.#publisher) return false
    this.#endSegment()
    return now - this.#await(now) >= STREAM_RESUME_WINDOW_MS
  }

  /** Stored, as the object may be put out of memory meanwhile. */
  #checkLater(heardAt: number, now: number): void {
    this.#deps.store.values.set('heardAt', heardAt)
    this.#deps.alarms.set('publisher', now + CHECK_EVERY_MS)
  }
}

import { CHAPTERS_MAX, PUBLISHER_TIMEOUT_MS, STREAM_RESUME_WINDOW_MS } from '../../contract/limits.ts'
import type { CodecConfig, StreamClientMessage, StreamServerEvent } from '../../contract/socket/stream-messages.ts'
import type { AlarmScheduler } from '../realtime/AlarmScheduler.ts'
import type { Refusal } from '../realtime/refusals.ts'
import { type Broadcast, UNCODED } from './Broadcast.ts'
import { type FrameNumbers, isShown, isSound, type PassedFrame, passedFrame } from './frames.ts'
import type { Health } from './RelayDirectory.ts'
import { type Segment, Segmenter, type SegmentUploader } from './recording.ts'
import { PublisherRate, SequenceCheck } from './SequenceCheck.ts'
import { REFUSED, type StreamConnection } from './StreamConnection.ts'
import type { Pauses, StreamStore } from './StreamStore.ts'

/** Messages that only publishers send. */
export type PublisherMessage = Extract<StreamClientMessage, { type: 'coding' | 'pause' | 'chapter' }>

/** The presence of the publisher is checked this often. */
const CHECK_EVERY_MS = 10_000
/** A publisher's frames are stored after such an absence, before the object may be put out of memory. */
const STORED_AFTER_MS = 5000
/** A key frame is requested this often at most. */
const KEY_EVERY_MS = 1000
const HEALTH_EVERY_MS = 5000
/** Each change of the coding is stored, so their number is limited. */
const CODINGS_MAX = 500

type Deps = {
  store: StreamStore
  alarms: AlarmScheduler
  broadcast: Broadcast
  uploader: SegmentUploader
  pauses: Pauses
}

/** The publisher's side of a stream: takes their frames and messages, and knows whether they are there. */
export class PublisherSession {
  readonly #deps: Deps
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
    const { store } = deps
    const coding = store.values.get('coding') ?? UNCODED
    this.#codings = store.values.get('codings')?.length ?? 0
    const next = store.next()
    this.#sequence = new SequenceCheck(next, coding)
    this.#segmenter = new Segmenter({ next, coding, endMs: store.lastEndMs() })
  }

  get publisher(): StreamConnection | null {
    return this.#publisher
  }

  /** The stream begins; its publisher is about to connect. */
  begin(startedAt: number, now: number): void {
    this.#deps.pauses.begin(startedAt)
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
    const { broadcast, pauses, store } = this.#deps
    this.#publisher = publisher
    this.#rate = new PublisherRate()
    this.#heardAt = now
    store.values.set('goneSince', null)
    this.#checkLater(now, now)
    pauses.end(now)
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
      this.#deps.pauses.onFrame(Math.floor(frame.timeUs / 1000))
    this.#upload(this.#segmenter.add(frame))
    if (this.#segmenter.wantsKey) this.requestKey(now)
  }

  #upload(segment: Segment | null): void {
    if (segment) this.#deps.uploader.add(segment)
  }

  /** Frames before these numbers are stored: the publisher need not hold them any longer. */
  onStored(next: FrameNumbers, now: number): void {
    this.#publisher?.sendEvents([{ type: 'stored', next }], now)
  }

  /** Uploads the frames that are not in a segment yet. */
  finish(): void {
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
    const { pauses, broadcast } = this.#deps
    if (paused) {
      pauses.begin(now)
      this.finish()
    } else pauses.end(now)
    broadcast.setState(paused ? 'paused' : 'live', now)
  }

  /** Of chapters that begin together the last replaces the others. */
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

  /** Reports to the publisher how viewers keep up: from time to time, and at once whether stills are wanted. */
  sendHealth({ inSync, lagging, stills }: Health, now: number): void {
    const events: StreamServerEvent[] = []
    if (now - this.#health.at >= HEALTH_EVERY_MS) events.push({ type: 'health', inSync, lagging })
    if (stills !== this.#health.stills) events.push({ type: 'stills', wanted: stills })
    if (!this.#publisher || events.length === 0) return
    this.#health = { at: now, stills }
    this.#publisher.sendEvents(events, now)
  }

  /** The publisher's connection is gone. */
  leave(now: number): void {
    this.#publisher = null
    this.#await(now)
    this.#deps.alarms.set('publisher', now + STORED_AFTER_MS)
    this.#deps.broadcast.setState('waiting', now)
  }

  /** Waits for the publisher; answers since when they are away. */
  #await(now: number): number {
    const { store, alarms, pauses } = this.#deps
    const since = store.values.get('goneSince') ?? now
    store.values.set('goneSince', since)
    pauses.begin(now)
    alarms.set('publisher', since + STREAM_RESUME_WINDOW_MS)
    return since
  }

  /** Answers a publisher that has been silent for too long. `pingedAt` is when its socket last pinged, which wakes no object. */
  silentPublisher(pingedAt: (publisher: StreamConnection) => number, now: number): StreamConnection | null {
    if (!this.#publisher) return null
    const heardAt = Math.max(this.#heardAt, pingedAt(this.#publisher))
    if (now - heardAt >= PUBLISHER_TIMEOUT_MS) return this.#publisher
    this.#checkLater(heardAt, now)
    return null
  }

  /** Stores what was sent by a publisher who is away; true when they have been away for too long. */
  isLost(now: number): boolean {
    if (this.#publisher) return false
    this.finish()
    return now - this.#await(now) >= STREAM_RESUME_WINDOW_MS
  }

  /** Stored, as the object may be put out of memory meanwhile. */
  #checkLater(heardAt: number, now: number): void {
    this.#deps.store.values.set('heardAt', heardAt)
    this.#deps.alarms.set('publisher', now + CHECK_EVERY_MS)
  }
}

import { CHAPTERS_MAX, STREAM_RESUME_MS, STREAM_SILENT_MS } from '../../contract/limits.ts'
import type { Coding, StreamServerEvent } from '../../contract/socket/stream-messages.ts'
import type { AlarmScheduler } from '../realtime/AlarmScheduler.ts'
import { type Broadcast, type Health, UNCODED } from './broadcast.ts'
import { type FrameNumbers, isShown, isSound, type PassedFrame, passedFrame } from './frame.ts'
import { Intake } from './intake.ts'
import { PublisherPace } from './pace.ts'
import type { Pauses } from './pauses.ts'
import type { Previews } from './previews.ts'
import { Recorder, type Segment } from './recorder.ts'
import type { Recording } from './recording.ts'
import { REFUSED, type Refusal } from './refusals.ts'
import type { PublisherMessage } from './source.ts'
import type { StreamStore } from './store.ts'
import { eventsText, type Viewer } from './viewer.ts'

/** So often is looked whether the publisher is still there. */
const LOOK_EVERY_MS = 10_000
/** What was gathered is recorded when a publisher stays away for so long, before the object may be put out of memory. */
const RECORDED_AFTER_MS = 5000
/** Key frames are asked for so often at most. */
const KEY_EVERY_MS = 1000
const HEALTH_EVERY_MS = 5000
/** A stream changes how it is coded so often at most: each is kept. */
const CODINGS_MAX = 500

/** What it is given by the origin. */
type Surroundings = {
  store: StreamStore
  due: AlarmScheduler
  broadcast: Broadcast
  previews: Previews
  recording: Recording
  pauses: Pauses
  close: (viewer: Viewer, why: Refusal) => void
  /** When a socket last said `ping`, which wakes nobody. */
  pingedAt: (viewer: Viewer) => number
  end: (why: 'lost') => Promise<void>
}

/** What its publisher makes of a stream: takes what they send, and knows whether they are there. */
export class Publication {
  readonly #stream: Surroundings
  readonly #intake: Intake
  readonly #recorder: Recorder
  #pace = new PublisherPace()
  #publisher: Viewer | null = null
  #heardAt = 0
  #askedKeyAt = 0
  #codings: number
  #health = { at: 0, stills: false }

  constructor(stream: Surroundings) {
    this.#stream = stream
    const coding = stream.store.read('coding') ?? UNCODED
    this.#codings = stream.store.read('codings')?.length ?? 0
    const next = stream.store.next()
    this.#intake = new Intake(next, coding)
    this.#recorder = new Recorder({ next, coding, endMs: stream.store.lastEndMs() })
  }

  /** The stream begins; its publisher is on their way. */
  begin(startedAt: number, now: number): void {
    this.#stream.pauses.begin(startedAt)
    this.#wait(now)
  }

  /** The publisher was in when the object slept: what was not kept is asked for again. */
  wake(publisher: Viewer, now: number): void {
    this.#publisher = publisher
    this.#heardAt = this.#stream.store.read('heardAt') ?? now
    this.#tellNumbers(publisher, now)
  }

  /** The publisher comes in, or back; where they are here already, from another page, that one is left. */
  enter(publisher: Viewer, now: number): void {
    const { broadcast, pauses, close } = this.#stream
    if (this.#publisher) close(this.#publisher, REFUSED.elsewhere)
    this.#publisher = publisher
    this.#pace = new PublisherPace()
    this.#heardAt = now
    this.#stream.store.keep('goneSince', null)
    this.#lookAgain(now, now)
    pauses.end(now)
    broadcast.setState('live', now)
    publisher.send(eventsText(...broadcast.entry(now)), now)
    this.#tellNumbers(publisher, now)
    publisher.send(eventsText(this.#chapters()), now)
    // What follows is recorded from a key frame on.
    if (this.#recorder.isEmpty) this.askKey(now)
  }

  #tellNumbers(publisher: Viewer, now: number): void {
    this.#intake.expectAnew()
    const clockMs = this.#stream.broadcast.clockMs(now)
    publisher.send(eventsText({ type: 'publish', next: this.#intake.next, clockMs }), now)
  }

  isPublisher(viewer: Viewer): boolean {
    return viewer === this.#publisher
  }

  /** Takes a frame of the publisher's and passes it on. */
  receive(raw: ArrayBuffer, now: number): Refusal | null {
    const { broadcast } = this.#stream
    this.#heardAt = now
    if (!this.#pace.takes(raw.byteLength, now)) return REFUSED.tooMany
    const frame = passedFrame(raw)
    if (!frame) return REFUSED.badFrame
    const verdict = this.#intake.judge(frame, broadcast.clockMs(now))
    if (verdict === 'wrong') return REFUSED.badFrame
    if (verdict === 'leave') return null
    broadcast.pass(frame, now)
    if (frame.kind === 'still') void this.#stream.previews.consider(frame, now)
    this.#record(frame, now)
    return null
  }

  #record(frame: PassedFrame, now: number): void {
    if (isSound(frame) || isShown(frame, this.#intake.coding.picture !== null))
      this.#stream.pauses.shown(Math.floor(frame.timeUs / 1000))
    this.#save(this.#recorder.add(frame))
    if (this.#recorder.wantsKey) this.askKey(now)
  }

  #save(segment: Segment | null): void {
    if (segment) this.#stream.recording.add(segment)
  }

  /** Frames before these numbers are kept. */
  kept(next: FrameNumbers, now: number): void {
    this.#publisher?.send(eventsText({ type: 'kept', next }), now)
  }

  /** Nothing more comes: what was gathered is recorded. */
  finish(): void {
    this.#save(this.#recorder.end())
  }

  /** Does what the publisher says; answers why not, where it does not. */
  hear(message: PublisherMessage, now: number): Refusal | null {
    this.#heardAt = now
    if (message.type === 'coding') return this.#setCoding(message.coding, now)
    if (message.type === 'pause') this.#pause(message.paused, now)
    if (message.type === 'chapter') this.#addChapter(message.title, now)
    return null
  }

  /** Who comes back says it again. */
  #setCoding(coding: Coding, now: number): Refusal | null {
    if (JSON.stringify(coding) === JSON.stringify(this.#intake.coding)) return null
    if (++this.#codings > CODINGS_MAX) return REFUSED.tooMany
    this.#stream.store.keep('coding', coding)
    this.#intake.coding = coding
    this.#save(this.#recorder.recode(coding))
    this.#stream.broadcast.setCoding(coding, now)
    // What follows can be recorded from a key frame on only.
    this.askKey(now)
    return null
  }

  #pause(paused: boolean, now: number): void {
    if (paused) {
      this.#stream.pauses.begin(now)
      this.finish()
    } else this.#stream.pauses.end(now)
    this.#stream.broadcast.setState(paused ? 'paused' : 'live', now)
  }

  /** The last of chapters that begin together stands. */
  #addChapter(title: string, now: number): void {
    const { store, broadcast } = this.#stream
    const atMs = broadcast.clockMs(now)
    const before = this.#chapters().chapters.filter((chapter) => chapter.atMs !== atMs)
    if (title !== '' && before.length < CHAPTERS_MAX) store.keep('chapters', [...before, { atMs, title }])
    this.#publisher?.send(eventsText(this.#chapters()), now)
  }

  #chapters(): Extract<StreamServerEvent, { type: 'chapters' }> {
    return { type: 'chapters', chapters: this.#stream.store.read('chapters') ?? [] }
  }

  /** Asks the publisher for a key frame, for someone who waits for one, unless it was asked for one just now. */
  askKey(now: number, everyMs = KEY_EVERY_MS): void {
    if (!this.#publisher || now - this.#askedKeyAt < everyMs) return
    this.#askedKeyAt = now
    this.#publisher.send(eventsText({ type: 'key' }), now)
  }

  /** Tells the publisher how viewers keep up, now and then, and at once whether someone watches by stills alone. */
  tellHealth({ keepUp, lag, stills }: Health, now: number): void {
    const events: StreamServerEvent[] = []
    if (now - this.#health.at >= HEALTH_EVERY_MS) events.push({ type: 'health', keepUp, lag })
    if (stills !== this.#health.stills) events.push({ type: 'stills', wanted: stills })
    if (!this.#publisher || events.length === 0) return
    this.#health = { at: now, stills }
    this.#publisher.send(eventsText(...events), now)
  }

  /** The publisher's socket is gone. */
  leave(now: number): void {
    this.#publisher = null
    this.#wait(now)
    this.#stream.due.set('publisher', now + RECORDED_AFTER_MS)
    this.#stream.broadcast.setState('waiting', now)
  }

  #wait(now: number): number {
    const { store, due, pauses } = this.#stream
    const since = store.read('goneSince') ?? now
    store.keep('goneSince', since)
    pauses.begin(now)
    due.set('publisher', since + STREAM_RESUME_MS)
    return since
  }

  /** Looks whether the publisher is there; a stream whose publisher was gone for too long ends. */
  async look(now: number): Promise<void> {
    const publisher = this.#publisher
    if (publisher) {
      const heardAt = Math.max(this.#heardAt, this.#stream.pingedAt(publisher))
      if (now - heardAt < STREAM_SILENT_MS) return this.#lookAgain(heardAt, now)
      this.#stream.close(publisher, REFUSED.again)
    }
    this.finish()
    if (now - this.#wait(now) >= STREAM_RESUME_MS) await this.#stream.end('lost')
  }

  /** What was heard is known after a sleep, too: it sleeps only where nothing was since. */
  #lookAgain(heardAt: number, now: number): void {
    this.#stream.store.keep('heardAt', heardAt)
    this.#stream.due.set('publisher', now + LOOK_EVERY_MS)
  }
}

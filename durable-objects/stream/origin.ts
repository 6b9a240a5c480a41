import { STREAM_KEY_MS, STREAM_MAX_MS } from '../../contract/limits.ts'
import type { StreamEnd } from '../../contract/socket/stream-messages.ts'
import type { AlarmScheduler } from '../realtime/AlarmScheduler.ts'
import { decode } from '../realtime/decode.ts'
import type { Broadcast } from './broadcast.ts'
import { Errands } from './errands.ts'
import { Pauses } from './pauses.ts'
import { Previews } from './previews.ts'
import { Publication } from './publication.ts'
import { recallPictures } from './recall.ts'
import { Recording } from './recording.ts'
import { REFUSED, type Refusal } from './refusals.ts'
import { Relays, relayMessage } from './relays.ts'
import type { StreamSite } from './site.ts'
import type { PublisherMessage, Source } from './source.ts'
import type { StreamStore } from './store.ts'
import { originName, relayName, type StreamFacts } from './stream.ts'
import type { Viewer } from './viewer.ts'

/** What an origin is given by its object. */
type Surroundings = {
  store: StreamStore
  due: AlarmScheduler
  broadcast: Broadcast
  files: R2Bucket
  site: StreamSite
  streamId: () => number
  viewersMax: number
  close: (viewer: Viewer, why: Refusal) => void
  pingedAt: (viewer: Viewer) => number
}

/** A stream at the object where its publisher is: what they send, who watches here and at relays, and its end. */
export class Origin implements Source {
  readonly #stream: Surroundings
  readonly #publication: Publication
  readonly #errands: Errands
  readonly #relays: Relays
  #isOver: boolean
  #isRecalling = false

  constructor(stream: Surroundings) {
    this.#stream = stream
    this.#isOver = stream.store.read('ending') !== null
    this.#relays = new Relays(stream.viewersMax)
    const previews = new Previews({ ...stream, onNew: () => this.#errands.newsSoon(Date.now()) })
    const recording = new Recording({ ...stream, onKept: (next) => this.#publication.kept(next, Date.now()) })
    const pauses = new Pauses(stream.store, stream.broadcast)
    this.#errands = new Errands({ ...stream, previews, recording, pauses })
    this.#publication = new Publication({ ...stream, previews, recording, pauses, end: (why) => this.stop(why) })
  }

  get isOver(): boolean {
    return this.#isOver
  }

  begin(facts: StreamFacts, now: number): void {
    const { store, due, broadcast } = this.#stream
    if (store.read('facts')) return
    store.keep('facts', facts)
    broadcast.startedAt = facts.startedAt
    due.set('day', facts.startedAt + STREAM_MAX_MS)
    this.#publication.begin(facts.startedAt, now)
  }

  wake(viewers: readonly Viewer[], now: number): void {
    for (const viewer of viewers) if (viewer.state.as === 'publisher') this.#publication.wake(viewer, now)
    this.#stream.broadcast.setCounts(this.#counts(), now)
  }

  enter(viewer: Viewer, now: number): Refusal | null {
    if (viewer.state.as === 'publisher') this.#publication.enter(viewer, now)
    else {
      if (viewer.isRelay) this.#replace(viewer)
      this.#count(now)
      if (!this.#stream.broadcast.begin(viewer, now)) this.#bringPictures(now)
    }
    return null
  }

  /** For who waits: what comes next, and until then what was kept before the object slept. */
  #bringPictures(now: number): void {
    this.askKey(now)
    const { store, broadcast, files, streamId } = this.#stream
    const { coding } = store.read('codings')?.at(-1) ?? {}
    const isAsNow = JSON.stringify(coding) === JSON.stringify(broadcast.coding)
    if (!broadcast.isBlank || !isAsNow || this.#isRecalling) return
    this.#isRecalling = true
    const kept = { files, streamId: streamId(), segments: store.segmentCount(), isCoded: coding?.picture !== null }
    void recallPictures(kept).then((pictures) => {
      this.#isRecalling = false
      broadcast.recall(pictures, Date.now())
    })
  }

  /** A relay that comes again has left its socket before, whether that is known or not. */
  #replace(link: Viewer): void {
    const before = this.#linkOf(link.state.relay, link)
    if (before) this.#stream.close(before, REFUSED.again)
  }

  #linkOf(relay: number, butFor?: Viewer): Viewer | undefined {
    return this.#stream.broadcast.viewers.find((viewer) => viewer.state.relay === relay && viewer !== butFor)
  }

  leave(viewer: Viewer, now: number): void {
    if (this.#isOver) return
    if (viewer.isRelay && !this.#linkOf(viewer.state.relay)) this.#relays.leave(viewer.state.relay)
    if (this.#publication.isPublisher(viewer)) this.#publication.leave(now)
    else this.#count(now)
  }

  #count(now: number): void {
    this.#stream.broadcast.setCounts(this.#counts(), now)
    this.#errands.newsSoon(now)
  }

  #counts(): { watching: number; total: number } {
    const members = new Set([...this.#stream.broadcast.members, ...this.#relays.members])
    return { watching: members.size, total: this.#stream.store.addSeen(members) }
  }

  receive(viewer: Viewer, raw: ArrayBuffer, now: number): Refusal | null {
    if (!this.#publication.isPublisher(viewer)) return REFUSED.notThePublisher
    return this.#publication.receive(raw, now)
  }

  hear(viewer: Viewer, message: PublisherMessage, now: number): Refusal | null {
    if (!this.#publication.isPublisher(viewer)) return REFUSED.notForThem
    return this.#publication.hear(message, now)
  }

  /** A relay says how it stands there. */
  hearRelay(relay: Viewer, raw: string | ArrayBuffer, now: number): Refusal | null {
    const message = decode(relayMessage, raw)
    if (!message) return REFUSED.badMessage
    if (message.type === 'lost') this.askKey(now, STREAM_KEY_MS)
    if (message.type === 'ack') relay.acks.acknowledge(message.mark)
    if (message.type === 'report') {
      this.#relays.report(relay.state.relay, message.report)
      this.#count(now)
    }
    return null
  }

  askKey(now: number, everyMs?: number): void {
    this.#publication.askKey(now, everyMs)
  }

  judged(now: number): void {
    this.#publication.tellHealth(this.#relays.health(this.#stream.broadcast.health()), now)
  }

  /** Does what is due. */
  async alarm(now: number): Promise<void> {
    await this.#stream.due.runDue(now, async (due) => {
      if (due === 'day') await this.stop('day')
      if (due === 'publisher' && !this.#isOver) await this.#publication.look(now)
      if (due === 'news' && !this.#isOver) await this.#errands.tellNews()
      if (due === 'ended') await this.#errands.finish()
    })
  }

  /** The name of the object that a member is to watch at. */
  placeFor(userId: number, now: number): string {
    const { store, broadcast, streamId } = this.#stream
    const place = this.#relays.place(userId, broadcast.present, now)
    if (place === 0) return originName(streamId())
    if (place > (store.read('relays') ?? 0)) store.keep('relays', place)
    return relayName(streamId(), place)
  }

  /** The name of every relay that there may be. */
  get relays(): string[] {
    const { store, streamId } = this.#stream
    return Array.from({ length: store.read('relays') ?? 0 }, (_, index) => relayName(streamId(), index + 1))
  }

  /** Ends the stream: what was gathered is kept, the site told, then everyone here. */
  async stop(why: StreamEnd): Promise<void> {
    if (this.#isOver) return
    const { store, due, broadcast, close } = this.#stream
    this.#isOver = true
    store.keep('ending', { why, at: Date.now(), isTaken: false })
    for (const what of ['publisher', 'news', 'day'] as const) due.set(what, undefined)
    this.#publication.finish()
    await this.#errands.finish()
    broadcast.tell({ type: 'ended', why }, Date.now())
    for (const viewer of broadcast.listeners.all()) close(viewer, REFUSED.bye)
  }
}

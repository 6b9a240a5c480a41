import { KEY_FRAME_INTERVAL_MS, STREAM_MAX_MS } from '../../contract/limits.ts'
import type { StreamEnd } from '../../contract/socket/stream-messages.ts'
import { decode } from '../realtime/decode.ts'
import { readHandshake, refusedSocket } from '../realtime/handshake.ts'
import type { SessionRef } from '../realtime/RevokedSessions.ts'
import type { Refusal } from '../realtime/refusals.ts'
import { Broadcast } from './Broadcast.ts'
import { restorePictures } from './frames.ts'
import { Previews } from './Previews.ts'
import { type PublisherMessage, PublisherSession } from './PublisherSession.ts'
import { RelayDirectory, relayMessage } from './RelayDirectory.ts'
import { SegmentUploader } from './recording.ts'
import { SiteReports } from './SiteReports.ts'
import { REFUSED, relayState, type StreamConnection } from './StreamConnection.ts'
import { type StreamEnv, StreamObject } from './StreamObject.ts'
import { Pauses, StreamStore } from './StreamStore.ts'
import {
  originName,
  type RelayHandshake,
  relayName,
  type StreamCalls,
  type StreamFacts,
  type StreamHandshake,
  type StreamSite,
  type StreamStop,
} from './stream.ts'

/** An origin's calls to its relays. */
type RelayCalls = Pick<StreamCalls, 'end' | 'readmit'>

export type LiveStreamEnv = StreamEnv & {
  readonly FILES: R2Bucket
  readonly STREAM_RELAY: { getByName(name: string): RelayCalls }
}

/** The origin of a live stream: its publisher, its viewers up to a number, its relays, its recording, and its end. */
export class LiveStream extends StreamObject<LiveStreamEnv> implements StreamCalls {
  readonly #store = new StreamStore(this.ctx.storage)
  protected readonly stream = new Broadcast(
    this.connections,
    this.#store.beginning(isPublished(this.connections.all())),
  )
  readonly #relays = new RelayDirectory(Number(this.env.STREAM_VIEWERS_MAX))
  readonly #files = { files: this.env.FILES, store: this.#store, streamId: this.streamId }
  readonly #previews = new Previews(this.#files)
  readonly #pauses = new Pauses(this.#store, this.stream)
  readonly #uploader = new SegmentUploader(this.#files, (next) => this.#session.onStored(next, Date.now()))
  readonly #session = new PublisherSession({
    ...{ store: this.#store, alarms: this.alarms, broadcast: this.stream },
    ...{ uploader: this.#uploader, pauses: this.#pauses },
  })
  readonly #reports = new SiteReports({
    ...{ ...this.#files, alarms: this.alarms, broadcast: this.stream, previews: this.#previews },
    ...{ uploader: this.#uploader, pauses: this.#pauses },
    site: (this.ctx.exports as unknown as { SiteForStreams: StreamSite }).SiteForStreams,
  })
  #isOver = this.#store.values.get('ending') !== null
  #isRestoring = false

  constructor(ctx: DurableObjectState, env: LiveStreamEnv) {
    super(ctx, env)
    const now = Date.now()
    for (const connection of this.connections.authenticated())
      if (connection.state.as === 'publisher') this.#session.wake(connection, now)
    this.stream.setCounts(this.#counts(), now)
  }

  override fetch(request: Request): Response {
    if (this.#isOver) return refusedSocket(...REFUSED.over)
    const handshake = readHandshake<StreamHandshake | RelayHandshake>(request)
    if (!('relay' in handshake)) return super.fetch(request)
    const { connection, response } = this.accept(relayState(handshake.relay))
    this.onEntered(connection, Date.now())
    return response
  }

  protected override onFacts(facts: StreamFacts, now: number): void {
    if (this.#store.values.get('facts')) return
    this.#store.values.set('facts', facts)
    this.stream.startedAt = facts.startedAt
    this.alarms.set('day', facts.startedAt + STREAM_MAX_MS)
    this.#session.begin(facts.startedAt, now)
  }

  protected override onEntered(connection: StreamConnection, now: number): Refusal | null {
    if (connection.state.as === 'publisher') {
      const before = this.#session.publisher
      if (before) this.close(before, REFUSED.elsewhere)
      this.#session.enter(connection, now)
      return null
    }
    if (connection.isRelay) this.#replaceRelay(connection)
    this.#count(now)
    if (!this.stream.begin(connection, now)) this.#restorePictures(now)
    return null
  }

  /** Requests a key frame, and until it comes shows what was recorded before the object was put out of memory. */
  #restorePictures(now: number): void {
    this.requestKey(now)
    const { coding } = this.#store.values.get('codings')?.at(-1) ?? {}
    const isCurrent = JSON.stringify(coding) === JSON.stringify(this.stream.coding)
    if (!this.stream.isBlank || !isCurrent || this.#isRestoring) return
    this.#isRestoring = true
    const segments = this.#store.segmentCount()
    const isCoded = coding?.picture !== null
    void restorePictures({ files: this.env.FILES, streamId: this.streamId, segments, isCoded }).then((pictures) => {
      this.#isRestoring = false
      this.stream.restore(pictures, Date.now())
    })
  }

  /** Closes the earlier connection of a relay that connects again. */
  #replaceRelay(connection: StreamConnection): void {
    const before = this.#connectionOfRelay(connection.state.relay, connection)
    if (before) this.close(before, REFUSED.again)
  }

  #connectionOfRelay(relay: number, except?: StreamConnection): StreamConnection | undefined {
    return this.stream.viewers.find((viewer) => viewer.state.relay === relay && viewer !== except)
  }

  protected override onLeft(connection: StreamConnection): void {
    if (!connection.isAuthenticated || this.#isOver) return
    const now = Date.now()
    const { relay } = connection.state
    if (connection.isRelay && !this.#connectionOfRelay(relay)) this.#relays.leave(relay)
    if (connection === this.#session.publisher) this.#session.leave(now)
    else this.#count(now)
  }

  #count(now: number): void {
    this.stream.setCounts(this.#counts(), now)
    this.#reports.reportSoon(now)
  }

  #counts(): { watching: number; total: number } {
    const members = new Set([...this.stream.members, ...this.#relays.members])
    return { watching: members.size, total: this.#store.addSeen(members) }
  }

  protected override receive(
    connection: StreamConnection,
    raw: string | ArrayBuffer,
    now: number,
  ): void | Promise<void> {
    if (this.#isOver) return
    if (!connection.isRelay) return super.receive(connection, raw, now)
    this.closeIf(connection, this.#onRelayMessage(connection, raw, now))
    this.judge(now)
  }

  #onRelayMessage(relay: StreamConnection, raw: string | ArrayBuffer, now: number): Refusal | null {
    const message = decode(relayMessage, raw)
    if (!message) return REFUSED.badMessage
    if (message.type === 'lost') this.requestKey(now, KEY_FRAME_INTERVAL_MS)
    if (message.type === 'ack') relay.acknowledge(message.mark)
    if (message.type === 'report') {
      this.#relays.report(relay.state.relay, message.report)
      this.#count(now)
    }
    return null
  }

  protected override onFrame(connection: StreamConnection, raw: ArrayBuffer, now: number): Refusal | null {
    if (connection !== this.#session.publisher) return REFUSED.notThePublisher
    const frame = this.#session.receive(raw, now)
    if (frame === null) return null
    if (!('kind' in frame)) return frame
    if (frame.kind === 'still')
      void this.#previews.consider(frame, now).then((isNew) => isNew && this.#reports.reportSoon(Date.now()))
    return null
  }

  protected override onPublisherMessage(
    connection: StreamConnection,
    message: PublisherMessage,
    now: number,
  ): Refusal | null {
    return connection === this.#session.publisher ? this.#session.onMessage(message, now) : REFUSED.notForThem
  }

  protected override requestKey(now: number, everyMs?: number): void {
    this.#session.requestKey(now, everyMs)
  }

  protected override onJudged(now: number): void {
    this.#session.sendHealth(this.#relays.health(this.stream.health()), now)
  }

  protected override async onAlarm(name: string, now: number): Promise<void> {
    if (name === 'day') await this.stop('day')
    if (name === 'publisher' && !this.#isOver) await this.#checkPublisher(now)
    if (name === 'news' && !this.#isOver) await this.#reports.reportNews()
    if (name === 'ended') await this.#reports.reportEnd()
  }

  /** Ends the stream when its publisher has been away for too long. */
  async #checkPublisher(now: number): Promise<void> {
    const pingedAt = ({ socket }: StreamConnection) =>
      this.ctx.getWebSocketAutoResponseTimestamp(socket)?.getTime() ?? 0
    const silent = this.#session.silentPublisher(pingedAt, now)
    if (silent) this.close(silent, REFUSED.again)
    if (this.#session.isLost(now)) await this.stop('lost')
  }

  async begin(facts: StreamFacts): Promise<void> {
    this.onFacts(facts, Date.now())
  }

  async placeFor(userId: number): Promise<string> {
    const place = this.#relays.place(userId, this.stream.present, Date.now())
    if (place === 0) return originName(this.streamId)
    if (place > (this.#store.values.get('relays') ?? 0)) this.#store.values.set('relays', place)
    return relayName(this.streamId, place)
  }

  /** Ends the stream: stores what was sent, reports the end to the site, then tells everyone here. */
  async stop(why: StreamStop | StreamEnd): Promise<void> {
    if (this.#isOver) return
    this.#isOver = true
    this.#store.values.set('ending', { why, at: Date.now(), isTaken: false })
    for (const alarm of ['publisher', 'news', 'day']) this.alarms.set(alarm, undefined)
    this.#session.finish()
    await this.#reports.reportEnd()
    this.stream.send({ type: 'ended', reason: why }, Date.now())
    this.closeAll(REFUSED.bye)
  }

  override async end(sessions: SessionRef, code: number): Promise<void> {
    super.end(sessions, code)
    await this.#atRelays((relay) => relay.end(sessions, code))
  }

  async readmit(): Promise<void> {
    for (const viewer of this.stream.viewers) if (!viewer.isRelay) this.close(viewer, REFUSED.again)
    await this.#atRelays((relay) => relay.readmit())
  }

  async #atRelays(call: (relay: RelayCalls) => Promise<void>): Promise<void> {
    const relays = Array.from({ length: this.#store.values.get('relays') ?? 0 }, (_, index) => index + 1)
    const relayOf = (relay: number) => this.env.STREAM_RELAY.getByName(relayName(this.streamId, relay))
    await Promise.all(relays.map((relay) => call(relayOf(relay))))
  }
}

const isPublished = (connections: readonly StreamConnection[]) =>
  connections.some(({ state }) => state.as === 'publisher')

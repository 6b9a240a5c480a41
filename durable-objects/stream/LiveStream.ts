import { KEY_FRAME_INTERVAL_MS, STREAM_MAX_MS } from '../../contract/limits.ts'
import type { StreamEnd } from '../../contract/socket/stream-messages.ts'
import type { SessionRef } from '../realtime/ConnectionGate.ts'
import { readHandshake, refusedSocket } from '../realtime/handshake.ts'
import type { Refusal } from '../realtime/refusals.ts'
import { Broadcast } from './Broadcast.ts'
import { type PublisherMessage, PublisherSession } from './PublisherSession.ts'
import { RelayDirectory, type Relays } from './RelayDirectory.ts'
import { RecordedPictures } from './recording.ts'
import { SiteReports } from './SiteReports.ts'
import { REFUSED, relayState, type StreamConnection } from './StreamConnection.ts'
import { type StreamEnv, StreamObject } from './StreamObject.ts'
import { StreamStore } from './StreamStore.ts'
import type { RelayHandshake, StreamCalls, StreamFacts, StreamHandshake, StreamSite, StreamStop } from './stream.ts'

export type LiveStreamEnv = StreamEnv & { readonly FILES: R2Bucket; readonly STREAM_RELAY: Relays }

/** The origin of a live stream: its publisher, its viewers up to a number, its relays, its recording, and its end. */
export class LiveStream extends StreamObject<LiveStreamEnv> implements StreamCalls {
  readonly #store = new StreamStore(this.ctx.storage)
  protected readonly stream = new Broadcast(
    this.connections,
    this.#store.beginning(this.connections.all().some(({ publishes }) => publishes)),
  )
  readonly #parts = {
    ...{ files: this.env.FILES, store: this.#store, streamId: this.streamId },
    ...{ alarms: this.alarms, broadcast: this.stream },
  }
  readonly #session = new PublisherSession(this.#parts)
  readonly #pictures = new RecordedPictures(this.#parts)
  readonly #relays = new RelayDirectory({
    ...{ max: Number(this.env.STREAM_VIEWERS_MAX), streamId: this.streamId },
    ...{ relays: this.env.STREAM_RELAY, values: this.#store.values },
  })
  readonly #reports = new SiteReports({
    ...{ ...this.#parts, session: this.#session },
    site: (this.ctx.exports as unknown as { SiteForStreams: StreamSite }).SiteForStreams,
  })
  #isOver = this.#store.values.get('ending') !== null

  constructor(ctx: DurableObjectState, env: LiveStreamEnv) {
    super(ctx, env)
    const now = Date.now()
    for (const connection of this.connections.authenticated()) {
      if (connection.publishes) this.#session.wake(connection, now)
      if (connection.isRelay) this.#relays.enter(connection)
    }
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
    if (connection.publishes) {
      const before = this.#session.publisher
      if (before) this.close(before, REFUSED.elsewhere)
      this.#session.enter(connection, now)
      return null
    }
    const before = connection.isRelay && this.#relays.enter(connection)
    if (before) this.close(before, REFUSED.again)
    this.#count(now)
    if (this.stream.begin(connection, now)) return null
    this.requestKey(now)
    // Until the key frame comes, the viewer sees what was recorded before the object was put out of memory.
    void this.#pictures.restore()
    return null
  }

  protected override onLeft(connection: StreamConnection): void {
    if (!connection.isAuthenticated || this.#isOver) return
    const now = Date.now()
    if (connection.isRelay) this.#relays.leave(connection)
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
    const left = this.#relays.receive(connection, raw)
    if (left === 'key') this.requestKey(now, KEY_FRAME_INTERVAL_MS)
    else if (left === 'count') this.#count(now)
    else this.closeIf(connection, left)
    this.judge(now)
  }

  protected override onFrame(connection: StreamConnection, raw: ArrayBuffer, now: number): Refusal | null {
    if (connection !== this.#session.publisher) return REFUSED.notThePublisher
    const frame = this.#session.receive(raw, now)
    if (frame === null) return null
    if (!('kind' in frame)) return frame
    if (frame.kind === 'still') void this.#reports.considerPreview(frame, now)
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

  async #checkPublisher(now: number): Promise<void> {
    const { publisher } = this.#session
    const pinged = publisher && this.ctx.getWebSocketAutoResponseTimestamp(publisher.socket)
    if (publisher && this.#session.isSilent(pinged?.getTime() ?? 0, now)) this.close(publisher, REFUSED.again)
    if (this.#session.isLost(now)) await this.stop('lost')
  }

  async begin(facts: StreamFacts): Promise<void> {
    this.onFacts(facts, Date.now())
  }

  async placeFor(userId: number): Promise<string> {
    return this.#relays.nameFor(userId, this.stream.present, Date.now())
  }

  /** Ends the stream: stores what was sent, reports the end to the site, then tells everyone here. */
  async stop(why: StreamStop | StreamEnd): Promise<void> {
    if (this.#isOver) return
    this.#isOver = true
    this.#store.values.set('ending', { why, at: Date.now(), isTaken: false })
    for (const alarm of ['publisher', 'news', 'day']) this.alarms.set(alarm, undefined)
    await this.#reports.reportEnd()
    this.stream.send({ type: 'ended', reason: why }, Date.now())
    this.closeAll(this.connections.all(), REFUSED.bye)
  }

  override async end(sessions: SessionRef, code: number): Promise<void> {
    super.end(sessions, code)
    await this.#relays.atAll((relay) => relay.end(sessions, code))
  }

  override async readmit(): Promise<void> {
    super.readmit()
    await this.#relays.atAll((relay) => relay.readmit())
  }
}

import { KEY_FRAME_INTERVAL_MS, STREAM_MAX_MS } from '../../contract/limits.ts'
import type { StreamEnd } from '../../contract/socket/stream-messages.ts'
import type { SessionRef } from '../realtime/ConnectionGate.ts'
import { readHandshake, refusalReply } from '../realtime/handshake.ts'
import type { Refusal } from '../realtime/refusals.ts'
import { Broadcast } from './Broadcast.ts'
import { type PublisherMessage, PublisherSession } from './PublisherSession.ts'
import { RelayDirectory, type Relays } from './RelayDirectory.ts'
import { RecordedPictures } from './recording.ts'
import { relayState, STREAM_REFUSED, type StreamConnection } from './StreamConnection.ts'
import { type StreamEnv, StreamObject } from './StreamObject.ts'
import { StreamReports } from './StreamReports.ts'
import { StreamStore } from './StreamStore.ts'
import type { RelayHandshake, StreamCalls, StreamFacts, StreamHandshake, StreamSite } from './stream.ts'

export type LiveStreamEnv = StreamEnv & {
  readonly FILES: R2Bucket
  readonly IMAGES: ImagesBinding
  readonly STREAM_RELAY: Relays
}

/**
 * The origin of a live stream. It holds the publisher's connection, the recording, the relays, and the viewers up to
 * `STREAM_VIEWERS_MAX`.
 */
export class LiveStream extends StreamObject<LiveStreamEnv> implements StreamCalls {
  readonly #store = new StreamStore(this.ctx.storage)
  protected readonly stream = new Broadcast(
    this.connections,
    this.#store.initialState(this.connections.all().some(({ isPublisher }) => isPublisher)),
  )
  readonly #deps = {
    files: this.env.FILES,
    images: this.env.IMAGES,
    store: this.#store,
    streamId: this.streamId,
    alarms: this.alarms,
    broadcast: this.stream,
  }
  readonly #session = new PublisherSession(this.#deps)
  readonly #pictures = new RecordedPictures(this.#deps)
  readonly #relays = new RelayDirectory({
    viewersMax: Number(this.env.STREAM_VIEWERS_MAX),
    streamId: this.streamId,
    relays: this.env.STREAM_RELAY,
    values: this.#store.values,
  })
  readonly #reports = new StreamReports({
    ...this.#deps,
    session: this.#session,
    site: (this.ctx.exports as unknown as { SiteForStreams: StreamSite }).SiteForStreams,
  })
  #hasEnded = this.#store.values.get('ending') !== null

  constructor(ctx: DurableObjectState, env: LiveStreamEnv) {
    super(ctx, env)
    const now = Date.now()
    for (const connection of this.connections.authenticated()) {
      if (connection.isPublisher) this.#session.resume(connection, now)
      if (connection.isRelay) this.#relays.connect(connection)
    }
    if (!this.#store.values.get('ending')?.isConfirmed) this.stream.setCounts(this.#currentCounts(), now)
  }

  override fetch(request: Request): Response {
    if (this.#hasEnded) return refusalReply(STREAM_REFUSED.ended)
    const handshake = readHandshake<StreamHandshake | RelayHandshake>(request)
    if (!('relay' in handshake)) return super.fetch(request)
    const { connection, response } = this.accept(relayState(handshake.relay))
    this.onAdmitted(connection, Date.now())
    return response
  }

  protected override onFacts(facts: StreamFacts, now: number): void {
    if (this.#store.values.get('facts')) return
    this.#store.values.set('facts', facts)
    this.stream.startedAt = facts.startedAt
    this.alarms.set('day', facts.startedAt + STREAM_MAX_MS)
    this.#session.start(facts.startedAt, now)
  }

  protected override onAdmitted(connection: StreamConnection, now: number): Refusal | null {
    if (connection.isPublisher) {
      const before = this.#session.publisher
      if (before) this.close(before, STREAM_REFUSED.replaced)
      this.#session.connect(connection, now)
      return null
    }
    const before = connection.isRelay && this.#relays.connect(connection)
    if (before) this.close(before, STREAM_REFUSED.reconnect)
    this.#updateCounts(now)
    if (this.stream.startSending(connection, now)) return null
    this.requestKeyFrame(now)
    // After a restart of the object, the viewer sees the last recorded pictures until the key frame arrives.
    void this.#pictures.restore()
    return null
  }

  protected override onLeft(connection: StreamConnection): void {
    if (!connection.isAuthenticated || this.#hasEnded) return
    const now = Date.now()
    if (connection.isRelay) this.#relays.disconnect(connection)
    if (connection === this.#session.publisher) this.#session.disconnect(now)
    else this.#updateCounts(now)
  }

  #updateCounts(now: number): void {
    this.stream.setCounts(this.#currentCounts(), now)
    this.#reports.reportSoon(now)
  }

  #currentCounts(): { watching: number; total: number } {
    const members = new Set([...this.stream.members, ...this.#relays.members])
    return { watching: members.size, total: this.#store.recordViewers(members) }
  }

  protected override receive(
    connection: StreamConnection,
    raw: string | ArrayBuffer,
    now: number,
  ): void | Promise<void> {
    if (this.#hasEnded) return
    if (!connection.isRelay) return super.receive(connection, raw, now)
    const result = this.#relays.receive(connection, raw)
    if (result === 'keyFrame') this.requestKeyFrame(now, KEY_FRAME_INTERVAL_MS)
    else if (result === 'count') this.#updateCounts(now)
    else this.closeIf(connection, result)
    this.checkConnections(now)
  }

  protected override onFrame(connection: StreamConnection, raw: ArrayBuffer, now: number): Refusal | null {
    if (connection !== this.#session.publisher) return STREAM_REFUSED.notPublisher
    const frame = this.#session.receive(raw, now)
    if (frame === null) return null
    if (!('kind' in frame)) return frame
    if (frame.kind === 'still') void this.#reports.savePreviewIfDue(frame, now)
    return null
  }

  protected override onPublisherMessage(
    connection: StreamConnection,
    message: PublisherMessage,
    now: number,
  ): Refusal | null {
    return connection === this.#session.publisher ? this.#session.onMessage(message, now) : STREAM_REFUSED.wrongRole
  }

  protected override requestKeyFrame(now: number, everyMs?: number): void {
    this.#session.requestKeyFrame(now, everyMs)
  }

  protected override onConnectionsChecked(now: number): void {
    this.#session.sendHealth(this.#relays.health(this.stream.health()), now)
  }

  protected override async onAlarm(name: string, now: number): Promise<void> {
    if (name === 'day') await this.stop('day')
    if (name === 'publisher' && !this.#hasEnded) await this.#checkPublisher(now)
    if (name === 'report' && !this.#hasEnded) await this.#reports.reportStatus()
    if (name === 'ended') await this.#reportEnd()
  }

  async #checkPublisher(now: number): Promise<void> {
    const { publisher } = this.#session
    const pinged = publisher && this.ctx.getWebSocketAutoResponseTimestamp(publisher.socket)
    if (publisher && this.#session.checkSilence(pinged?.getTime() ?? 0, now))
      this.close(publisher, STREAM_REFUSED.reconnect)
    if (this.#session.checkAbsence(now)) await this.stop('lost')
  }

  async start(facts: StreamFacts, recordingMaxBytes: number, lastEndAt: number | null): Promise<void> {
    const { values } = this.#store
    if (values.get('recordingMaxBytes') === null) {
      values.set('recordingMaxBytes', recordingMaxBytes)
      this.#session.continueRate(lastEndAt)
    }
    this.onFacts(facts, Date.now())
  }

  async objectNameFor(userId: number): Promise<string> {
    return this.#relays.objectNameFor(userId, this.stream.audience, Date.now())
  }

  /** Ends the stream: stores the rest of the recording, reports the end to the site, then notifies all clients. */
  async stop(why: StreamEnd): Promise<void> {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#store.values.set('ending', { why, at: Date.now(), isConfirmed: false })
    for (const alarm of ['publisher', 'report', 'day']) this.alarms.set(alarm, undefined)
    await this.#reportEnd()
  }

  /** Called again by the alarm, because the object may have been killed before it notified the clients. */
  async #reportEnd(): Promise<void> {
    await this.#reports.reportEnd()
    const reason = this.#store.values.get('ending')?.why ?? 'stopped'
    this.stream.send({ type: 'ended', reason }, Date.now())
    this.closeAll(this.connections.all(), STREAM_REFUSED.closed)
  }

  /** Ends the stream if it is live, and deletes what it stored. Its files are deleted by the site. */
  async erase(): Promise<void> {
    await this.stop('stopped')
    // The end may not be reported yet. The alarm that reports it would store the rest of the recording.
    await this.#session.dropRecording()
    await this.#reports.dropPreview()
    this.#store.erase()
  }

  override async revokeSessions(sessions: SessionRef, code: number): Promise<void> {
    super.revokeSessions(sessions, code)
    await this.#relays.callAll((relay) => relay.revokeSessions(sessions, code))
  }

  override async recheckAccess(): Promise<void> {
    super.recheckAccess()
    await this.#relays.callAll((relay) => relay.recheckAccess())
  }
}

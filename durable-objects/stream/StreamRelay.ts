import type { Refusal } from '../realtime/refusals.ts'
import { Broadcast, NO_CODECS } from './Broadcast.ts'
import { STREAM_REFUSED, type StreamConnection } from './StreamConnection.ts'
import { type StreamEnv, StreamObject } from './StreamObject.ts'
import { relayNumberOf } from './stream.ts'
import { type Origins, Upstream } from './Upstream.ts'

export type StreamRelayEnv = StreamEnv & { readonly STREAM: Origins }

/**
 * A relay of a stream, for the viewers beyond the maximum of the origin. The origin sends it everything once, over one
 * socket, and gets reports of its viewers. The relay does not hibernate while it has viewers.
 */
export class StreamRelay extends StreamObject<StreamRelayEnv> {
  /** The state is unknown until the origin sends it. */
  protected readonly stream = new Broadcast(this.connections, {
    startedAt: Date.now(),
    state: 'waiting',
    coding: NO_CODECS,
  })
  readonly #upstream = new Upstream({
    origins: this.env.STREAM,
    streamId: this.streamId,
    relay: relayNumberOf(this.ctx.id.name ?? ''),
    broadcast: this.stream,
    closeAll: (refusal) => this.closeAll(this.connections.all(), refusal),
  })

  constructor(ctx: DurableObjectState, env: StreamRelayEnv) {
    super(ctx, env)
    if (this.connections.authenticated().length > 0) this.#upstream.connect()
  }

  protected override onAdmitted(connection: StreamConnection, now: number): Refusal | null {
    // A publisher must connect to the origin, to which the worker sends them when they reconnect.
    if (connection.isPublisher) return STREAM_REFUSED.reconnect
    this.#upstream.connect()
    if (!this.stream.startSending(connection, now)) this.requestKeyFrame(now)
    return null
  }

  protected override onLeft({ isAuthenticated }: StreamConnection): void {
    if (isAuthenticated) this.#upstream.reportSoon()
  }

  protected override onFrame(): Refusal {
    return STREAM_REFUSED.notPublisher
  }

  protected override onPublisherMessage(): Refusal {
    return STREAM_REFUSED.wrongRole
  }

  protected override requestKeyFrame(now: number, everyMs?: number): void {
    this.#upstream.requestKeyFrame(now, everyMs)
  }

  protected override onConnectionsChecked(now: number): void {
    this.#upstream.reportIfDue(now)
  }

  protected override onAlarm(): void {
    // A relay sets no alarms of its own.
  }
}

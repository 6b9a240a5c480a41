import type { Refusal } from '../realtime/refusals.ts'
import { Broadcast, UNCODED } from './Broadcast.ts'
import { REFUSED, type StreamConnection } from './StreamConnection.ts'
import { type StreamEnv, StreamObject } from './StreamObject.ts'
import { relayOf } from './stream.ts'
import { type Origins, Upstream } from './Upstream.ts'

export type StreamRelayEnv = StreamEnv & { readonly STREAM: Origins }

/**
 * A relay of a stream, for viewers beyond those that the origin takes. The origin sends it everything once, over one socket,
 * and gets reports of who watches here. The relay stays in memory while it has viewers.
 */
export class StreamRelay extends StreamObject<StreamRelayEnv> {
  /** The state is unknown until the origin sends it. */
  protected readonly stream = new Broadcast(this.connections, {
    startedAt: Date.now(),
    state: 'waiting',
    coding: UNCODED,
  })
  readonly #upstream = new Upstream({
    origins: this.env.STREAM,
    streamId: this.streamId,
    relay: relayOf(this.ctx.id.name ?? ''),
    broadcast: this.stream,
    closeAll: (refusal) => this.closeAll(this.connections.all(), refusal),
  })

  constructor(ctx: DurableObjectState, env: StreamRelayEnv) {
    super(ctx, env)
    if (this.connections.authenticated().length > 0) this.#upstream.join()
  }

  protected override onEntered(connection: StreamConnection, now: number): Refusal | null {
    // The publisher belongs to the origin; their page asks again where to connect.
    if (connection.publishes) return REFUSED.again
    this.#upstream.join()
    if (!this.stream.begin(connection, now)) this.requestKey(now)
    return null
  }

  protected override onLeft({ isAuthenticated }: StreamConnection): void {
    if (isAuthenticated) this.#upstream.reportSoon()
  }

  protected override onFrame(): Refusal {
    return REFUSED.notThePublisher
  }

  protected override onPublisherMessage(): Refusal {
    return REFUSED.notForThem
  }

  protected override requestKey(now: number, everyMs?: number): void {
    this.#upstream.requestKey(now, everyMs)
  }

  protected override onJudged(now: number): void {
    this.#upstream.reportIfDue(now)
  }

  protected override onAlarm(): void {
    // A relay sets no alarms.
  }
}

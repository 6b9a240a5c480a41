import { LiveStream as SiteLiveStream } from '../../../durable-objects/stream/LiveStream.ts'
import { originName, relayName } from '../../../durable-objects/stream/stream.ts'
import worker from '../../../worker/index.ts'

export { ChatRoom, MemberChannel, SiteForChat, SiteForStreams, StreamRelay, Whiteboard } from '../../../worker/index.ts'

/** Messages received, and open sockets with the publisher's. */
export type ObjectWork = { messages: number; sockets: number }

type Env = Cloudflare.Env & {
  /** Number of relays; 0 for none. */
  readonly STREAM_RELAYS: string
}

/** A stream that counts its messages and assigns viewers to a fixed number of relays. */
export class LiveStream extends SiteLiveStream {
  #messages = 0

  override webSocketMessage(socket: WebSocket, raw: string | ArrayBuffer): void | Promise<void> {
    this.#messages++
    return super.webSocketMessage(socket, raw)
  }

  override async objectNameFor(userId: number): Promise<string> {
    const relays = Number((this.env as Env).STREAM_RELAYS)
    const streamId = Number.parseInt(this.ctx.id.name ?? '', 10)
    return relays === 0 ? originName(streamId) : relayName(streamId, 1 + (userId % relays))
  }

  work(): ObjectWork {
    return { messages: this.#messages, sockets: this.ctx.getWebSockets().length }
  }
}

export default {
  ...worker,
  async fetch(request, env, ctx) {
    const [, streamId] = /^\/work\/(\d+)$/.exec(new URL(request.url).pathname) ?? []
    if (streamId === undefined) return worker.fetch(request, env, ctx)
    const stream = env.STREAM.getByName(streamId) as unknown as { work(): Promise<ObjectWork> }
    return Response.json(await stream.work())
  },
} satisfies ExportedHandler<Cloudflare.Env>

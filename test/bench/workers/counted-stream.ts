import { LiveStream as Live } from '../../../durable-objects/stream/LiveStream.ts'
import { originName, relayName } from '../../../durable-objects/stream/stream.ts'
import worker from '../../../worker/index.ts'

export { ChatRoom, SiteForChat, SiteForStreams, StreamRelay, Whiteboard } from '../../../worker/index.ts'

/** Messages received, and sockets to which each frame is sent. */
export type ObjectWork = { messages: number; sockets: number }

type Env = Cloudflare.Env & {
  /** Number of relays; 0 for none. */
  readonly STREAM_RELAYS: string
}

/** A stream that counts its messages and assigns viewers to a fixed number of relays. */
export class LiveStream extends Live {
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

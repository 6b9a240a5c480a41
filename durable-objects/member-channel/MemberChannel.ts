import { DurableObject } from 'cloudflare:workers'
import { CHANNEL_SOCKETS_PER_MEMBER, MESSAGES_AFTER_CLOSE_MAX } from '../../contract/limits.ts'
import type { MemberChannelEvent, MemberNews, MemberState } from '../../contract/socket/member-channel.ts'
import { REVOKED_FOR_MS } from '../realtime/ConnectionGate.ts'
import { countAfterClose } from '../realtime/closed-socket.ts'
import { readHandshake, refusalReply } from '../realtime/handshake.ts'
import { RecentNames } from '../realtime/RecentNames.ts'
import { REFUSED } from '../realtime/refusals.ts'

export type ChannelHandshake = { state: MemberState }

/** A new socket is sent all news of this time, because its state may be older. */
const CONNECTING_MS = 10_000

/**
 * The sockets of a member's open pages, by session. It is not a `RoomObject`: its clients send nothing and it stores
 * nothing, so it needs no tickets, whose renewal would wake every channel.
 */
export class MemberChannel extends DurableObject {
  readonly #endedSessions = new RecentNames<string>(REVOKED_FOR_MS)
  /** Until this time all sessions are refused, because the account was deleted or merged. */
  #refusedUntil = 0
  readonly #news = new RecentNames<MemberNews>(CONNECTING_MS)

  constructor(ctx: DurableObjectState, env: Cloudflare.Env) {
    super(ctx, env)
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair('ping', 'pong'))
  }

  override fetch(request: Request): Response {
    const now = Date.now()
    const { session, state } = readHandshake<ChannelHandshake>(request)
    if (now < this.#refusedUntil || this.#endedSessions.has(session, now)) return refusalReply(REFUSED.notLoggedIn)
    if (this.ctx.getWebSockets().length >= CHANNEL_SOCKETS_PER_MEMBER) return refusalReply(REFUSED.tooManySockets)
    const { 0: client, 1: server } = new WebSocketPair()
    this.ctx.acceptWebSocket(server, [session])
    send(server, state)
    for (const type of this.#news.all(now)) send(server, { type })
    return new Response(null, { status: 101, webSocket: client })
  }

  tell(type: MemberNews): void {
    this.#news.add(type, Date.now())
    for (const socket of this.ctx.getWebSockets()) send(socket, { type })
  }

  /** Closes the sockets of sessions and refuses new ones. */
  endSessions(sessions: readonly string[]): void {
    for (const session of sessions) {
      this.#endedSessions.add(session, Date.now())
      for (const socket of this.ctx.getWebSockets(session)) close(socket, ...REFUSED.notLoggedIn)
    }
  }

  /** Closes all sockets and refuses new ones. Called when the account was deleted or merged. */
  endAll(): void {
    this.#refusedUntil = Date.now() + REVOKED_FOR_MS
    for (const socket of this.ctx.getWebSockets()) close(socket, ...REFUSED.notLoggedIn)
  }

  /** Closes the socket: pages send only pings, which the runtime answers. A restart ends one that goes on sending. */
  override webSocketMessage(socket: WebSocket): void {
    close(socket, ...REFUSED.badMessage)
    if (!countAfterClose(socket, MESSAGES_AFTER_CLOSE_MAX)) this.ctx.abort('a client goes on sending after the end')
  }

  /** Closes the server's side too. */
  override webSocketClose(socket: WebSocket): void {
    close(socket, 1000, '')
  }
}

function send(socket: WebSocket, event: MemberChannelEvent): void {
  try {
    socket.send(JSON.stringify(event))
  } catch {
    // The socket is closed.
  }
}

function close(socket: WebSocket, code: number, reason: string): void {
  try {
    socket.close(code, reason)
  } catch {
    // The socket is closed already.
  }
}

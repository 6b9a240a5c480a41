import { SOCKET_CLOSE } from '../../contract/socket/sockets.ts'
import { EndedSessions, type Whom } from './ended.ts'
import type { Listener, Stamp } from './listener.ts'
import type { LetGo, Listeners } from './listeners.ts'
import { refusedSocket } from './opening.ts'

/** What the doors of an object are given by it. */
type Surroundings<S extends Stamp, L extends Listener<S>> = {
  ctx: DurableObjectState
  listeners: Listeners<S, L>
  /** So many sockets one member may have open. */
  socketsEachMax: number
  listenerOf: (socket: WebSocket, stamp: S) => L
  /** Someone's socket was closed, here or by the other side. */
  left?: (listener: L) => void
}

/** How sockets of an object are opened and closed. They hibernate, and a ping of theirs is answered without waking it. */
export class Doors<S extends Stamp, L extends Listener<S> = Listener<S>> {
  readonly #object: Surroundings<S, L>
  readonly #ended = new EndedSessions()

  constructor(object: Surroundings<S, L>) {
    this.#object = object
    object.ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair('ping', 'pong'))
  }

  /** Finds those again whose sockets were open when the object slept. */
  wake(): L[] {
    const { ctx, listeners, listenerOf } = this.#object
    for (const socket of ctx.getWebSockets()) {
      const stamp: S | null = socket.deserializeAttachment()
      if (stamp) listeners.add(listenerOf(socket, stamp))
    }
    return listeners.all()
  }

  /** A socket that is closed at once, for a member who may not open one; null for one who may. */
  refusal({ member, session }: Pick<Stamp, 'member' | 'session'>, now: number): Response | null {
    const { ctx, listeners, socketsEachMax } = this.#object
    if (this.#ended.holds({ userId: member.id, session }, now))
      return refusedSocket(SOCKET_CLOSE.notLoggedIn, 'not logged in')
    if (!listeners.hasRoomFor(member.id, socketsEachMax, ctx.getWebSockets()))
      return refusedSocket(SOCKET_CLOSE.flood, 'too many sockets')
    return null
  }

  /** Opens a socket, and answers who is behind it now. */
  open(stamp: S): { listener: L; response: Response } {
    const { ctx, listeners, listenerOf } = this.#object
    const { 0: client, 1: server } = new WebSocketPair()
    ctx.acceptWebSocket(server)
    const listener = listenerOf(server, stamp)
    listener.restamp(stamp)
    listeners.add(listener)
    return { listener, response: new Response(null, { status: 101, webSocket: client }) }
  }

  /** Closes the socket of someone who hears no more. */
  close(listener: L, code: number, reason: string): void {
    listener.close(code, reason)
    this.#object.listeners.leave(listener)
    this.#object.left?.(listener)
  }

  letGo(letGo: readonly [L, LetGo][]): void {
    for (const [listener, why] of letGo) this.close(listener, SOCKET_CLOSE[why], why)
  }

  /** The other side closed a socket: without an answer it waits for one, and the socket stays until the object sleeps. */
  closed(socket: WebSocket): void {
    this.#gone(socket, 1000)
  }

  /** The line of a socket broke. */
  broke(socket: WebSocket): void {
    this.#gone(socket, SOCKET_CLOSE.again)
  }

  #gone(socket: WebSocket, code: number): void {
    const listener = this.#object.listeners.remove(socket)
    if (!listener) return
    listener.close(code, '')
    this.#object.left?.(listener)
  }

  /**
   * Those whose sockets are to be closed with a code: a member's, or those of one of their sessions. None of it that is on
   * its way is let in, unless they may come back.
   */
  ending({ userId, session }: Whom, code: number): L[] {
    this.#ended.add({ userId, session }, code, Date.now())
    const theirs = this.#object.listeners.ofMember(userId)
    return session === undefined ? theirs : theirs.filter(({ stamp }) => stamp.session === session)
  }
}

import { SOCKET_CLOSE } from '../../contract/socket/sockets.ts'
import type { Connection, ConnectionState } from './Connection.ts'
import { ConnectionGate } from './ConnectionGate.ts'
import type { ConnectionRegistry, DropReason } from './ConnectionRegistry.ts'
import { refusedSocket } from './handshake.ts'
import type { SessionRef } from './RevokedSessions.ts'

type Deps<S extends ConnectionState, C extends Connection<S>> = {
  ctx: DurableObjectState
  connections: ConnectionRegistry<S, C>
  socketsEachMax: number
  connectionOf: (socket: WebSocket, state: S) => C
  left?: (connection: C) => void
}

/** Opens and closes sockets of rooms that are not yet a RoomObject. */
export class Doors<S extends ConnectionState, C extends Connection<S> = Connection<S>> {
  readonly #object: Deps<S, C>
  readonly #gate: ConnectionGate<S, C>

  constructor(object: Deps<S, C>) {
    this.#object = object
    this.#gate = new ConnectionGate(object.connections, object.socketsEachMax)
    object.ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair('ping', 'pong'))
  }

  wake(): C[] {
    const { ctx, connections, connectionOf } = this.#object
    for (const socket of ctx.getWebSockets()) {
      const state: S | null = socket.deserializeAttachment()
      if (state) connections.add(connectionOf(socket, state))
    }
    return connections.all()
  }

  refusal(identity: Pick<ConnectionState, 'member' | 'session'>, now: number): Response | null {
    const refusal = this.#gate.refusal(identity as Pick<S, 'member' | 'session'>, this.#object.ctx.getWebSockets(), now)
    return refusal && refusedSocket(...refusal)
  }

  open(state: S): { connection: C; response: Response } {
    const { ctx, connections, connectionOf } = this.#object
    const { 0: client, 1: server } = new WebSocketPair()
    ctx.acceptWebSocket(server)
    const connection = connectionOf(server, state)
    connection.setState(state)
    connections.add(connection)
    return { connection, response: new Response(null, { status: 101, webSocket: client }) }
  }

  close(connection: C, code: number, reason: string): void {
    connection.close(code, reason)
    this.#object.connections.markClosing(connection)
    this.#object.left?.(connection)
  }

  drop(drops: readonly [C, DropReason][]): void {
    for (const [connection, why] of drops) this.close(connection, SOCKET_CLOSE[why], why)
  }

  closed(socket: WebSocket): void {
    this.#gone(socket, 1000)
  }

  broke(socket: WebSocket): void {
    this.#gone(socket, SOCKET_CLOSE.again)
  }

  #gone(socket: WebSocket, code: number): void {
    const connection = this.#object.connections.remove(socket)
    if (!connection) return
    connection.close(code, '')
    this.#object.left?.(connection)
  }

  ending(sessions: SessionRef, code: number): C[] {
    return this.#gate.revoke(sessions, code, Date.now())
  }
}

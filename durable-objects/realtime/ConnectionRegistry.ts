import type { Connection, SocketState } from './Connection.ts'

/** A connection is dropped because its client reads too slowly or sent no new ticket. */
export type DropReason = 'tooSlow' | 'notLoggedIn'

/** The connections of an object, by socket. */
export class ConnectionRegistry<S extends SocketState, C extends Connection<S> = Connection<S>> {
  readonly #bySocket = new Map<WebSocket, C>()
  /** Connections that only the server has closed. Their unread data still takes memory. */
  readonly #closing = new Map<WebSocket, C>()

  get count(): number {
    return this.#bySocket.size
  }

  add(connection: C): void {
    this.#bySocket.set(connection.socket, connection)
  }

  remove(socket: WebSocket): C | undefined {
    const connection = this.#bySocket.get(socket)
    this.#bySocket.delete(socket)
    this.#closing.delete(socket)
    return connection
  }

  /** Removes a connection that the server closed. It counts as a socket until the client closes too. */
  markClosing(connection: C): void {
    this.#bySocket.delete(connection.socket)
    this.#closing.set(connection.socket, connection)
  }

  closing(): C[] {
    return [...this.#closing.values()]
  }

  withClosing(): C[] {
    return [...this.all(), ...this.closing()]
  }

  /** Forgets closing connections whose sockets the runtime no longer has. */
  pruneClosing(open: readonly WebSocket[]): void {
    const sockets = new Set(open)
    for (const socket of this.#closing.keys()) if (!sockets.has(socket)) this.#closing.delete(socket)
  }

  /** Number of sockets, closing ones included. */
  get socketCount(): number {
    return this.#bySocket.size + this.#closing.size
  }

  find(socket: WebSocket): C | undefined {
    return this.#bySocket.get(socket)
  }

  has(connection: C): boolean {
    return this.#bySocket.get(connection.socket) === connection
  }

  all(): C[] {
    return [...this.#bySocket.values()]
  }

  authenticated(): C[] {
    return this.all().filter(({ isAuthenticated }) => isAuthenticated)
  }

  unauthenticated(): C[] {
    return this.all().filter(({ isAuthenticated }) => !isAuthenticated)
  }

  ofMember(userId: number): C[] {
    return this.all().filter(({ state }) => state.member.id === userId)
  }

  /** Sends a frame to every authenticated connection that matches. Returns the connections to drop. */
  broadcast(frame: string, now: number, matches: (connection: C) => boolean = () => true): [C, DropReason][] {
    const drops: [C, DropReason][] = []
    for (const connection of this.#bySocket.values()) {
      if (!connection.isAuthenticated || !matches(connection)) continue
      if (!connection.renewTicket(now)) drops.push([connection, 'notLoggedIn'])
      else if (!connection.send(frame, now)) drops.push([connection, 'tooSlow'])
    }
    return drops
  }
}

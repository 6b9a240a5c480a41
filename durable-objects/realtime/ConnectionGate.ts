import type { Connection, ConnectionState } from './Connection.ts'
import type { ConnectionRegistry } from './ConnectionRegistry.ts'
import { RevokedSessions, type SessionRef } from './RevokedSessions.ts'
import { REFUSED, type Refusal } from './refusals.ts'

/** Decides who may open a socket: a session that was not revoked, and no more sockets a member than allowed. */
export class ConnectionGate<S extends ConnectionState, C extends Connection<S>> {
  readonly #connections: ConnectionRegistry<S, C>
  readonly #socketsPerMember: number
  readonly #revoked = new RevokedSessions()

  constructor(connections: ConnectionRegistry<S, C>, socketsPerMember: number) {
    this.#connections = connections
    this.#socketsPerMember = socketsPerMember
  }

  /** Refuses a socket, or answers null. `open` are the sockets that the runtime still has. */
  refusal({ member, session }: Pick<S, 'member' | 'session'>, open: readonly WebSocket[], now: number): Refusal | null {
    if (this.#revoked.has({ userId: member.id, session }, now)) return REFUSED.notLoggedIn
    this.#connections.pruneClosing(open)
    return this.#connections.sockets(member.id) < this.#socketsPerMember ? null : REFUSED.tooManySockets
  }

  /** Revokes a member's sessions, or one of them; answers the connections to close with the code. */
  revoke({ userId, session }: SessionRef, code: number, now: number): C[] {
    this.#revoked.add({ userId, session }, code, now)
    const theirs = this.#connections.ofMember(userId)
    return session === undefined ? theirs : theirs.filter(({ state }) => state.session === session)
  }
}

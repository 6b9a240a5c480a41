import { SOCKET_CLOSE } from '../../contract/socket/sockets.ts'
import type { Connection, ConnectionState } from './Connection.ts'
import type { ConnectionRegistry } from './ConnectionRegistry.ts'
import { REFUSED, type Refusal } from './refusals.ts'

export type SessionRef = { userId: number; session?: string | undefined }

/** A revoked session is refused for this time, because one of its sockets may still be connecting. */
const REMEMBERED_MS = 60_000

/** After these codes the client may come back, so the session is not revoked. */
const MAY_COME_BACK: readonly number[] = [SOCKET_CLOSE.tooManyRooms, SOCKET_CLOSE.restarting]

/** Decides who may open a socket: a session that was not revoked lately, and no more sockets a member than allowed. */
export class ConnectionGate<S extends ConnectionState, C extends Connection<S>> {
  readonly #connections: ConnectionRegistry<S, C>
  readonly #socketsPerMember: number
  readonly #revokedAt = new Map<string, number>()

  constructor(connections: ConnectionRegistry<S, C>, socketsPerMember: number) {
    this.#connections = connections
    this.#socketsPerMember = socketsPerMember
  }

  /** Refuses a socket, or answers null. `open` are the sockets that the runtime still has. */
  refusal({ member, session }: Pick<S, 'member' | 'session'>, open: readonly WebSocket[], now: number): Refusal | null {
    const isRevoked = (name: string) => now - (this.#revokedAt.get(name) ?? 0) < REMEMBERED_MS
    if (isRevoked(session) || isRevoked(allSessionsOf(member.id))) return REFUSED.notLoggedIn
    this.#connections.pruneClosing(open)
    return this.#connections.sockets(member.id) < this.#socketsPerMember ? null : REFUSED.tooManySockets
  }

  /** Revokes a member's sessions, or one of them; answers the connections to close with the code. */
  revoke({ userId, session }: SessionRef, code: number, now: number): C[] {
    if (!MAY_COME_BACK.includes(code)) this.#remember(session ?? allSessionsOf(userId), now)
    const theirs = this.#connections.ofMember(userId)
    return session === undefined ? theirs : theirs.filter(({ state }) => state.session === session)
  }

  #remember(name: string, now: number): void {
    for (const [known, at] of this.#revokedAt) if (now - at >= REMEMBERED_MS) this.#revokedAt.delete(known)
    this.#revokedAt.set(name, now)
  }
}

const allSessionsOf = (userId: number) => `member ${userId}`

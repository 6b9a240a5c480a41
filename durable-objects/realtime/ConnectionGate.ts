import { SOCKET_CLOSE } from '../../contract/socket/sockets.ts'
import type { Connection, SocketState } from './Connection.ts'
import type { ConnectionRegistry } from './ConnectionRegistry.ts'
import { RecentNames } from './RecentNames.ts'
import { REFUSED, type Refusal } from './refusals.ts'

/** All sessions of a member, or some of them by the hashes of their tokens. */
export type SessionRef = { userId: number; sessions?: readonly string[] | undefined }

/** A revoked session is refused for this time, because one of its sockets may still be connecting. */
export const REVOKED_FOR_MS = 60_000

/** After these codes the client may reconnect, so the session is not revoked. */
const RECONNECT_CODES: readonly number[] = [SOCKET_CLOSE.leftForOthers, SOCKET_CLOSE.restarting]

/** Refuses sockets of recently revoked sessions, and of members with too many sockets. */
export class ConnectionGate<S extends SocketState, C extends Connection<S>> {
  readonly #connections: ConnectionRegistry<S, C>
  readonly #socketsPerMember: number
  readonly #revoked = new RecentNames(REVOKED_FOR_MS)

  constructor(connections: ConnectionRegistry<S, C>, socketsPerMember: number) {
    this.#connections = connections
    this.#socketsPerMember = socketsPerMember
  }

  /** The refusal of a member's new socket, or null. `sockets` is the number that the member has. */
  refusal({ member, session }: Pick<S, 'member' | 'session'>, sockets: number, now: number): Refusal | null {
    if (this.#revoked.has(session, now) || this.#revoked.has(allSessionsOf(member.id), now)) return REFUSED.notLoggedIn
    return sockets < this.#socketsPerMember ? null : REFUSED.tooManySockets
  }

  /** Revokes all sessions of a member, or some of them. Returns the connections to close with the code. */
  revoke({ userId, sessions }: SessionRef, code: number, now: number): C[] {
    const names = sessions ?? [allSessionsOf(userId)]
    if (!RECONNECT_CODES.includes(code)) for (const name of names) this.#revoked.add(name, now)
    const theirs = this.#connections.ofMember(userId)
    return sessions === undefined ? theirs : theirs.filter(({ state }) => sessions.includes(state.session))
  }
}

const allSessionsOf = (userId: number) => `member ${userId}`

import type { SocketState } from './Connection.ts'
import type { VerifiedTicket } from './ticket.ts'

/** A change is remembered for this time, because a socket with the old flags may still be connecting. */
const RECENT_MS = 60_000

/** Recent changes of members' flags. */
export class RecentFlags {
  readonly #changes = new Map<number, { flags: string; at: number }>()

  add(userId: number, flags: string, now: number): void {
    for (const [known, { at }] of this.#changes) if (now - at >= RECENT_MS) this.#changes.delete(known)
    this.#changes.set(userId, { flags, at: now })
  }

  /** The state of a new socket, with the latest flags of its member. */
  applyTo<State extends SocketState>(state: State, now: number): State {
    const change = this.#changes.get(state.member.id)
    return withFlags(state, change && now - change.at < RECENT_MS ? change.flags : state.member.flags, now)
  }
}

export function withFlags<State extends SocketState>(state: State, flags: string, flagsAt: number): State {
  return { ...state, flagsAt, member: { ...state.member, flags } }
}

/** The admitted state of a connection: a ticket that is older than the flags of the connection does not change them. */
export function withLatestFlags<State extends SocketState>(
  admitted: State,
  { member, flagsAt = 0 }: SocketState,
  ticket: VerifiedTicket,
): State {
  const isNewer = ticket.issuedAt > flagsAt
  return withFlags(admitted, isNewer ? ticket.member.flags : member.flags, isNewer ? ticket.issuedAt : flagsAt)
}

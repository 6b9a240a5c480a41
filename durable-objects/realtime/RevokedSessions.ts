import { SOCKET_CLOSE } from '../../contract/socket/sockets.ts'

/** A revoked session is remembered for so long: a socket of it may still be on its way. */
const REMEMBERED_MS = 60_000

/** After these codes the client may come back, so the session is not revoked. */
const MAY_COME_BACK: readonly number[] = [SOCKET_CLOSE.tooManyRooms, SOCKET_CLOSE.restarting]

/** A member, or one of their sessions. */
export type SessionRef = { userId: number; session?: string | undefined }

/** Sessions that ended lately; they open no socket. */
export class RevokedSessions {
  readonly #revokedAt = new Map<string, number>()

  /** Revokes a session whose sockets are closed with this code. */
  add({ userId, session }: SessionRef, code: number, now: number): void {
    if (MAY_COME_BACK.includes(code)) return
    for (const [name, at] of this.#revokedAt) if (now - at >= REMEMBERED_MS) this.#revokedAt.delete(name)
    this.#revokedAt.set(session ?? allSessionsOf(userId), now)
  }

  /** Tells whether a session was revoked, by itself or with all of its member's. */
  has({ userId, session }: { userId: number; session: string }, now: number): boolean {
    return [session, allSessionsOf(userId)].some((name) => now - (this.#revokedAt.get(name) ?? 0) < REMEMBERED_MS)
  }
}

const allSessionsOf = (userId: number) => `member ${userId}`

import { SOCKET_CLOSE } from '../../contract/socket/sockets.ts'

/** A session that ended is remembered so long: a socket of it may still be on its way. */
const KEPT_MS = 60_000

/** Who leaves this object for another may come back to it, and who is to come in anew is asked whether they may. */
const MAY_COME_BACK: readonly number[] = [SOCKET_CLOSE.tooManyRooms, SOCKET_CLOSE.again]

/** A member, or one of their sessions. */
export type Whom = { userId: number; session?: string | undefined }

/** Sessions that ended lately: nobody comes in by one of them. */
export class EndedSessions {
  readonly #endedAt = new Map<string, number>()

  /** Their sockets are closed with this code. */
  add({ userId, session }: Whom, code: number, now: number): void {
    if (MAY_COME_BACK.includes(code)) return
    for (const [name, at] of this.#endedAt) if (now - at >= KEPT_MS) this.#endedAt.delete(name)
    this.#endedAt.set(session ?? everywhere(userId), now)
  }

  /** Whether a session of a member ended, by itself or with all of theirs. */
  holds({ userId, session }: { userId: number; session: string }, now: number): boolean {
    return [session, everywhere(userId)].some((name) => now - (this.#endedAt.get(name) ?? 0) < KEPT_MS)
  }
}

/** Stands for all sessions of a member. */
const everywhere = (userId: number) => `member ${userId}`

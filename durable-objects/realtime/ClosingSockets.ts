import type { Connection, SocketState } from './Connection.ts'
import type { ConnectionRegistry } from './ConnectionRegistry.ts'
import { KeyValues } from './KeyValues.ts'

/** Maximum number of unread bytes of closing sockets. Beyond it the object restarts, and all clients reconnect. */
const CLOSING_MAX_BYTES = 24 * 2 ** 20
/**
 * Members with more of them are refused for this time after the restart. The dead socket of an honest viewer, whose
 * network failed, holds up to 2 MB.
 */
const REFUSED_UNREAD_BYTES = 3 * 2 ** 20
const REFUSED_MS = 10 * 60_000
/** A member who goes on sending after the end is refused for this time. No honest client does so. */
const CUT_OFF_MS = 24 * 3_600_000
const CHECK_EVERY_MS = 1000

/**
 * Members who are refused until a time in milliseconds since 1970, because they did not read what they were sent, or
 * sent messages after the end.
 */
export type RefusedMembers = { id: number; until: number }[]

type Client = Connection & { readonly isRelay?: boolean }
type Connections = Pick<ConnectionRegistry<SocketState, Client>, 'closing' | 'pruneClosing'>

/**
 * Limits the unread data of sockets that only the server has closed, and the messages that still arrive on them. A
 * restart of the object ends both.
 */
export class ClosingSockets {
  readonly #ctx: DurableObjectState
  readonly #connections: Connections
  readonly #values: KeyValues<{ refusedMembers: RefusedMembers }>
  readonly #refusedUnreadBytes: number
  #checkedAt = 0

  constructor(ctx: DurableObjectState, connections: Connections, refusedUnreadBytes = REFUSED_UNREAD_BYTES) {
    this.#ctx = ctx
    this.#connections = connections
    this.#refusedUnreadBytes = refusedUnreadBytes
    this.#values = new KeyValues(ctx.storage.sql)
  }

  /** True for a member who is refused after a restart. */
  refuses(userId: number, now: number): boolean {
    return this.#refusedMembers(now).some(({ id }) => id === userId)
  }

  /** Restarts the object if there is too much unread data. Checks once a second. */
  check(now: number): void {
    if (now - this.#checkedAt < CHECK_EVERY_MS) return
    this.#checkedAt = now
    this.#connections.pruneClosing(this.#ctx.getWebSockets())
    const unread = this.#connections.closing().reduce((sum, { acks }) => sum + acks.unread, 0)
    if (unread > CLOSING_MAX_BYTES) void this.#restart(now)
  }

  /** Restarts the object. Refuses members who could make it restart again. */
  async #restart(now: number): Promise<void> {
    const sockets = this.#connections.closing().filter(({ isRelay = false }) => !isRelay)
    const members = [...Map.groupBy(sockets, ({ state }) => state.member.id)]
      .filter(([, theirs]) => theirs.reduce((sum, { acks }) => sum + acks.unread, 0) > this.#refusedUnreadBytes)
      .map(([id]) => ({ id, until: now + REFUSED_MS }))
    await this.#restartRefusing(members, 'closing sockets have too much unread data', now)
  }

  /** Restarts the object, because a member goes on sending on a socket that only the server has closed. */
  async cutOff(id: number, now: number): Promise<void> {
    await this.#restartRefusing([{ id, until: now + CUT_OFF_MS }], 'a member goes on sending after the end', now)
  }

  async #restartRefusing(members: RefusedMembers, reason: string, now: number): Promise<void> {
    const refused = new Map(this.#refusedMembers(now).map(({ id, until }) => [id, until]))
    for (const { id, until } of members) refused.set(id, Math.max(until, refused.get(id) ?? 0))
    this.#values.set(
      'refusedMembers',
      [...refused].map(([id, until]) => ({ id, until })),
    )
    await this.#ctx.storage.sync()
    this.#ctx.abort(reason)
  }

  #refusedMembers(now: number): RefusedMembers {
    const stored = this.#values.get('refusedMembers')
    if (!stored) return []
    const refused = stored.filter(({ until }) => until > now)
    if (refused.length === 0) this.#values.remove('refusedMembers')
    return refused
  }
}

import type { Listener, Stamp } from './listener.ts'

/** Why someone hears no more: they read too slowly, or have shown no new ticket. */
export type LetGo = 'tooSlow' | 'notLoggedIn'

/** The sockets of an object. */
export class Listeners<S extends Stamp, L extends Listener<S> = Listener<S>> {
  readonly #bySocket = new Map<WebSocket, L>()
  /** Those that were closed here, and whose other side has not gone yet: what they have unread is still held. */
  readonly #leaving = new Map<WebSocket, L>()

  get count(): number {
    return this.#bySocket.size
  }

  add(listener: L): void {
    this.#bySocket.set(listener.socket, listener)
  }

  /** The listener of a socket, who is one no more. */
  remove(socket: WebSocket): L | undefined {
    const listener = this.#bySocket.get(socket)
    this.#bySocket.delete(socket)
    this.#leaving.delete(socket)
    return listener
  }

  /** A listener that was closed here, and is one no more; it counts as a socket until it has gone. */
  leave(listener: L): void {
    this.#bySocket.delete(listener.socket)
    this.#leaving.set(listener.socket, listener)
  }

  /** Forgets those that have gone: all but sockets that are still there. */
  keepOnly(there: readonly WebSocket[]): void {
    const open = new Set(there)
    for (const socket of this.#leaving.keys()) if (!open.has(socket)) this.#leaving.delete(socket)
  }

  /** Whether a member has fewer sockets than so many, those that leave among them; `there` are all that are still there. */
  hasRoomFor(userId: number, max: number, there: readonly WebSocket[]): boolean {
    this.keepOnly(there)
    return this.sockets(userId) < max
  }

  leaving(): L[] {
    return [...this.#leaving.values()]
  }

  /** How many sockets there are, those that leave among them; of one member, where one is named. */
  sockets(userId?: number): number {
    const all = [...this.#bySocket.values(), ...this.#leaving.values()]
    return userId === undefined ? all.length : all.filter(({ stamp }) => stamp.member.id === userId).length
  }

  of(socket: WebSocket): L | undefined {
    return this.#bySocket.get(socket)
  }

  all(): L[] {
    return [...this.#bySocket.values()]
  }

  ofMember(userId: number): L[] {
    return [...this.#bySocket.values()].filter(({ stamp }) => stamp.member.id === userId)
  }

  /** Sends one frame to everyone who is in; answers those who are to hear no more, and why. */
  tellAll(frame: string, now: number): [L, LetGo][] {
    return this.tell(() => true, frame, now)
  }

  /** Sends one frame to those of who are in whom it is meant for; answers as `tellAll` does. */
  tell(isMeant: (stamp: S, listener: L) => boolean, frame: string, now: number): [L, LetGo][] {
    const letGo: [L, LetGo][] = []
    for (const listener of this.#bySocket.values()) {
      if (!listener.isIn || !isMeant(listener.stamp, listener)) continue
      if (!listener.askAnew(now)) letGo.push([listener, 'notLoggedIn'])
      else if (!listener.send(frame, now)) letGo.push([listener, 'tooSlow'])
    }
    return letGo
  }
}

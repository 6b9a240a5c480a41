import type { Listener } from './listener.ts'
import { type Effect, keepsOrder, type Room } from './room.ts'

type To = Extract<Effect, { do: 'tell' }>['to']

/** Why someone hears no more: they read too slowly, or have shown no new ticket. */
export type LetGo = 'tooSlow' | 'notLoggedIn'

/** The sockets of a room. */
export class Listeners {
  readonly #bySocket = new Map<WebSocket, Listener>()

  get count(): number {
    return this.#bySocket.size
  }

  add(listener: Listener): void {
    this.#bySocket.set(listener.socket, listener)
  }

  /** The listener of a socket, who is one no more. */
  remove(socket: WebSocket): Listener | undefined {
    const listener = this.#bySocket.get(socket)
    this.#bySocket.delete(socket)
    return listener
  }

  of(socket: WebSocket): Listener | undefined {
    return this.#bySocket.get(socket)
  }

  ofMember(userId: number): Listener[] {
    return [...this.#bySocket.values()].filter(({ stamp }) => stamp.member.id === userId)
  }

  /** Sends one frame to everyone who is in; answers those who are to hear no more, and why. */
  tellAll(frame: string, now: number): [Listener, LetGo][] {
    return this.#send(() => true, frame, now)
  }

  /** Sends one frame to a member, or to those who keep order in the room; answers as `tellAll` does. */
  tell(to: To, room: Room, frame: string, now: number): [Listener, LetGo][] {
    const isMeant = ({ stamp: { member } }: Listener) =>
      to === 'moderators' ? keepsOrder(room, member) : member.id === to
    return this.#send(isMeant, frame, now)
  }

  #send(isMeant: (listener: Listener) => boolean, frame: string, now: number): [Listener, LetGo][] {
    const letGo: [Listener, LetGo][] = []
    for (const listener of this.#bySocket.values()) {
      if (!listener.isIn || !isMeant(listener)) continue
      if (!listener.askAnew(now)) letGo.push([listener, 'notLoggedIn'])
      else if (!listener.send(frame, now)) letGo.push([listener, 'tooSlow'])
    }
    return letGo
  }
}

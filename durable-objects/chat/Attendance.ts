import type { Person } from '../../contract/http/users.ts'
import { CHAT_USER_LIST_MAX } from '../../contract/limits.ts'
import type { ChatServerEvent } from '../../contract/socket/chat.ts'

/** The members in a room in the order in which they entered, each with the number of their sockets. */
export type People = Map<number, { person: Person; sockets: number }>

export type UserList = Extract<ChatServerEvent, { type: 'user-list' }>

/** The members in the list that pages show, which has a maximum length, and the number of all. */
type FullList = UserList & { users: Person[] }

const BATCH_MS = 250

/** The members in the room. Changes within a quarter of a second are reported together. */
export class Attendance {
  readonly #people: People = new Map()
  #reported = fullList(this.#people)
  #timer: ReturnType<typeof setTimeout> | null = null
  readonly #report: (change: UserList | null, count: number) => void

  /** `report` gets the change since the last report, null for none, and the number of members. */
  constructor(report: (change: UserList | null, count: number) => void) {
    this.#report = report
  }

  get count(): number {
    return this.#people.size
  }

  list(): UserList {
    return fullList(this.#people)
  }

  /** Adds a member who was in the room before hibernation, without reporting it. */
  restore(person: Person): void {
    addSocket(this.#people, person)
    this.#reported = fullList(this.#people)
  }

  enter(person: Person): void {
    addSocket(this.#people, person)
    this.#reportSoon()
  }

  leave(userId: number): void {
    removeSocket(this.#people, userId)
    this.#reportSoon()
  }

  #reportSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null
      const current = fullList(this.#people)
      const change = listChange(this.#reported, current)
      this.#reported = current
      this.#report(change, current.count)
    }, BATCH_MS)
  }
}

/** Adds a socket of a member. */
export function addSocket(people: People, { id, nickname, avatar }: Person): void {
  const sockets = (people.get(id)?.sockets ?? 0) + 1
  people.set(id, { person: { id, nickname, avatar }, sockets })
}

/** Removes a socket of a member, and with the last socket the member. */
export function removeSocket(people: People, userId: number): void {
  const present = people.get(userId)
  if (!present) return
  if (present.sockets > 1) people.set(userId, { ...present, sockets: present.sockets - 1 })
  else people.delete(userId)
}

export function fullList(people: People): FullList {
  const users: Person[] = []
  for (const { person } of people.values()) {
    if (users.length === CHAT_USER_LIST_MAX) break
    users.push(person)
  }
  return { type: 'user-list', count: people.size, users }
}

/** The change of the shown list and of the count; null for none. */
export function listChange(before: FullList, current: FullList): UserList | null {
  const previousIds = new Set(before.users.map(({ id }) => id))
  const currentIds = new Set(current.users.map(({ id }) => id))
  const joined = current.users.filter(({ id }) => !previousIds.has(id))
  const left = before.users.filter(({ id }) => !currentIds.has(id)).map(({ id }) => id)
  if (joined.length === 0 && left.length === 0 && before.count === current.count) return null
  return {
    type: 'user-list',
    count: current.count,
    ...(joined.length > 0 && { joined }),
    ...(left.length > 0 && { left }),
  }
}

import type { Person } from '../../contract/http/users.ts'
import { CHAT_USER_LIST_MAX } from '../../contract/limits.ts'
import type { ChatServerEvent } from '../../contract/socket/chat.ts'

/** The members in a room in the order in which they entered, each with the number of their sockets. */
export type People = ReadonlyMap<number, { person: Person; sockets: number }>

export type UserList = Extract<ChatServerEvent, { type: 'user-list' }>

const BATCH_MS = 250

/** The members in the room. Changes within a quarter of a second are reported together. */
export class Attendance {
  #people: People = new Map()
  #reported: People = new Map()
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
    this.#people = withSocket(this.#people, person)
    this.#reported = this.#people
  }

  enter(person: Person): void {
    this.#people = withSocket(this.#people, person)
    this.#reportSoon()
  }

  leave(userId: number): void {
    this.#people = withoutSocket(this.#people, userId)
    this.#reportSoon()
  }

  #reportSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null
      const change = listChange(this.#reported, this.#people)
      this.#reported = this.#people
      this.#report(change, this.#people.size)
    }, BATCH_MS)
  }
}

/** Adds a socket of a member. */
export function withSocket(people: People, { id, nickname, avatar }: Person): People {
  const sockets = (people.get(id)?.sockets ?? 0) + 1
  return new Map(people).set(id, { person: { id, nickname, avatar }, sockets })
}

/** Removes a socket of a member, and with the last socket the member. */
export function withoutSocket(people: People, userId: number): People {
  const present = people.get(userId)
  if (!present) return people
  const next = new Map(people)
  if (present.sockets > 1) next.set(userId, { ...present, sockets: present.sockets - 1 })
  else next.delete(userId)
  return next
}

/** The members in the list that pages show, which has a maximum length. */
function listed(people: People): Person[] {
  const first: Person[] = []
  for (const { person } of people.values()) {
    if (first.length === CHAT_USER_LIST_MAX) break
    first.push(person)
  }
  return first
}

export function fullList(people: People): UserList {
  return { type: 'user-list', count: people.size, users: listed(people) }
}

/** The change of the shown list and of the count; null for none. */
export function listChange(before: People, people: People): UserList | null {
  const previous = listed(before)
  const current = listed(people)
  const previousIds = new Set(previous.map(({ id }) => id))
  const currentIds = new Set(current.map(({ id }) => id))
  const joined = current.filter(({ id }) => !previousIds.has(id))
  const left = previous.filter(({ id }) => !currentIds.has(id)).map(({ id }) => id)
  if (joined.length === 0 && left.length === 0 && before.size === people.size) return null
  return {
    type: 'user-list',
    count: people.size,
    ...(joined.length > 0 && { joined }),
    ...(left.length > 0 && { left }),
  }
}

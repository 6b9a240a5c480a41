import type { Person } from '../../contract/http/users.ts'
import { CHAT_USER_LIST_MAX } from '../../contract/limits.ts'
import type { ChatServerEvent } from '../../contract/socket/chat.ts'

/** The members in a room in the order in which they came, each with a number of sockets. */
export type People = ReadonlyMap<number, { person: Person; sockets: number }>

export type UserList = Extract<ChatServerEvent, { type: 'user-list' }>

const BATCH_MS = 250

/** The members in the room. Changes are reported a quarter of a second after the first of them, all at once. */
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
    return wholeList(this.#people)
  }

  /** Adds a member who was in the room before hibernation, so the others are not notified. */
  restore(person: Person): void {
    this.#people = withPerson(this.#people, person)
    this.#reported = this.#people
  }

  enter(person: Person): void {
    this.#people = withPerson(this.#people, person)
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

export function withPerson(people: People, { id, nickname, avatar }: Person): People {
  const sockets = (people.get(id)?.sockets ?? 0) + 1
  return new Map(people).set(id, { person: { id, nickname, avatar }, sockets })
}

export function withoutSocket(people: People, userId: number): People {
  const there = people.get(userId)
  if (!there) return people
  const next = new Map(people)
  if (there.sockets > 1) next.set(userId, { ...there, sockets: there.sockets - 1 })
  else next.delete(userId)
  return next
}

function shown(people: People): Person[] {
  const first: Person[] = []
  for (const { person } of people.values()) {
    if (first.length === CHAT_USER_LIST_MAX) break
    first.push(person)
  }
  return first
}

export function wholeList(people: People): UserList {
  return { type: 'user-list', count: people.size, users: shown(people) }
}

export function listChange(before: People, people: People): UserList | null {
  const then = shown(before)
  const now = shown(people)
  const thenIds = new Set(then.map(({ id }) => id))
  const nowIds = new Set(now.map(({ id }) => id))
  const joined = now.filter(({ id }) => !thenIds.has(id))
  const left = then.filter(({ id }) => !nowIds.has(id)).map(({ id }) => id)
  if (joined.length === 0 && left.length === 0 && before.size === people.size) return null
  return {
    type: 'user-list',
    count: people.size,
    ...(joined.length > 0 && { joined }),
    ...(left.length > 0 && { left }),
  }
}

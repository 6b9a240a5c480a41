import type { Person } from '../../contract/http/users.ts'
import { CHAT_USER_LIST_MAX } from '../../contract/limits.ts'
import type { ChatServerEvent } from '../../contract/socket/chat.ts'

/** The members in a room in the order in which they came, each with a number of sockets. */
export type People = ReadonlyMap<number, { person: Person; sockets: number }>

export type UserList = Extract<ChatServerEvent, { type: 'user-list' }>

/** A member enters, or opens another socket. */
export function withPerson(people: People, { id, nickname, avatar }: Person): People {
  const sockets = (people.get(id)?.sockets ?? 0) + 1
  return new Map(people).set(id, { person: { id, nickname, avatar }, sockets })
}

/** A socket of a member closes; with the last one they have left. */
export function withoutSocket(people: People, userId: number): People {
  const there = people.get(userId)
  if (!there) return people
  const next = new Map(people)
  if (there.sockets > 1) next.set(userId, { ...there, sockets: there.sockets - 1 })
  else next.delete(userId)
  return next
}

/** The members shown by name: the first to come. */
function shown(people: People): Person[] {
  const first: Person[] = []
  for (const { person } of people.values()) {
    if (first.length === CHAT_USER_LIST_MAX) break
    first.push(person)
  }
  return first
}

/** The whole list, for a member who enters. */
export function wholeList(people: People): UserList {
  return { type: 'user-list', count: people.size, users: shown(people) }
}

/** The difference between two lists; null when there is none. */
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

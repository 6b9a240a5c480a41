import type { Person } from '../../contract/http/users.ts'
import { entered, left, listChange, type People, type UserList, wholeList } from './people.ts'

const GATHER_MS = 250

/** Who is in the room. That they come and go is told a quarter of a second later, all of it at once. */
export class Attendance {
  #people: People = new Map()
  /** The people as everyone was last told them. */
  #told: People = new Map()
  #timer: ReturnType<typeof setTimeout> | null = null
  readonly #tell: (change: UserList | null, count: number) => void

  /** `tell` is given what changed since the last time, null for nothing, and how many are in. */
  constructor(tell: (change: UserList | null, count: number) => void) {
    this.#tell = tell
  }

  get count(): number {
    return this.#people.size
  }

  /** The list as someone who comes is told it. */
  list(): UserList {
    return wholeList(this.#people)
  }

  /** Someone was in when the room went to sleep, and everyone knows. */
  wasIn(person: Person): void {
    this.#people = entered(this.#people, person)
    this.#told = this.#people
  }

  enter(person: Person): void {
    this.#people = entered(this.#people, person)
    this.#tellSoon()
  }

  leave(userId: number): void {
    this.#people = left(this.#people, userId)
    this.#tellSoon()
  }

  #tellSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null
      const change = listChange(this.#told, this.#people)
      this.#told = this.#people
      this.#tell(change, this.#people.size)
    }, GATHER_MS)
  }
}

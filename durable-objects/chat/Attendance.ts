import type { Person } from '../../contract/http/users.ts'
import { listChange, type People, type UserList, wholeList, withoutSocket, withPerson } from './people.ts'

const BATCH_MS = 250

/** The members in the room. Changes are reported a quarter of a second after the first of them, all at once. */
export class Attendance {
  #people: People = new Map()
  /** The list as everyone has it. */
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

  /** Adds a member who was in the room when it was put out of memory, and of whom everyone knows. */
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

/** When something is to be done, by name, in milliseconds since 1970. */
export type Due = Readonly<Record<string, number>>

/** The times of several things behind an object's one alarm, kept where `read` and `keep` say. */
export class DueTimes {
  readonly #storage: DurableObjectStorage
  readonly #read: () => Due
  readonly #keep: (due: Due) => void

  constructor(storage: DurableObjectStorage, read: () => Due, keep: (due: Due) => void) {
    this.#storage = storage
    this.#read = read
    this.#keep = keep
  }

  at(name: string): number | undefined {
    return this.#read()[name]
  }

  /** Sets when something is to be done, or with undefined that it is not. */
  set(name: string, at: number | undefined): void {
    const { [name]: _before, ...others } = this.#read()
    this.#change(at === undefined ? others : { ...others, [name]: at })
  }

  /** What is to be done by now; it is not due any more. */
  take(now: number): string[] {
    const due = Object.entries(this.#read())
    this.#change(Object.fromEntries(due.filter(([, at]) => at > now)))
    return due.filter(([, at]) => at <= now).map(([name]) => name)
  }

  #change(due: Due): void {
    this.#keep(due)
    const times = Object.values(due)
    void (times.length > 0 ? this.#storage.setAlarm(Math.min(...times)) : this.#storage.deleteAlarm())
  }
}

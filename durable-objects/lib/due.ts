/** When something is to be done, by name, in milliseconds since 1970. */
export type Due = Readonly<Record<string, number>>

/** What was begun and not ended, as the object ended first, is done again so much later. */
const AGAIN_MS = 30_000

/** The times of several things behind an object's one alarm, kept where `read` and `keep` say. */
export class DueTimes {
  readonly #storage: DurableObjectStorage
  readonly #read: () => Due
  readonly #keep: (due: Due) => void
  /** What got another time since it was begun. */
  readonly #setAnew = new Set<string>()

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
    this.#setAnew.add(name)
    const { [name]: _before, ...others } = this.#read()
    this.#change(at === undefined ? others : { ...others, [name]: at })
  }

  /** Does what is due by now, one after the other. It is due no more once it is done, unless it set another time itself. */
  async doAll(now: number, act: (name: string) => void | Promise<void>): Promise<void> {
    for (const [name, at] of Object.entries(this.#read())) {
      if (at > now) continue
      this.set(name, now + AGAIN_MS)
      this.#setAnew.delete(name)
      await act(name)
      if (!this.#setAnew.has(name)) this.set(name, undefined)
    }
  }

  #change(due: Due): void {
    this.#keep(due)
    const times = Object.values(due)
    void (times.length > 0 ? this.#storage.setAlarm(Math.min(...times)) : this.#storage.deleteAlarm())
  }
}

/** What waits before it goes on, in its order: nothing passes what came before it. */
export class Slowed<T> {
  readonly #release: (thing: T) => void
  readonly #waiting: { thing: T; at: number }[] = []
  #timer: ReturnType<typeof setTimeout> | null = null

  constructor(release: (thing: T) => void) {
    this.#release = release
  }

  /** Lets something go on at a time, in milliseconds since 1970; at once when that is now and nothing waits. */
  add(thing: T, at: number, now: number): void {
    if (at <= now && this.#waiting.length === 0) {
      this.#release(thing)
      return
    }
    this.#waiting.push({ thing, at })
    this.#wait(now)
  }

  /** Whether something waits that is so. */
  has(isSo: (thing: T) => boolean): boolean {
    return this.#waiting.some(({ thing }) => isSo(thing))
  }

  #wait(now: number): void {
    const [first] = this.#waiting
    if (!first || this.#timer !== null) return
    this.#timer = setTimeout(() => this.#go(), Math.max(0, first.at - now))
  }

  #go(): void {
    this.#timer = null
    const now = Date.now()
    for (let [first] = this.#waiting; first && first.at <= now; [first] = this.#waiting) {
      this.#waiting.shift()
      this.#release(first.thing)
    }
    this.#wait(now)
  }
}

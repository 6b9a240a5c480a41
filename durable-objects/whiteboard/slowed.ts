/** What waits before it goes on, each client's in its order: nothing of theirs passes what came before it. */
export class Slowed<T extends { client: number }> {
  readonly #release: (thing: T) => void
  readonly #waiting = new Map<number, { thing: T; at: number }[]>()
  #timer: ReturnType<typeof setTimeout> | null = null

  constructor(release: (thing: T) => void) {
    this.#release = release
  }

  /** Lets something go on at a time, in milliseconds since 1970; at once when that is now and nothing of theirs waits. */
  add(thing: T, at: number, now: number): void {
    const waiting = this.#waiting.get(thing.client)
    if (waiting) waiting.push({ thing, at })
    else if (at > now) this.#waiting.set(thing.client, [{ thing, at }])
    else this.#release(thing)
    this.#wait(now)
  }

  /** Whether something of a client waits. */
  has(client: number): boolean {
    return this.#waiting.has(client)
  }

  /** The clients of whom something waits that is meant. */
  clients(isMeant: (thing: T) => boolean): number[] {
    return [...this.#waiting].flatMap(([client, waiting]) =>
      waiting.some(({ thing }) => isMeant(thing)) ? client : [],
    )
  }

  /** Forgets what waits of a client, and answers it. */
  drop(client: number): T[] {
    const waiting = this.#waiting.get(client) ?? []
    this.#waiting.delete(client)
    return waiting.map(({ thing }) => thing)
  }

  /** Lets all that waits of a client go on now. */
  release(client: number): void {
    for (const thing of this.drop(client)) this.#release(thing)
  }

  #wait(now: number): void {
    if (this.#timer !== null || this.#waiting.size === 0) return
    const next = Math.min(...[...this.#waiting.values()].map(([first]) => first?.at ?? now))
    this.#timer = setTimeout(() => this.#go(), Math.max(0, next - now))
  }

  #go(): void {
    this.#timer = null
    const now = Date.now()
    for (const [client, waiting] of this.#waiting) {
      const ready = waiting.filter(({ at }) => at <= now)
      if (ready.length === waiting.length) this.#waiting.delete(client)
      else waiting.splice(0, ready.length)
      for (const { thing } of ready) this.#release(thing)
    }
    this.#wait(now)
  }
}

/** Delays items, each until its own time. Items of the same client keep their order. */
export class DelayQueue<Item extends { client: number }> {
  readonly #release: (item: Item) => void
  readonly #waiting = new Map<number, { item: Item; at: number }[]>()
  #timer: { id: ReturnType<typeof setTimeout>; at: number } | null = null

  constructor(release: (item: Item) => void) {
    this.#release = release
  }

  /** Releases an item at a time in milliseconds since 1970, and after all earlier items of its client. */
  add(item: Item, at: number, now: number): void {
    const waiting = this.#waiting.get(item.client)
    if (waiting) waiting.push({ item, at })
    else if (at > now) {
      this.#waiting.set(item.client, [{ item, at }])
      this.#schedule(at, now)
    } else this.#release(item)
  }

  has(client: number): boolean {
    return this.#waiting.has(client)
  }

  /** Clients with at least one waiting item that matches. */
  clients(matches: (item: Item) => boolean): number[] {
    return [...this.#waiting].flatMap(([client, waiting]) => (waiting.some(({ item }) => matches(item)) ? client : []))
  }

  /** Removes and returns the waiting items of a client. */
  drop(client: number): Item[] {
    const waiting = this.#waiting.get(client) ?? []
    this.#waiting.delete(client)
    return waiting.map(({ item }) => item)
  }

  /** Releases all waiting items of a client immediately. */
  release(client: number): void {
    for (const item of this.drop(client)) this.#release(item)
  }

  /** Sets the timer, unless it fires earlier. */
  #schedule(at: number, now: number): void {
    if (this.#timer && this.#timer.at <= at) return
    if (this.#timer) clearTimeout(this.#timer.id)
    this.#timer = { id: setTimeout(() => this.#releaseDue(), Math.max(0, at - now)), at }
  }

  #releaseDue(): void {
    this.#timer = null
    const now = Date.now()
    for (const [client, waiting] of this.#waiting) {
      const due = waiting.filter(({ at }) => at <= now)
      if (due.length === waiting.length) this.#waiting.delete(client)
      else waiting.splice(0, due.length)
      for (const { item } of due) this.#release(item)
    }
    for (const [first] of this.#waiting.values()) if (first) this.#schedule(first.at, now)
  }
}

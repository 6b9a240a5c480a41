/** Names with the times at which they were added, in milliseconds since 1970. Each is forgotten after `rememberMs`. */
export class RecentNames<Name extends string> {
  readonly #rememberMs: number
  readonly #addedAt = new Map<Name, number>()

  constructor(rememberMs: number) {
    this.#rememberMs = rememberMs
  }

  add(name: Name, now: number): void {
    this.#forgetOld(now)
    this.#addedAt.set(name, now)
  }

  has(name: Name, now: number): boolean {
    this.#forgetOld(now)
    return this.#addedAt.has(name)
  }

  all(now: number): Name[] {
    this.#forgetOld(now)
    return [...this.#addedAt.keys()]
  }

  #forgetOld(now: number): void {
    for (const [name, at] of this.#addedAt) if (now - at >= this.#rememberMs) this.#addedAt.delete(name)
  }
}

/** A small seeded generator (mulberry32): the same seed gives the same drawing on every machine. */
export class Rng {
  /** Number of the drawing within its style; selects its title. */
  readonly turn: number
  #state: number

  constructor(seed: number, turn = 0) {
    this.#state = seed >>> 0
    this.turn = turn
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let t = this.#state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }

  range(from: number, to: number): number {
    return from + (to - from) * this.next()
  }

  /** A whole number, both ends included. */
  int(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1))
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  sign(): number {
    return this.next() < 0.5 ? -1 : 1
  }

  /** Around zero, mostly within ±1, never beyond ±1.5. */
  gauss(): number {
    return this.next() + this.next() + this.next() - 1.5
  }

  pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.next() * items.length)] as T
  }

  shuffle<T>(items: readonly T[]): T[] {
    const out = [...items]
    for (let i = out.length - 1; i > 0; i--) {
      const j = this.int(0, i)
      const held = out[i] as T
      out[i] = out[j] as T
      out[j] = held
    }
    return out
  }
}

/** FNV-1a, so that the styles do not share their random sequences. */
export function hash(text: string): number {
  let h = 2166136261
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 16777619)
  return h >>> 0
}

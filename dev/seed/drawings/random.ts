/** A small seeded generator (mulberry32): the same seed gives the same drawing on every machine. */
export class Rng {
  /** Number of the drawing within its style; selects its title. */
  readonly drawingNumber: number
  #state: number

  constructor(seed: number, drawingNumber = 0) {
    this.#state = seed >>> 0
    this.drawingNumber = drawingNumber
  }

  /** From 0 to below 1. */
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

  /** Either -1 or 1. */
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
      const swapped = out[i] as T
      out[i] = out[j] as T
      out[j] = swapped
    }
    return out
  }
}

/** FNV-1a hash of a name, from which its random numbers are seeded. */
export function hash(text: string): number {
  let h = 2166136261
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 16777619)
  return h >>> 0
}

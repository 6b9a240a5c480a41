const DELAY_MIN_MS = 5
const DELAY_MAX_MS = 50
/** This many deliveries a second, each of one item to one connection, add a millisecond to the delay. */
const DELIVERIES_PER_DELAY_MS = 5000

/** The number of items of about the last second, at a time in milliseconds since 1970. It decays exponentially. */
export type Rate = { perSecond: number; at: number }

export const NO_RATE: Rate = { perSecond: 0, at: 0 }

export function nextRate({ perSecond, at }: Rate, items: number, now: number): Rate {
  return { perSecond: perSecond * Math.exp((at - now) / 1000) + items, at: now }
}

/** Minimum time between two batches in milliseconds. It grows with the rate of items and the number of connections. */
export function batchDelayMs({ perSecond }: Rate, connections: number): number {
  return Math.min(DELAY_MAX_MS, Math.max(DELAY_MIN_MS, (perSecond * connections) / DELIVERIES_PER_DELAY_MS))
}

/** Delivers a batch and returns the number of its items that are sent to every connection. */
type Deliver<Item> = (batch: Item[], now: number) => number

/** Collects items and delivers them in batches, with longer delays under load (`batchDelayMs`). */
export class Batcher<Item> {
  readonly #deliver: Deliver<Item>
  readonly #connections: { readonly count: number }
  readonly #delayMsFor: typeof batchDelayMs
  #pending: Item[] = []
  #timer: ReturnType<typeof setTimeout> | null = null
  #flushedAt = 0
  #rate = NO_RATE

  constructor(deliver: Deliver<Item>, connections: { readonly count: number }, delayMsFor = batchDelayMs) {
    this.#deliver = deliver
    this.#connections = connections
    this.#delayMsFor = delayMsFor
  }

  /** Adds items. Never delivers them in the same turn, so that messages which have already arrived join the batch. */
  add(items: readonly Item[], now: number): void {
    this.#pending.push(...items)
    if (this.#timer !== null || this.#pending.length === 0) return
    const waitMs = this.#flushedAt + this.#delayMsFor(this.#rate, this.#connections.count) - now
    this.#timer = setTimeout(() => this.flush(), Math.max(0, waitMs))
  }

  flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    if (this.#pending.length === 0) return
    const batch = this.#pending
    this.#pending = []
    const now = Date.now()
    const items = this.#deliver(batch, now)
    this.#flushedAt = now
    this.#rate = nextRate(this.#rate, items, now)
  }
}

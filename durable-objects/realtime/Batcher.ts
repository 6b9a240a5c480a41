const DELAY_MIN_MS = 5
const DELAY_MAX_MS = 50
/** Deliveries a second, each of one item to one connection, that add a millisecond to the delay. */
const DELIVERIES_EACH_MS = 5000

/** A decaying rate: items a second, each counted for about a second. */
export type Rate = { perSecond: number; at: number }

export const NO_RATE: Rate = { perSecond: 0, at: 0 }

export function nextRate({ perSecond, at }: Rate, items: number, now: number): Rate {
  return { perSecond: perSecond * Math.exp((at - now) / 1000) + items, at: now }
}

/**
 * Milliseconds between two batches. An item that comes later than that after the last batch is delivered at once; the more
 * items and connections, the longer the delay.
 */
export function batchDelayMs({ perSecond }: Rate, connections: number): number {
  return Math.min(DELAY_MAX_MS, Math.max(DELAY_MIN_MS, (perSecond * connections) / DELIVERIES_EACH_MS))
}

/** Delivers a batch; answers how many of its items go to every connection. */
type Deliver<Item> = (batch: Item[], now: number) => number

/** Collects items and delivers them in batches: at once while few come, later the more there are. */
export class Batcher<Item> {
  readonly #deliver: Deliver<Item>
  readonly #connections: { readonly count: number }
  readonly #delayMs: typeof batchDelayMs
  #pending: Item[] = []
  #timer: ReturnType<typeof setTimeout> | null = null
  #flushedAt = 0
  #rate = NO_RATE

  constructor(deliver: Deliver<Item>, connections: { readonly count: number }, delayMs = batchDelayMs) {
    this.#deliver = deliver
    this.#connections = connections
    this.#delayMs = delayMs
  }

  /** Never delivers in the same turn, so that messages which have already arrived join the batch. */
  add(items: readonly Item[], now: number): void {
    this.#pending.push(...items)
    if (this.#timer !== null || this.#pending.length === 0) return
    const waitMs = this.#flushedAt + this.#delayMs(this.#rate, this.#connections.count) - now
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

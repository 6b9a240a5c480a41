import { flowed, type gatherMs, NO_FLOW } from './pacing.ts'

/** What a gatherer is told by its room. */
type Surroundings<T> = {
  /** Keeps and tells what was gathered; answers how many of it went to everyone. */
  handOver: (gathered: T[], now: number) => number
  /** How long to gather, as `gatherMs` of lib/pacing.ts. */
  gatherMs: typeof gatherMs
  listeners: () => number
}

/** Gathers what a room has decided, and hands it over in batches: at once while little comes, later the more there is. */
export class Gatherer<T> {
  readonly #room: Surroundings<T>
  #gathered: T[] = []
  #timer: ReturnType<typeof setTimeout> | null = null
  #flushedAt = 0
  #flow = NO_FLOW

  constructor(room: Surroundings<T>) {
    this.#room = room
  }

  /** Never hands over in the same turn: what came while the last batch was told waits already, and is read first. */
  add(things: readonly T[], now: number): void {
    this.#gathered.push(...things)
    if (this.#timer !== null || this.#gathered.length === 0) return
    const waitMs = this.#flushedAt + this.#room.gatherMs(this.#flow, this.#room.listeners()) - now
    this.#timer = setTimeout(() => this.flush(), Math.max(0, waitMs))
  }

  /** Hands over what was gathered, if anything was. */
  flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    if (this.#gathered.length === 0) return
    const gathered = this.#gathered
    this.#gathered = []
    const now = Date.now()
    const told = this.#room.handOver(gathered, now)
    this.#flushedAt = now
    this.#flow = flowed(this.#flow, told, now)
  }
}

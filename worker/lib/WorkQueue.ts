import { AppError } from './app-error.ts'

const RUNNING_MAX_MS = 10_000
/** With the work, less than the 30 seconds that work has after its request was cancelled. */
const WAITING_MAX_MS = 15_000
const POLL_MS = 20
/** Waiting work that was not polled for this long delays no other: its request was cancelled. */
const POLLED_MAX_MS = 1000
const RETRY_AFTER_SECONDS = 5

/** `key` is the same for work with the same result. `owner` is null where it is not known who asked for the work. */
type Work = { key: string; weight: number; owner: string | null }
type Limits = { weightMax: number; waitingMax: number }
/**
 * Entries end at a time, because cancelled work never finishes. Those with a lower turn come first: an owner's turn
 * increases by the weight of the work that the owner has before it.
 */
type Entry = Work & { turn: number; until: number; polledAt: number; isRepeated: boolean }

/**
 * Limits the work that this isolate does at a time: its total weight, and once for each key. An owner runs at most half
 * of the weight, or one work. Of work that waits, the last in turn is refused if there are no places left.
 */
export class WorkQueue {
  readonly #limits: Limits
  #running: Entry[] = []
  /** In the order of turns. */
  #waiting: Entry[] = []
  /** The turn of an owner without other work: the lowest of those that wait, as it was when work began last. */
  #turn = 0
  /** The turns of the next work of owners who were served lately, as long as they are later than `#turn`. */
  readonly #nextTurns = new Map<string, number>()

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /**
   * Runs work as soon as it fits and is its turn. `act` learns whether equal work was done while this waited.
   * @throws AppError `too_many` if too much work waits, or this work for too long.
   */
  async run<T>(work: Work, act: (isRepeated: boolean) => Promise<T>): Promise<T> {
    const entry = this.#add(work)
    if (!this.#start(entry)) await this.#startLater(entry)
    try {
      const result = await act(entry.isRepeated)
      for (const waiting of this.#waiting) if (waiting.key === entry.key) waiting.isRepeated = true
      return result
    } finally {
      entry.until = 0
    }
  }

  #add(work: Work): Entry {
    this.#removeEnded()
    const own = this.#waiting.filter(isOf(work.owner)).map((entry) => entry.turn + entry.weight)
    const turn = Math.max(this.#turn, this.#nextTurns.get(work.owner ?? '') ?? 0, ...own)
    const now = Date.now()
    const entry = { ...work, turn, until: now + WAITING_MAX_MS, polledAt: now, isRepeated: false }
    const next = this.#waiting.findIndex((waiting) => waiting.turn > turn)
    this.#waiting.splice(next < 0 ? this.#waiting.length : next, 0, entry)
    return entry
  }

  /** Starts work that fits together with all the work before it, except work that its owner or its key holds up. */
  #start(entry: Entry): boolean {
    this.#removeEnded()
    if (!this.#waiting.includes(entry)) return false
    const load = new Load(this.#limits.weightMax)
    for (const running of this.#running) load.add(running)
    for (const waiting of this.#waiting) {
      if (waiting === entry) break
      if (waiting.polledAt + POLLED_MAX_MS < Date.now() || load.holdsUp(waiting)) continue
      if (!load.hasRoomFor(waiting)) return false
      load.add(waiting)
    }
    if (load.holdsUp(entry) || !load.hasRoomFor(entry)) return false
    this.#remove(entry)
    entry.until = Date.now() + RUNNING_MAX_MS
    this.#running.push(entry)
    // Work that its own owner holds up still has its turn, and begins before newcomers.
    this.#turn = Math.max(this.#turn, Math.min(entry.turn, this.#waiting[0]?.turn ?? entry.turn))
    if (entry.owner !== null) this.#nextTurns.set(entry.owner, entry.turn + entry.weight)
    for (const [owner, turn] of this.#nextTurns) if (turn <= this.#turn) this.#nextTurns.delete(owner)
    return true
  }

  async #startLater(entry: Entry): Promise<void> {
    // Work that was refused here notices it after its next wait.
    if (this.#waiting.length > this.#limits.waitingMax) this.#waiting.pop()
    do {
      if (!(isCurrent(entry) && this.#waiting.includes(entry))) this.#refuse(entry)
      await scheduler.wait(POLL_MS)
      entry.polledAt = Date.now()
    } while (!this.#start(entry))
  }

  #refuse(entry: Entry): never {
    this.#remove(entry)
    throw new AppError('too_many', { retryAfterSeconds: RETRY_AFTER_SECONDS })
  }

  #remove(entry: Entry): void {
    this.#waiting = this.#waiting.filter((waiting) => waiting !== entry)
  }

  #removeEnded(): void {
    this.#running = this.#running.filter(isCurrent)
    this.#waiting = this.#waiting.filter(isCurrent)
  }
}

/** Work that runs at the same time. */
class Load {
  readonly #weightMax: number
  readonly #keys = new Set<string>()
  readonly #weights = new Map<string, number>()
  #weight = 0

  constructor(weightMax: number) {
    this.#weightMax = weightMax
  }

  add({ key, weight, owner }: Work): void {
    this.#keys.add(key)
    this.#weight += weight
    if (owner !== null) this.#weights.set(owner, weight + (this.#weights.get(owner) ?? 0))
  }

  holdsUp({ key, weight, owner }: Work): boolean {
    const own = owner === null ? 0 : (this.#weights.get(owner) ?? 0)
    return this.#keys.has(key) || (own > 0 && own + weight > this.#weightMax / 2)
  }

  hasRoomFor({ weight }: Work): boolean {
    return this.#weight + weight <= this.#weightMax
  }
}

const isCurrent = ({ until }: Entry) => Date.now() < until

const isOf = (owner: string | null) => (entry: Entry) => owner !== null && entry.owner === owner

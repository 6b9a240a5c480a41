import { AppError } from './app-error.ts'

const RUNNING_MAX_MS = 10_000
/** With the work, less than the 30 seconds that work has after its request was cancelled. */
const WAITING_MAX_MS = 15_000
const POLL_MS = 20
const RETRY_AFTER_SECONDS = 5

/** `key` is the same for work with the same result. */
type Work = { key: string; weight: number }
type Limits = { weightMax: number; waitingMax: number }
/** Entries end at a time, because cancelled work never finishes. */
type Entry = { until: number }

/** Limits the work that this isolate does at a time: its total weight, and once for each key. */
export class WorkQueue {
  readonly #limits: Limits
  #running: (Work & Entry)[] = []
  #waiting: Entry[] = []

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /**
   * Runs work as soon as it fits.
   * @throws AppError `too_many` if too much work waits, or this work for too long.
   */
  async run<T>(work: Work, act: (hasWaited: boolean) => Promise<T>): Promise<T> {
    const atOnce = this.#start(work)
    const running = atOnce ?? (await this.#startLater(work))
    try {
      return await act(!atOnce)
    } finally {
      running.until = 0
    }
  }

  /** Null if the work does not fit now. */
  #start(work: Work): Entry | null {
    this.#running = this.#running.filter(isCurrent)
    const weight = this.#running.reduce((sum, running) => sum + running.weight, work.weight)
    if (weight > this.#limits.weightMax || this.#running.some(({ key }) => key === work.key)) return null
    const running = { ...work, until: Date.now() + RUNNING_MAX_MS }
    this.#running.push(running)
    return running
  }

  async #startLater(work: Work): Promise<Entry> {
    this.#waiting = this.#waiting.filter(isCurrent)
    if (this.#waiting.length >= this.#limits.waitingMax) throw tooMany()
    const waiting = { until: Date.now() + WAITING_MAX_MS }
    this.#waiting.push(waiting)
    for (;;) {
      await scheduler.wait(POLL_MS)
      const running = this.#start(work)
      if (running) {
        waiting.until = 0
        return running
      }
      if (!isCurrent(waiting)) throw tooMany()
    }
  }
}

const isCurrent = ({ until }: Entry) => Date.now() < until

const tooMany = () => new AppError('too_many', { retryAfterSeconds: RETRY_AFTER_SECONDS })

import { log } from './log.ts'

/** Times of the named alarms in milliseconds since 1970. */
export type AlarmTimes = Readonly<Record<string, number>>

export type AlarmValues = {
  get(name: 'alarms'): AlarmTimes | null
  set(name: 'alarms', times: AlarmTimes): void
}

/** An alarm whose work failed or was interrupted runs again after this time. */
const RETRY_MS = 30_000

/** Named alarms on the single alarm of an object. Their times are stored, so they survive restarts. */
export class AlarmScheduler {
  readonly #storage: DurableObjectStorage
  readonly #values: AlarmValues
  readonly #rescheduled = new Set<string>()

  constructor(storage: DurableObjectStorage, values: AlarmValues) {
    this.#storage = storage
    this.#values = values
  }

  at(name: string): number | undefined {
    return this.#times[name]
  }

  /** Sets, moves or removes (`undefined`) an alarm. */
  set(name: string, at: number | undefined): void {
    this.#rescheduled.add(name)
    const { [name]: _before, ...others } = this.#times
    this.#store(at === undefined ? others : { ...others, [name]: at })
  }

  /**
   * Runs all due alarms, one after the other. An alarm is removed when its work is done, unless the work set it again.
   */
  async runDue(now: number, run: (name: string) => void | Promise<void>): Promise<void> {
    for (const [name, at] of Object.entries(this.#times)) {
      if (at > now) continue
      this.set(name, now + RETRY_MS)
      this.#rescheduled.delete(name)
      await run(name)
      if (!this.#rescheduled.has(name)) this.set(name, undefined)
    }
  }

  /** Makes a call to the site. If it fails, logs the failure, sets the named alarm to repeat it, and returns false. */
  async attempt(name: string, call: () => Promise<void>, retryMs = RETRY_MS): Promise<boolean> {
    try {
      await call()
      return true
    } catch (error) {
      log('error', 'call to site', { name, reason: error instanceof Error ? error.name : 'unknown' })
      this.set(name, Date.now() + retryMs)
      return false
    }
  }

  get #times(): AlarmTimes {
    return this.#values.get('alarms') ?? {}
  }

  #store(times: AlarmTimes): void {
    this.#values.set('alarms', times)
    const all = Object.values(times)
    void (all.length > 0 ? this.#storage.setAlarm(Math.min(...all)) : this.#storage.deleteAlarm())
  }
}

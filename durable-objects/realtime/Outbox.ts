import type { AlarmScheduler } from './AlarmScheduler.ts'
import type { KeyValues } from './KeyValues.ts'
import { log } from './log.ts'

export const OUTBOX_ALARM = 'outbox'

const RETRY_MS = 30_000
/** Keeps the keys of all nicknames that the lines may mention below the 2 MB of a database parameter. */
const DELIVERED_AT_ONCE = 50
/** An event is dropped after this many failures, `RETRY_MS` apart, while the site could store other events. */
const FAILURES_MAX = 120

export type Numbered<Event> = { id: number; event: Event }

export type OutboxValues = {
  lastEventId: number
  /** The failures of an event that was delivered alone, and the time of the last one that was counted. */
  failedEvent: { id: number; failures: number; at: number }
}

/**
 * Events for the site: stored in the transaction that caused them, delivered in order, and repeated until the site
 * confirms them.
 */
export class Outbox<Event extends { at: number }> {
  readonly #sql: SqlStorage
  readonly #values: Pick<KeyValues<OutboxValues>, 'get' | 'set'>
  #isDelivering = false

  constructor(sql: SqlStorage, values: Pick<KeyValues<OutboxValues>, 'get' | 'set'>) {
    this.#sql = sql
    this.#values = values
    sql.exec('CREATE TABLE IF NOT EXISTS outbox (id INTEGER PRIMARY KEY, event TEXT NOT NULL)')
  }

  /**
   * Stores an event, in the caller's transaction. Ids increase, because the site ignores ids up to its last one. They
   * are at least the event's time, so that they increase even if the object has lost its storage.
   */
  add(event: Event): void {
    const id = Math.max((this.#values.get('lastEventId') ?? 0) + 1, event.at)
    this.#values.set('lastEventId', id)
    this.#sql.exec('INSERT INTO outbox (id, event) VALUES (?, ?)', id, JSON.stringify(event))
  }

  pending(limit = DELIVERED_AT_ONCE): Numbered<Event>[] {
    const select = 'SELECT id, event FROM outbox ORDER BY id LIMIT ?'
    const rows = this.#sql.exec<{ id: number; event: string }>(select, limit).toArray()
    return rows.map(({ id, event }) => ({ id, event: JSON.parse(event) }))
  }

  /** Removes the events up to an id. */
  remove(upTo: number): void {
    this.#sql.exec('DELETE FROM outbox WHERE id <= ?', upTo)
  }

  /** Delivers the stored events, and sets an alarm that repeats the delivery if it fails. */
  async deliver(alarms: AlarmScheduler, send: (events: Numbered<Event>[]) => Promise<void>): Promise<void> {
    // The alarm that called may be the only one, and the object may end before the delivery does.
    if (this.#isDelivering) return alarms.set(OUTBOX_ALARM, Date.now() + RETRY_MS)
    this.#isDelivering = true
    // The alarm is written together with the events: an object that ends before the delivery wakes and repeats it.
    if (alarms.at(OUTBOX_ALARM) === undefined && this.pending().length > 0)
      alarms.set(OUTBOX_ALARM, Date.now() + RETRY_MS)
    await alarms.attempt(OUTBOX_ALARM, () => this.#deliverAll(send))
    this.#isDelivering = false
  }

  /** After a failure, delivers fewer events at once, so that an event which the site refuses delays no others. */
  async #deliverAll(send: (events: Numbered<Event>[]) => Promise<void>): Promise<void> {
    let limit = DELIVERED_AT_ONCE
    for (let events = this.pending(limit); events.length > 0; events = this.pending(limit)) {
      const last = events.at(-1)?.id ?? 0
      try {
        await send(events)
        this.remove(last)
      } catch (error) {
        // Fails as well while the site can store nothing. Then no event is at fault.
        await send([])
        if (events.length > 1) limit = Math.floor(events.length / 2)
        else if (!this.#dropIfRefused(last, Date.now())) throw error
      }
    }
  }

  /** Counts a failure of the first event. Drops the event after `FAILURES_MAX` of them. */
  #dropIfRefused(id: number, now: number): boolean {
    const before = this.#values.get('failedEvent')
    const { failures, at } = before?.id === id ? before : { failures: 0, at: 0 }
    // New events cause deliveries too.
    if (now - at < RETRY_MS) return false
    this.#values.set('failedEvent', { id, failures: failures + 1, at: now })
    if (failures + 1 < FAILURES_MAX) return false
    log('error', 'outbox event dropped', { id })
    this.remove(id)
    return true
  }
}

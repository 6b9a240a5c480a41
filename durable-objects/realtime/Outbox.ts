import type { AlarmScheduler } from './AlarmScheduler.ts'

export const OUTBOX_ALARM = 'outbox'

const RETRY_MS = 30_000
const DELIVERED_AT_ONCE = 100

export type Numbered<Event> = { id: number; event: Event }

type OutboxValues = {
  get(name: 'lastEventId'): number | null
  set(name: 'lastEventId', id: number): void
}

/**
 * Events for the site: stored in the transaction that caused them, delivered in order, and repeated until the site
 * confirms them.
 */
export class Outbox<Event extends { at: number }> {
  readonly #sql: SqlStorage
  readonly #values: OutboxValues
  #isDelivering = false

  constructor(sql: SqlStorage, values: OutboxValues) {
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

  pending(): Numbered<Event>[] {
    const select = `SELECT id, event FROM outbox ORDER BY id LIMIT ${DELIVERED_AT_ONCE}`
    const rows = this.#sql.exec<{ id: number; event: string }>(select).toArray()
    return rows.map(({ id, event }) => ({ id, event: JSON.parse(event) }))
  }

  /** Removes the events up to an id. */
  remove(upTo: number): void {
    this.#sql.exec('DELETE FROM outbox WHERE id <= ?', upTo)
  }

  /** Delivers the stored events, and sets an alarm that repeats the delivery if it fails. */
  async deliver(alarms: AlarmScheduler, send: (events: Numbered<Event>[]) => Promise<void>): Promise<void> {
    if (this.#isDelivering) return
    this.#isDelivering = true
    // The alarm is written together with the events: an object that ends before the delivery wakes and repeats it.
    if (alarms.at(OUTBOX_ALARM) === undefined && this.pending().length > 0)
      alarms.set(OUTBOX_ALARM, Date.now() + RETRY_MS)
    await alarms.attempt(OUTBOX_ALARM, async () => {
      for (let events = this.pending(); events.length > 0; events = this.pending()) {
        await send(events)
        this.remove(events.at(-1)?.id ?? 0)
      }
    })
    this.#isDelivering = false
  }
}

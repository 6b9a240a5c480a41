import type { Person } from '../../contract/http/users.ts'
import { LOG_KEPT_MS } from './BoardStore.ts'
import { blockEnd, cutPage, firstSince } from './log-page.ts'

/** A flush and its time in milliseconds since 1970. */
export type Moment = { number: number; at: number }
export type LoggedFlush = Moment & { text: string }

/** The part of the log that the last day is drawn again from, see `boardLogReply`. */
export type DayLogSpan = { revision: number; start: Moment; last: Moment; snapshots: Moment[] }

/** A page of the log, see `boardLogPage`; one that `stays` never changes under its revision. */
export type LogPage = {
  stays: boolean
  flushes: LoggedFlush[]
  artists: { client: number; person: Person }[]
  pens: { number: number; pens: string }[]
  next: number | null
}

/** Reads the log for the time-lapse: few rows each time, however long it is. */
export class DayLog {
  readonly #sql: SqlStorage
  readonly #revision: () => number

  constructor(sql: SqlStorage, revision: () => number) {
    this.#sql = sql
    this.#revision = revision
  }

  span(now: number): DayLogSpan {
    const { first, last } = this.#ends()
    const since = now - LOG_KEPT_MS
    const starts = first === 1 ? [0, ...this.#snapshots()] : this.#snapshots()
    const boards = starts.map((number) => ({ number, at: this.#timeFrom(number) }))
    const base = boards.findLastIndex(({ at }) => at < since)
    const snapshots = boards.slice(Math.max(0, base))
    const from = snapshots[0]?.number ?? last
    const start = firstSince(since, from, last, (number) => this.#timeFrom(number)) - 1
    return {
      ...{ revision: this.#revision(), snapshots },
      start: { number: start, at: this.#timeFrom(start + 1) || this.#timeFrom(start) },
      last: { number: last, at: this.#timeFrom(last) },
    }
  }

  page(revision: number, after: number): LogPage | null {
    if (revision !== this.#revision()) return null
    const to = blockEnd(after)
    const select = 'SELECT number, at, text, drawn FROM flushes WHERE number > ? AND number <= ? ORDER BY number'
    const found = this.#sql.exec<LoggedFlush & { drawn: string }>(select, after, to)
    const { rows, next } = cutPage(found, { to, last: this.#ends().last })
    return {
      // A page has the pens of its snapshots. Snapshots are made in order, so none can still be added before the last.
      stays: next !== null && next <= (this.#snapshots().at(-1) ?? 0),
      flushes: rows.map(({ number, at, text }) => ({ number, at, text })),
      artists: this.#artists(new Set(rows.flatMap(({ drawn }) => clientsIn(drawn)))),
      pens: this.#pens(after, next ?? to),
      next,
    }
  }

  picture(revision: number, number: number): Uint8Array<ArrayBuffer> | null {
    if (revision !== this.#revision()) return null
    const select = 'SELECT picture FROM snapshots WHERE number = ?'
    const [row] = this.#sql.exec<{ picture: ArrayBuffer }>(select, number).toArray()
    return row ? new Uint8Array(row.picture) : null
  }

  /** The numbers of the first and the last flush; 0 for none. */
  #ends(): { first: number; last: number } {
    const number = (which: 'min' | 'max') =>
      this.#sql.exec<{ number: number }>(`SELECT coalesce(${which}(number), 0) AS number FROM flushes`).one().number
    return { first: number('min'), last: number('max') }
  }

  #snapshots(): number[] {
    // Snapshot 0 is the empty board, which needs no picture.
    const select = 'SELECT number FROM snapshots WHERE number > 0 ORDER BY number'
    return this.#sql
      .exec<{ number: number }>(select)
      .toArray()
      .map(({ number }) => number)
  }

  /** The time of the flush of a number, or of the one after it; 0 for none. */
  #timeFrom(number: number): number {
    const select = 'SELECT at FROM flushes WHERE number >= ? ORDER BY number LIMIT 1'
    const [row] = this.#sql.exec<{ at: number }>(select, number).toArray()
    return row?.at ?? 0
  }

  #artists(clients: ReadonlySet<number>): LogPage['artists'] {
    const select = 'SELECT client, person FROM clients WHERE client IN (SELECT value FROM json_each(?))'
    const rows = this.#sql.exec<{ client: number; person: string }>(select, JSON.stringify([...clients])).toArray()
    return rows.map(({ client, person }) => ({ client, person: JSON.parse(person) }))
  }

  /** The pens of snapshots from a number on, before another. */
  #pens(from: number, before: number): LogPage['pens'] {
    const select = 'SELECT number, pens FROM snapshots WHERE number >= ? AND number < ? ORDER BY number'
    return this.#sql.exec<{ number: number; pens: string }>(select, from, before).toArray()
  }
}

/** The clients in a flush, by the `drawn` column of its row. */
function clientsIn(drawn: string): number[] {
  const pairs: [client: number, sequence: number][] = JSON.parse(drawn)
  return pairs.map(([client]) => client)
}

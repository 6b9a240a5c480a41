import type { Person } from '../../contract/http/users.ts'
import { cutPage, type FlushLength, isPageStart, type LogEnds, pageEnd } from './log-page.ts'

/** The log covers this time, for corrections and the time-lapse. */
const LOG_KEPT_MS = 24 * 3_600_000
/** A flush is deleted a minute after it left the day, because cached contents of the log may still name it. */
export const LOG_DELETED_AFTER_MS = LOG_KEPT_MS + 60_000

/** The number of a flush and its time, in milliseconds since 1970. */
export type Moment = { number: number; at: number }
export type LoggedFlush = Moment & { text: string }

/** The part of the log that covers the last day: the flushes after `start` up to `last` (`boardLogReply`). */
export type DayLogSpan = { revision: number; start: Moment; last: Moment; snapshots: Moment[] }

/** A page of the log (`boardLogPage`). A page that is final never changes under its revision. */
export type LogPage = {
  isFinal: boolean
  flushes: LoggedFlush[]
  artists: { client: number; person: Person }[]
  pens: { number: number; pens: string }[]
  next: number | null
}

/** Reads the log of the last day in pages, for the time-lapse. */
export class DayLog {
  readonly #sql: SqlStorage
  readonly #values: { get(name: 'revision'): number | null }

  constructor(sql: SqlStorage, values: { get(name: 'revision'): number | null }) {
    this.#sql = sql
    this.#values = values
  }

  get #revision(): number {
    return this.#values.get('revision') ?? 0
  }

  span(now: number): DayLogSpan {
    const { first, last } = this.#ends()
    const since = now - LOG_KEPT_MS
    const starts = first === 1 ? [0, ...this.#snapshots()] : this.#snapshots()
    const all = starts.map((number) => ({ number, at: this.#timeFrom(number) }))
    const base = all.findLastIndex(({ at }) => at < since)
    const snapshots = all.slice(Math.max(0, base))
    const from = snapshots[0]?.number ?? last
    const start = firstSince(since, from, last, (number) => this.#timeFrom(number)) - 1
    return {
      revision: this.#revision,
      snapshots,
      start: { number: start, at: this.#timeFrom(start + 1) || this.#timeFrom(start) },
      last: { number: last, at: this.#timeFrom(last) },
    }
  }

  /**
   * The page that begins after a number; null if the log was rewritten since this revision, or if no client requests
   * this page: each page that is answered has an entry of its own in caches.
   */
  page(revision: number, after: number): LogPage | null {
    if (revision !== this.#revision) return null
    const ends = this.#ends()
    if (!isPageStart(after, ends, (number) => this.#lengthsAfter(number))) return null
    const to = pageEnd(after)
    const select = 'SELECT number, at, text, drawn FROM flushes WHERE number > ? AND number <= ? ORDER BY number'
    const found = this.#sql.exec<LoggedFlush & { drawn: string }>(select, after, to)
    const { rows, next } = cutPage(found, { to, last: ends.last })
    return {
      // A page includes the pens of the snapshots in it. No more are added to it once there is a later snapshot.
      isFinal: next !== null && next <= (this.#snapshots().at(-1) ?? 0),
      flushes: rows.map(({ number, at, text }) => ({ number, at, text })),
      artists: this.#artists(new Set(rows.flatMap(({ drawn }) => clientsIn(drawn)))),
      pens: this.#pens(after, next ?? to),
      next,
    }
  }

  /** The PNG of a snapshot; null if it was deleted or the log was rewritten since this revision. */
  snapshotPicture(revision: number, number: number): Uint8Array<ArrayBuffer> | null {
    if (revision !== this.#revision) return null
    const select = 'SELECT picture FROM snapshots WHERE number = ?'
    const [row] = this.#sql.exec<{ picture: ArrayBuffer }>(select, number).toArray()
    return row ? new Uint8Array(row.picture) : null
  }

  #lengthsAfter(number: number): Iterable<FlushLength> {
    // Texts are ASCII. Their bytes are counted without reading them.
    const select = 'SELECT number, octet_length(text) AS length FROM flushes WHERE number > ? ORDER BY number'
    return this.#sql.exec<FlushLength>(select, number)
  }

  #ends(): LogEnds {
    const number = (which: 'min' | 'max') =>
      this.#sql.exec<{ number: number }>(`SELECT coalesce(${which}(number), 0) AS number FROM flushes`).one().number
    return { first: number('min'), last: number('max') }
  }

  #snapshots(): number[] {
    // Snapshot 0 is the blank board, which needs no picture.
    const select = 'SELECT number FROM snapshots WHERE number > 0 ORDER BY number'
    return this.#sql
      .exec<{ number: number }>(select)
      .toArray()
      .map(({ number }) => number)
  }

  /** The time of this flush or, if it was deleted, of the next one; 0 for none. */
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

  #pens(from: number, before: number): LogPage['pens'] {
    const select = `SELECT number, pens FROM snapshots INDEXED BY snapshots_with_pens
      WHERE number >= ? AND number < ? ORDER BY number`
    return this.#sql.exec<{ number: number; pens: string }>(select, from, before).toArray()
  }
}

/**
 * Finds the first number after `from` whose time is `since` or later; `to + 1` for none. Times increase with numbers.
 */
export function firstSince(since: number, from: number, to: number, timeOf: (number: number) => number): number {
  let [low, high] = [from + 1, to + 1]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (timeOf(middle) >= since) high = middle
    else low = middle + 1
  }
  return low
}

function clientsIn(drawn: string): number[] {
  const pairs: [client: number, sequence: number][] = JSON.parse(drawn)
  return pairs.map(([client]) => client)
}

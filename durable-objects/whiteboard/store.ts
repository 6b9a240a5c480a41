import type { Person } from '../../contract/http/user.ts'
import type { BoardOrder } from '../../contract/http/whiteboard.ts'
import { BOARD_SLICES_KEPT } from '../../contract/limits.ts'
import type { Flush, Sheet } from './sheet.ts'

/** The log of the board is kept for so long, for staff to take marks back and for the time-lapse. */
export const LOG_KEPT_MS = 24 * 3_600_000

/** A board to go on from: its picture after a flush, and commands that set the pens of those who draw. */
export type Snapshot = { number: number; shiftIndex: number; picture: Uint8Array<ArrayBuffer>; pens: string }

/** What left the board by its scroll to `shiftIndex`, at a time in milliseconds since 1970. */
export type Slice = { shiftIndex: number; at: number }

type FlushRow = { number: number; shift_index: number; at: number; drawn_ms: number; text: string; drawn: string }
type SnapshotRow = { number: number; shift_index: number; picture: ArrayBuffer; pens: string }

/** What the whiteboard keeps in its own database: a row for each flush, as it was sent, and pictures to go on from. */
export class BoardStore {
  readonly #storage: DurableObjectStorage
  readonly #sql: SqlStorage

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
    this.#sql = storage.sql
    this.#sql.exec(`
      CREATE TABLE IF NOT EXISTS flushes (
        number INTEGER PRIMARY KEY, shift_index INTEGER NOT NULL, at INTEGER NOT NULL, drawn_ms INTEGER NOT NULL,
        text TEXT NOT NULL, drawn TEXT NOT NULL
      );
      CREATE TABLE IF NOT EXISTS snapshots (
        number INTEGER PRIMARY KEY, shift_index INTEGER NOT NULL, picture BLOB NOT NULL, pens TEXT NOT NULL
      );
      CREATE TABLE IF NOT EXISTS clients (
        client INTEGER PRIMARY KEY, user_id INTEGER NOT NULL, person TEXT NOT NULL, sequence INTEGER NOT NULL
      );
      CREATE TABLE IF NOT EXISTS slices (shift_index INTEGER PRIMARY KEY, at INTEGER NOT NULL, picture BLOB NOT NULL);
      CREATE TABLE IF NOT EXISTS kept (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    `)
  }

  read<T>(name: string): T | null {
    const [row] = this.#sql.exec<{ value: string }>('SELECT value FROM kept WHERE name = ?', name).toArray()
    return row ? JSON.parse(row.value) : null
  }

  keep(name: string, value: unknown): void {
    this.#sql.exec('INSERT OR REPLACE INTO kept (name, value) VALUES (?, ?)', name, JSON.stringify(value))
  }

  order(): BoardOrder {
    return this.read('order') ?? { frozen: false, membersOfDay: false }
  }

  /** How the board stands: after its last flush, or as nobody has drawn on it yet. */
  last(): Sheet {
    const [row] = this.#sql.exec<FlushRow>('SELECT * FROM flushes ORDER BY number DESC LIMIT 1').toArray()
    return row ? flushOf(row) : { number: 0, shiftIndex: 0, clock: { drawnMs: 0, at: 0 } }
  }

  /** Keeps a flush, and the slice that left with it. */
  save({ number, shiftIndex, clock, text, drawn }: Flush, slice: Uint8Array | null): void {
    this.#storage.transactionSync(() => {
      const values = [number, shiftIndex, clock.at, clock.drawnMs, text, JSON.stringify(drawn)]
      this.#sql.exec('INSERT INTO flushes VALUES (?, ?, ?, ?, ?, ?)', ...values)
      if (slice) this.#sql.exec('INSERT INTO slices VALUES (?, ?, ?)', shiftIndex, clock.at, slice)
    })
  }

  /** The flushes after a number, in their order. */
  *flushesAfter(number: number): Iterable<Flush> {
    for (const row of this.#sql.exec<FlushRow>('SELECT * FROM flushes WHERE number > ? ORDER BY number', number))
      yield flushOf(row)
  }

  /** Letters of all that was drawn after a number. */
  lettersAfter(number: number): number {
    const sum = 'SELECT coalesce(sum(length(text)), 0) AS letters FROM flushes WHERE number > ?'
    return this.#sql.exec<{ letters: number }>(sum, number).one().letters
  }

  snapshot(): Snapshot | null {
    const [row] = this.#sql.exec<SnapshotRow>('SELECT * FROM snapshots ORDER BY number DESC LIMIT 1').toArray()
    if (!row) return null
    const { number, shift_index: shiftIndex, picture, pens } = row
    return { number, shiftIndex, picture: new Uint8Array(picture), pens }
  }

  /**
   * Keeps a snapshot, and up to where the batches of clients are drawn in it. Of older ones there stay those with which
   * the log of a day can be drawn again: the last before it begins, and one for each scroll.
   */
  addSnapshot({ number, shiftIndex, picture, pens }: Snapshot, now: number): void {
    this.#storage.transactionSync(() => {
      const before = this.snapshot()?.number ?? 0
      for (const { drawn } of this.flushesAfter(before))
        for (const [client, sequence] of drawn)
          this.#sql.exec('UPDATE clients SET sequence = max(sequence, ?) WHERE client = ?', sequence, client)
      // Not the one that the log begins with: what comes after it could no longer be drawn.
      const older = 'DELETE FROM snapshots WHERE shift_index = ? AND number > (SELECT min(number) FROM flushes)'
      this.#sql.exec(older, shiftIndex)
      this.#sql.exec('INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?, ?)', number, shiftIndex, picture, pens)
      this.#forgetBefore(now - LOG_KEPT_MS)
    })
  }

  #forgetBefore(time: number): void {
    const oldest = 'SELECT min(number) AS number FROM flushes WHERE at >= ?'
    const first = this.#sql.exec<{ number: number | null }>(oldest, time).one().number
    const base = 'SELECT max(number) AS number FROM snapshots WHERE number < ?'
    const from = this.#sql.exec<{ number: number | null }>(base, first ?? Number.MAX_SAFE_INTEGER).one().number
    if (from === null) return
    this.#sql.exec('DELETE FROM snapshots WHERE number < ?', from)
    this.#sql.exec('DELETE FROM flushes WHERE number <= ? AND number < (SELECT max(number) FROM flushes)', from)
  }

  /** A new client of a member. */
  addClient(person: Person): number {
    const insert = 'INSERT INTO clients (user_id, person, sequence) VALUES (?, ?, 0) RETURNING client'
    return this.#sql.exec<{ client: number }>(insert, person.id, JSON.stringify(person)).one().client
  }

  /** The member behind a client, and up to where its batches are drawn; null for none. */
  client(client: number): { person: Person; sequence: number } | null {
    const select = 'SELECT person, sequence FROM clients WHERE client = ?'
    const [row] = this.#sql.exec<{ person: string; sequence: number }>(select, client).toArray()
    if (!row) return null
    let { sequence } = row
    for (const { drawn } of this.flushesAfter(this.snapshot()?.number ?? 0))
      for (const [who, last] of drawn) if (who === client) sequence = Math.max(sequence, last)
    return { person: JSON.parse(row.person), sequence }
  }

  /** The number of the last snapshot; 0 before there is one. */
  snapshotNumber(): number {
    return this.#sql.exec<{ number: number }>('SELECT coalesce(max(number), 0) AS number FROM snapshots').one().number
  }

  /** Slices that left the board and are not yet where they are shown from. */
  slices(): (Slice & { picture: Uint8Array<ArrayBuffer> })[] {
    const rows = this.#sql.exec<{ shift_index: number; at: number; picture: ArrayBuffer }>(
      'SELECT * FROM slices ORDER BY shift_index LIMIT 8',
    )
    return rows.toArray().map(({ shift_index, at, picture }) => ({
      shiftIndex: shift_index,
      at,
      picture: new Uint8Array(picture),
    }))
  }

  /** A slice is where it is shown from; answers those that are shown no more. */
  addToHistory(slice: Slice): Slice[] {
    return this.#storage.transactionSync(() => {
      const all = [slice, ...this.history().filter(({ shiftIndex }) => shiftIndex !== slice.shiftIndex)]
      this.keep('history', all.slice(0, BOARD_SLICES_KEPT))
      this.#sql.exec('DELETE FROM slices WHERE shift_index = ?', slice.shiftIndex)
      return all.slice(BOARD_SLICES_KEPT)
    })
  }

  /** The last slices that left the board, the latest first. */
  history(): Slice[] {
    return this.read('history') ?? []
  }
}

function flushOf({ number, shift_index: shiftIndex, at, drawn_ms: drawnMs, text, drawn }: FlushRow): Flush {
  return { number, shiftIndex, clock: { drawnMs, at }, text, drawn: JSON.parse(drawn) }
}

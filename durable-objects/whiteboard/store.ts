import type { BoardOrder } from '../../contract/http/whiteboard.ts'
import { BOARD_SLICES_KEPT } from '../../contract/limits.ts'
import { Clients, type DrawnIn } from './clients.ts'
import type { Redrawn } from './redrawing.ts'
import type { Flush, Sheet } from './sheet.ts'

/** The log of the board is kept for so long, for staff to take marks back and for the time-lapse. */
export const LOG_KEPT_MS = 24 * 3_600_000

/** A board to go on from: its picture after a flush, and commands that set the pens of those who draw. */
export type Snapshot = { number: number; shiftIndex: number; picture: Uint8Array<ArrayBuffer>; pens: string }

/**
 * What left the board by its scroll to `shiftIndex`, at a time in milliseconds since 1970. Its picture is another one by
 * each `revision`, from 0 on: marks may be taken back from it.
 */
export type Slice = { shiftIndex: number; at: number; revision: number }

type FlushRow = { number: number; shift_index: number; at: number; drawn_ms: number; text: string; drawn: string }
type SliceRow = { shift_index: number; at: number; pixels: ArrayBuffer; revision: number }
type SnapshotRow = { number: number; shift_index: number; picture: ArrayBuffer; pens: string }

/** What the whiteboard keeps in its own database: a row for each flush, as it was sent, and pictures to go on from. */
export class BoardStore {
  readonly #storage: DurableObjectStorage
  readonly #sql: SqlStorage
  readonly clients: Clients

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
      CREATE INDEX IF NOT EXISTS flushes_by_time ON flushes (at);
      CREATE TABLE IF NOT EXISTS slices (
        shift_index INTEGER PRIMARY KEY, at INTEGER NOT NULL, pixels BLOB NOT NULL, revision INTEGER NOT NULL
      );
      CREATE TABLE IF NOT EXISTS said_before (
        revision INTEGER NOT NULL, number INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY (revision, number)
      ) WITHOUT ROWID;
      CREATE TABLE IF NOT EXISTS kept (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    `)
    this.clients = new Clients(this.#sql, () => this.#drawnSinceSnapshot())
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

  /** Keeps a flush, and the pixels of the slice that left with it. */
  save({ number, shiftIndex, clock, text, drawn }: Flush, slice: Int32Array<ArrayBuffer> | null): void {
    this.#storage.transactionSync(() => {
      const values = [number, shiftIndex, clock.at, clock.drawnMs, text, JSON.stringify(drawn)]
      this.#sql.exec('INSERT INTO flushes VALUES (?, ?, ?, ?, ?, ?)', ...values)
      if (slice) this.#sql.exec('INSERT INTO slices VALUES (?, ?, ?, 0)', shiftIndex, clock.at, slice.buffer)
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
    return row ? snapshotOf(row) : null
  }

  /**
   * Keeps a snapshot, and up to where the batches of clients are drawn in it. Of older ones there stay those with which
   * the log of a day can be drawn again: the last before it begins, and one for each scroll. Clients of whom the log has
   * nothing any more are forgotten, but for those who are `here`.
   */
  addSnapshot({ number, shiftIndex, picture, pens }: Snapshot, here: readonly number[], now: number): void {
    this.#storage.transactionSync(() => {
      this.clients.note()
      // Not the one that the log begins with: what comes after it could no longer be drawn.
      const older = 'DELETE FROM snapshots WHERE shift_index = ? AND number > (SELECT min(number) FROM flushes)'
      this.#sql.exec(older, shiftIndex)
      this.#sql.exec('INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?, ?)', number, shiftIndex, picture, pens)
      this.#forgetBefore(now - LOG_KEPT_MS, here)
    })
  }

  #forgetBefore(time: number, here: readonly number[]): void {
    const first = this.#firstSince(time)
    const base = 'SELECT max(number) AS number FROM snapshots WHERE number < ?'
    const from = this.#sql.exec<{ number: number | null }>(base, first ?? Number.MAX_SAFE_INTEGER).one().number
    if (from === null) return
    this.#sql.exec('DELETE FROM snapshots WHERE number < ?', from)
    this.#sql.exec('DELETE FROM flushes WHERE number <= ? AND number < (SELECT max(number) FROM flushes)', from)
    this.#sql.exec('DELETE FROM said_before WHERE number <= ?', from)
    this.clients.forgetUpTo(from, here)
  }

  /** The number of the first flush since a time; null for none. */
  #firstSince(time: number): number | null {
    const first = 'SELECT number FROM flushes WHERE at >= ? ORDER BY at, number LIMIT 1'
    return this.#sql.exec<{ number: number }>(first, time).toArray()[0]?.number ?? null
  }

  /** The first flush since a time in which something of these clients is; null for none. */
  firstOf(clients: ReadonlySet<number>, since: number): number | null {
    for (const { number, drawn } of this.flushesAfter((this.#firstSince(since) ?? Number.MAX_SAFE_INTEGER) - 1))
      if (drawn.some(([client]) => clients.has(client))) return number
    return null
  }

  /** The last snapshot before a flush, to draw it again from; null where all is drawn from the beginning. */
  snapshotBefore(number: number): Snapshot | null {
    const select = 'SELECT * FROM snapshots WHERE number < ? ORDER BY number DESC LIMIT 1'
    const [row] = this.#sql.exec<SnapshotRow>(select, number).toArray()
    return row ? snapshotOf(row) : null
  }

  /** After which flushes there is a snapshot. */
  snapshotNumbers(): Set<number> {
    const rows = this.#sql.exec<{ number: number }>('SELECT number FROM snapshots').toArray()
    return new Set(rows.map(({ number }) => number))
  }

  /** How often the log was written otherwise. */
  revision(): number {
    return this.read('revision') ?? 0
  }

  /** The number of the flush with which the log was last written otherwise; 0 where it never was. */
  rewrittenAt(): number {
    return this.read('rewritten') ?? 0
  }

  /**
   * Writes the log otherwise, with its pictures, and a flush after it that says nothing: boards that end before it are not
   * what they were. Snapshots of which there is no picture now are gone. Answers the revision. What it said before is kept as long as the log is, unless `forgets` it.
   */
  rewrite({ texts, snapshots, slices }: Redrawn, mark: Flush, forgets = false): number {
    return this.#storage.transactionSync(() => {
      const revision = this.revision() + 1
      this.keep('revision', revision)
      for (const [number, { before, after }] of texts) {
        this.#sql.exec('UPDATE flushes SET text = ? WHERE number = ?', after, number)
        if (!forgets) this.#sql.exec('INSERT INTO said_before VALUES (?, ?, ?)', revision, number, before)
      }
      for (const number of this.snapshotNumbers()) {
        const picture = snapshots.get(number)
        if (picture) this.#sql.exec('UPDATE snapshots SET picture = ? WHERE number = ?', picture, number)
        else if (number >= Math.min(...texts.keys())) this.#sql.exec('DELETE FROM snapshots WHERE number = ?', number)
      }
      const waiting = this.#sql.exec<Pick<SliceRow, 'shift_index'>>('SELECT shift_index FROM slices').toArray()
      const known = new Set([
        ...waiting.map(({ shift_index }) => shift_index),
        ...this.history().map(({ shiftIndex }) => shiftIndex),
      ])
      for (const { shiftIndex, at, pixels } of slices)
        if (known.has(shiftIndex))
          this.#sql.exec('INSERT OR REPLACE INTO slices VALUES (?, ?, ?, ?)', shiftIndex, at, pixels.buffer, revision)
      this.save(mark, null)
      this.keep('rewritten', mark.number)
      return revision
    })
  }

  /** What flushes said before the last time that they were written otherwise, if that was of this revision. */
  saidBefore(revision: number): Map<number, string> {
    const rows = this.#sql.exec<{ number: number; text: string }>(
      'SELECT number, text FROM said_before WHERE revision = ? AND revision = (SELECT max(revision) FROM said_before)',
      revision,
    )
    return new Map(rows.toArray().map(({ number, text }) => [number, text]))
  }

  /** Forgets what flushes said before a revision. */
  forgetSaid(revision: number): void {
    this.#sql.exec('DELETE FROM said_before WHERE revision = ?', revision)
  }

  /** Up to which number batches were drawn in flushes since the last snapshot, each with its client, in their order. */
  *#drawnSinceSnapshot(): Iterable<DrawnIn> {
    const number = this.lastSnapshot()?.number ?? 0
    const select = 'SELECT drawn FROM flushes WHERE number > ? ORDER BY number'
    for (const { drawn } of this.#sql.exec<{ drawn: string }>(select, number)) yield* JSON.parse(drawn) as DrawnIn[]
  }

  /** The flush that the last snapshot was taken after, and how often the board had moved by then; null for none. */
  lastSnapshot(): Pick<Snapshot, 'number' | 'shiftIndex'> | null {
    const select = 'SELECT number, shift_index AS shiftIndex FROM snapshots ORDER BY number DESC LIMIT 1'
    return this.#sql.exec<{ number: number; shiftIndex: number }>(select).toArray()[0] ?? null
  }

  /** Slices that left the board and are not yet where they are shown from. */
  slices(): (Slice & { pixels: Int32Array })[] {
    const rows = this.#sql.exec<SliceRow>('SELECT * FROM slices ORDER BY shift_index LIMIT 8')
    return rows.toArray().map(({ shift_index, pixels, ...slice }) => ({
      ...slice,
      shiftIndex: shift_index,
      pixels: new Int32Array(pixels),
    }))
  }

  /** A slice is where it is shown from; answers those that are shown no more. */
  addToHistory(slice: Slice): Slice[] {
    return this.#storage.transactionSync(() => {
      const before = this.history()
      const others = before.filter(({ shiftIndex }) => shiftIndex !== slice.shiftIndex)
      const all = [slice, ...others].sort((a, b) => b.shiftIndex - a.shiftIndex)
      const shown = all.slice(0, BOARD_SLICES_KEPT)
      this.keep('history', shown)
      this.#sql.exec('DELETE FROM slices WHERE shift_index = ? AND revision = ?', slice.shiftIndex, slice.revision)
      return [...before, slice].filter(
        (one) => !shown.some(({ shiftIndex, revision }) => shiftIndex === one.shiftIndex && revision === one.revision),
      )
    })
  }

  /** The last slices that left the board, the latest first. */
  history(): Slice[] {
    return this.read('history') ?? []
  }
}

function snapshotOf({ number, shift_index: shiftIndex, picture, pens }: SnapshotRow): Snapshot {
  return { number, shiftIndex, picture: new Uint8Array(picture), pens }
}

function flushOf({ number, shift_index: shiftIndex, at, drawn_ms: drawnMs, text, drawn }: FlushRow): Flush {
  return { number, shiftIndex, clock: { drawnMs, at }, text, drawn: JSON.parse(drawn) }
}

import type { DrawPolicy } from '../../contract/http/whiteboard.ts'
import { BOARD_LOG_MAX_BYTES } from '../../contract/limits.ts'
import { KeyValues } from '../realtime/KeyValues.ts'
import { ClientStore } from './ClientStore.ts'
import type { BoardSnapshot, Flush, LogHead, RewrittenLog } from './core.ts'
import { DayBudgets } from './DayBudgets.ts'
import { DayLog, LOG_DELETED_AFTER_MS } from './DayLog.ts'
import { RollbackStore, type RollbackValues } from './RollbackStore.ts'
import { SliceStore, type SliceValues } from './SliceStore.ts'

type FlushRow = { number: number; shift_index: number; at: number; drawn_ms: number; text: string; drawn: string }
type SnapshotRow = { number: number; shift_index: number; picture: ArrayBuffer; pens: string }

type BoardValues = SliceValues &
  RollbackValues & {
    policy: DrawPolicy
    revision: number
    /** The number of the flush that the last rewrite added. */
    rewrittenAt: number
  }

/**
 * The whiteboard's SQLite: the log with a row for each flush, as it was sent, snapshots of the board, and what each member
 * may still draw today.
 */
export class BoardStore {
  readonly clients: ClientStore
  readonly slices: SliceStore
  readonly dayLog: DayLog
  readonly budgets: DayBudgets
  readonly rollbacks: RollbackStore
  readonly #values: KeyValues<BoardValues>
  readonly #storage: DurableObjectStorage
  readonly #sql: SqlStorage
  #head: LogHead
  #policy: DrawPolicy
  readonly #maxBytes: number

  constructor(storage: DurableObjectStorage, maxBytes = BOARD_LOG_MAX_BYTES) {
    this.#storage = storage
    this.#maxBytes = maxBytes
    this.#sql = storage.sql
    // The index has the pens without the pictures, which fill hundreds of pages of the database before them.
    this.#sql.exec(`
      CREATE TABLE IF NOT EXISTS flushes (
        number INTEGER PRIMARY KEY, shift_index INTEGER NOT NULL, at INTEGER NOT NULL, drawn_ms INTEGER NOT NULL,
        text TEXT NOT NULL, drawn TEXT NOT NULL
      );
      CREATE INDEX IF NOT EXISTS flushes_by_time ON flushes (at);
      CREATE TABLE IF NOT EXISTS snapshots (
        number INTEGER PRIMARY KEY, shift_index INTEGER NOT NULL, picture BLOB NOT NULL, pens TEXT NOT NULL
      );
      CREATE INDEX IF NOT EXISTS snapshots_with_pens ON snapshots (number, pens);
      CREATE TABLE IF NOT EXISTS staged_texts (number INTEGER PRIMARY KEY, text TEXT NOT NULL);
      CREATE TABLE IF NOT EXISTS staged_pictures (number INTEGER PRIMARY KEY, picture BLOB NOT NULL);
    `)
    // An interrupted rollback may have left staged texts and pictures.
    this.removeStaged()
    this.#values = new KeyValues(storage.sql)
    this.slices = new SliceStore(storage, this.#values)
    this.clients = new ClientStore(storage.sql)
    this.dayLog = new DayLog(storage.sql, this.#values)
    this.budgets = new DayBudgets(storage.sql)
    this.rollbacks = new RollbackStore(storage.sql, this.#values)
    this.#policy = this.#values.get('policy') ?? { frozen: false, excludesNewMembers: false }
    const [last] = this.#sql.exec<FlushRow>('SELECT * FROM flushes ORDER BY number DESC LIMIT 1').toArray()
    this.#head = last ? flushOf(last) : { number: 0, shiftIndex: 0, clock: { drawnMs: 0, at: 0 } }
  }

  get head(): LogHead {
    return this.#head
  }

  get policy(): DrawPolicy {
    return this.#policy
  }

  /** Sets the policy and returns the previous one. */
  setPolicy(policy: DrawPolicy): DrawPolicy {
    const before = this.#policy
    this.#values.set('policy', policy)
    this.#policy = policy
    return before
  }

  /** Appends a flush to the log, together with the slice that left the board by its scroll. */
  save({ number, shiftIndex, clock, text, drawn }: Flush, slice: Int32Array<ArrayBuffer> | null): void {
    this.#storage.transactionSync(() => {
      const values = [number, shiftIndex, clock.at, clock.drawnMs, text, JSON.stringify(drawn)]
      this.#sql.exec('INSERT INTO flushes VALUES (?, ?, ?, ?, ?, ?)', ...values)
      if (slice) this.slices.add({ shiftIndex, at: clock.at, revision: 0 }, slice)
    })
    this.#head = { number, shiftIndex, clock }
  }

  *flushesAfter(number: number): Iterable<Flush> {
    for (const row of this.#sql.exec<FlushRow>('SELECT * FROM flushes WHERE number > ? ORDER BY number', number))
      yield flushOf(row)
  }

  findFlush(number: number): Flush | null {
    const [row] = this.#sql.exec<FlushRow>('SELECT * FROM flushes WHERE number = ?', number).toArray()
    return row ? flushOf(row) : null
  }

  textLengthAfter(number: number): number {
    const sum = 'SELECT coalesce(sum(length(text)), 0) AS characters FROM flushes WHERE number > ?'
    return this.#sql.exec<{ characters: number }>(sum, number).one().characters
  }

  /** The first flush since a time in which one of these clients drew; null for none. */
  firstFlushOf(clients: ReadonlySet<number>, since: number): number | null {
    if (clients.size === 0) return null
    const from = this.#firstNumberSince(since) ?? Number.MAX_SAFE_INTEGER
    const select = 'SELECT number, drawn FROM flushes WHERE number >= ? ORDER BY number'
    for (const { number, drawn } of this.#sql.exec<Pick<FlushRow, 'number' | 'drawn'>>(select, from)) {
      const pairs: Flush['drawn'] = JSON.parse(drawn)
      if (pairs.some(([client]) => clients.has(client))) return number
    }
    return null
  }

  #firstNumberSince(time: number): number | null {
    const first = 'SELECT number FROM flushes WHERE at >= ? ORDER BY at, number LIMIT 1'
    return this.#sql.exec<{ number: number }>(first, time).toArray()[0]?.number ?? null
  }

  snapshot(): BoardSnapshot | null {
    return this.snapshotBefore(Number.MAX_SAFE_INTEGER)
  }

  /** The last snapshot before a flush; null if there is none, and the log is complete from the first flush. */
  snapshotBefore(number: number): BoardSnapshot | null {
    const select = 'SELECT * FROM snapshots WHERE number < ? ORDER BY number DESC LIMIT 1'
    const [row] = this.#sql.exec<SnapshotRow>(select, number).toArray()
    if (!row) return null
    const { shift_index: shiftIndex, picture, ...rest } = row
    return { ...rest, shiftIndex, picture: new Uint8Array(picture) }
  }

  lastSnapshot(): Pick<BoardSnapshot, 'number' | 'shiftIndex'> | null {
    const select = 'SELECT number, shift_index AS shiftIndex FROM snapshots ORDER BY number DESC LIMIT 1'
    return this.#sql.exec<{ number: number; shiftIndex: number }>(select).toArray()[0] ?? null
  }

  snapshotNumbers(): Set<number> {
    const rows = this.#sql.exec<{ number: number }>('SELECT number FROM snapshots').toArray()
    return new Set(rows.map(({ number }) => number))
  }

  /**
   * Stores a snapshot and the sequences of the batches in it. Keeps one snapshot for each scroll of the last day and
   * the last one before the day, from which the log is replayed. Deletes older flushes, and clients that have not drawn
   * since then, except `activeClients`. If the database is too large, first deletes the oldest parts of the log, even
   * if the snapshot cannot be stored.
   */
  addSnapshot(
    { number, shiftIndex, picture, pens }: BoardSnapshot,
    activeClients: readonly number[],
    now: number,
  ): void {
    while (this.#isTooLarge() && this.#deleteOldestPart(activeClients));
    this.#storage.transactionSync(() => {
      this.clients.recordSequences()
      // Keeps the snapshot before the first flush, without which the log cannot be replayed.
      const older = 'DELETE FROM snapshots WHERE shift_index = ? AND number > (SELECT min(number) FROM flushes)'
      this.#sql.exec(older, shiftIndex)
      this.#sql.exec('INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?, ?)', number, shiftIndex, picture, pens)
      this.#deleteBefore(now - LOG_DELETED_AFTER_MS, activeClients)
    })
  }

  #deleteBefore(time: number, activeClients: readonly number[]): void {
    const base = 'SELECT max(number) AS number FROM snapshots WHERE number < ?'
    const first = this.#firstNumberSince(time) ?? Number.MAX_SAFE_INTEGER
    const from = this.#sql.exec<{ number: number | null }>(base, first).one().number
    if (from !== null) this.#deleteUpTo(from, activeClients)
  }

  /** Staged texts and pictures do not count: they are deleted at the end of a rollback. */
  #isTooLarge(): boolean {
    const hasStaged = this.#sql.exec('SELECT 1 FROM staged_texts LIMIT 1').toArray().length > 0
    return !hasStaged && this.#sql.databaseSize > this.#maxBytes
  }

  /**
   * Deletes the oldest part of the log, up to the first snapshot that has flushes or another snapshot before it.
   * Returns false if there is no such snapshot.
   */
  #deleteOldestPart(activeClients: readonly number[]): boolean {
    const select = `SELECT min(number) AS number FROM snapshots WHERE number > (SELECT min(number) FROM snapshots)
      OR number >= (SELECT min(number) FROM flushes WHERE number < (SELECT max(number) FROM flushes))`
    const base = this.#sql.exec<{ number: number | null }>(select).one().number
    if (base === null) return false
    this.#storage.transactionSync(() => {
      this.clients.recordSequences()
      this.#deleteUpTo(base, activeClients)
    })
    return true
  }

  /** Deletes the log up to a snapshot, from which the rest is replayed. */
  #deleteUpTo(from: number, activeClients: readonly number[]): void {
    this.#sql.exec('DELETE FROM snapshots WHERE number < ?', from)
    this.#sql.exec('DELETE FROM flushes WHERE number <= ? AND number < (SELECT max(number) FROM flushes)', from)
    this.rollbacks.deleteUpTo(from)
    this.clients.deleteUpTo(from, activeClients)
  }

  /** The number of rewrites of the log. */
  revision(): number {
    return this.#values.get('revision') ?? 0
  }

  /** The number of the flush that the last rewrite added; 0 without a rewrite. */
  lastRewriteNumber(): number {
    return this.#values.get('rewrittenAt') ?? 0
  }

  /** Stores new texts and pictures until `rewrite` writes them into the log. Empties both maps. */
  stage({ texts, snapshots }: Pick<RewrittenLog, 'texts' | 'snapshots'>): void {
    this.#storage.transactionSync(() => {
      for (const [number, text] of texts)
        this.#sql.exec('INSERT OR REPLACE INTO staged_texts VALUES (?, ?)', number, text)
      for (const [number, picture] of snapshots)
        this.#sql.exec('INSERT OR REPLACE INTO staged_pictures VALUES (?, ?)', number, picture)
    })
    texts.clear()
    snapshots.clear()
  }

  removeStaged(): void {
    for (const table of ['staged_texts', 'staged_pictures']) this.#sql.exec(`DELETE FROM ${table}`)
  }

  /**
   * Rewrites the log, its snapshots and its slices with the staged texts and pictures. Deletes snapshots after the first
   * change that have no new picture. Adds an empty flush, which makes boards of earlier numbers outdated. Keeps the old
   * texts for an undo, unless `isRestore`.
   */
  rewrite({ slices, ...unstaged }: RewrittenLog, isRestore: boolean): void {
    const boundary: Flush = { ...this.#head, number: this.#head.number + 1, text: '', drawn: [] }
    this.#storage.transactionSync(() => {
      const revision = this.revision() + 1
      this.#values.set('revision', revision)
      this.stage(unstaged)
      if (!isRestore) this.rollbacks.keepOldTexts(revision)
      this.#sql.exec(
        'UPDATE flushes SET text = staged_texts.text FROM staged_texts WHERE staged_texts.number = flushes.number',
      )
      const select = 'SELECT min(number) AS number FROM staged_texts'
      const first = this.#sql.exec<{ number: number | null }>(select).one().number ?? Number.MAX_SAFE_INTEGER
      this.#sql.exec(
        `UPDATE snapshots SET picture = staged_pictures.picture
         FROM staged_pictures WHERE staged_pictures.number = snapshots.number`,
      )
      const outdated = 'DELETE FROM snapshots WHERE number >= ? AND number NOT IN (SELECT number FROM staged_pictures)'
      this.#sql.exec(outdated, first)
      this.removeStaged()
      const inHistory = this.slices.shiftIndexes()
      for (const { pixels, ...slice } of slices)
        if (inHistory.has(slice.shiftIndex)) this.slices.add({ ...slice, revision }, pixels)
      this.save(boundary, null)
      this.#values.set('rewrittenAt', boundary.number)
    })
  }
}

function flushOf({ number, shift_index: shiftIndex, at, drawn_ms: drawnMs, text, drawn }: FlushRow): Flush {
  return { number, shiftIndex, clock: { drawnMs, at }, text, drawn: JSON.parse(drawn) }
}

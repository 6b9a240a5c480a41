import type { RollbackReply } from '../../contract/http/whiteboard.ts'
import type { KeyValues } from '../realtime/KeyValues.ts'

/** Number of stored replies. A repeated call with the key of one of them gets it again. */
const REPLIES_KEPT = 50

export type RollbackValues = {
  /** Replies to the latest rollbacks that decisions on reports caused. */
  keyedRollbacks: (RollbackReply & { key: number })[]
}

/** Remains of rollbacks: the texts of flushes before them, for an undo, and the replies to keyed ones. */
export class RollbackStore {
  readonly #sql: SqlStorage
  readonly #values: KeyValues<RollbackValues>

  constructor(sql: SqlStorage, values: KeyValues<RollbackValues>) {
    this.#sql = sql
    this.#values = values
    sql.exec(`
      CREATE TABLE IF NOT EXISTS undo_log (
        revision INTEGER NOT NULL, number INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY (revision, number)
      ) WITHOUT ROWID`)
  }

  /** Keeps the texts of the flushes that the staged texts are about to replace. */
  keepOldTexts(revision: number): void {
    const undo = 'INSERT INTO undo_log SELECT ?, number, flushes.text FROM staged_texts JOIN flushes USING (number)'
    this.#sql.exec(undo, revision)
  }

  /** The first flush that the rollback of this revision changed; null if it is not the last rollback. */
  firstChanged(revision: number): number | null {
    const select = `SELECT min(number) AS number FROM undo_log
      WHERE revision = ? AND revision = (SELECT max(revision) FROM undo_log)`
    return this.#sql.exec<{ number: number | null }>(select, revision).one().number
  }

  /** The text of a flush before the rollback of this revision; null if the rollback did not change it. */
  oldText(revision: number, number: number): string | null {
    const select = 'SELECT text FROM undo_log WHERE revision = ? AND number = ?'
    return this.#sql.exec<{ text: string }>(select, revision, number).toArray()[0]?.text ?? null
  }

  /** Deletes the texts of a rollback that was undone. */
  deleteOldTexts(revision: number): void {
    this.#sql.exec('DELETE FROM undo_log WHERE revision = ?', revision)
  }

  /** Deletes the texts of flushes that have left the log. */
  deleteUpTo(number: number): void {
    this.#sql.exec('DELETE FROM undo_log WHERE number <= ?', number)
  }

  /** The reply to the rollback that was done with this key; null if there was none lately. */
  replyOf(key: number): RollbackReply | null {
    const found = this.#values.get('keyedRollbacks')?.find((rollback) => rollback.key === key)
    return found ? { marks: found.marks, revision: found.revision } : null
  }

  keepReply(key: number, reply: RollbackReply): void {
    const kept = this.#values.get('keyedRollbacks') ?? []
    this.#values.set('keyedRollbacks', [...kept, { key, ...reply }].slice(-REPLIES_KEPT))
  }
}

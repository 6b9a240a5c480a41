import { DELETED_MEMBER } from '../../contract/deleted-member.ts'
import type { Person } from '../../contract/http/users.ts'

type DrawnIn = readonly [client: number, sequence: number]

/**
 * The member of each client number. A number is stored while its client is connected or the log has commands of it. The
 * stored sequences are from the last snapshot; later ones are read from the flushes. Before that snapshot, a client has
 * drawn nothing after the flush `last_flush`.
 */
export class ClientStore {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
    sql.exec(`
      CREATE TABLE IF NOT EXISTS clients (
        client INTEGER PRIMARY KEY, user_id INTEGER NOT NULL, person TEXT NOT NULL, sequence INTEGER NOT NULL,
        last_flush INTEGER NOT NULL DEFAULT 0
      );
      CREATE INDEX IF NOT EXISTS clients_by_member ON clients (user_id);
    `)
  }

  /** Returns `previous` if it is a client number of this member, else a new one. */
  claim(person: Person, previous: number | undefined): number {
    const isTheirs = previous !== undefined && this.find(previous)?.person.id === person.id
    return isTheirs ? previous : this.add(person)
  }

  /** Adds a client of a member and returns its number. */
  add(person: Person): number {
    const insert = 'INSERT INTO clients (user_id, person, sequence) VALUES (?, ?, 0) RETURNING client'
    return this.#sql.exec<{ client: number }>(insert, person.id, JSON.stringify(person)).one().client
  }

  /** The member behind a client, and the sequence of its last stored batch; null for an unknown client. */
  find(client: number): { person: Person; sequence: number } | null {
    const select = 'SELECT person, sequence FROM clients WHERE client = ?'
    const [row] = this.#sql.exec<{ person: string; sequence: number }>(select, client).toArray()
    if (!row) return null
    let { sequence } = row
    for (const [drawnBy, last] of this.#drawnSinceSnapshot())
      if (drawnBy === client) sequence = Math.max(sequence, last)
    return { person: JSON.parse(row.person), sequence }
  }

  *#drawnSinceSnapshot(): Iterable<DrawnIn> {
    const select = `SELECT drawn FROM flushes WHERE number > (SELECT coalesce(max(number), 0) FROM snapshots)
      ORDER BY number`
    for (const { drawn } of this.#sql.exec<{ drawn: string }>(select)) yield* JSON.parse(drawn) as DrawnIn[]
  }

  sequenceOf(client: number): number {
    return this.find(client)?.sequence ?? 0
  }

  clientsOf(userId: number): number[] {
    const rows = this.#sql.exec<{ client: number }>('SELECT client FROM clients WHERE user_id = ?', userId)
    return rows.toArray().map(({ client }) => client)
  }

  /** Replaces the name of a member whose account was deleted. */
  forget(userId: number): void {
    const person: Person = { id: userId, nickname: DELETED_MEMBER, avatar: null }
    this.#sql.exec('UPDATE clients SET person = ? WHERE user_id = ?', JSON.stringify(person), userId)
  }

  /** Stores the sequences of the batches since the last snapshot. */
  recordSequences(): void {
    const update = `UPDATE clients SET sequence = max(sequence, ?), last_flush = (SELECT max(number) FROM flushes)
      WHERE client = ?`
    for (const [client, sequence] of new Map(this.#drawnSinceSnapshot())) this.#sql.exec(update, sequence, client)
  }

  /**
   * Deletes clients that have drawn nothing after a flush, except active ones. Keeps the client with the highest
   * number, so that the number is not used again.
   */
  deleteUpTo(flushNumber: number, activeClients: readonly number[]): void {
    this.#sql.exec(
      `DELETE FROM clients WHERE last_flush <= ? AND client < (SELECT max(client) FROM clients)
       AND client NOT IN (SELECT value FROM json_each(?))`,
      ...[flushNumber, JSON.stringify(activeClients)],
    )
  }
}

import type { Person } from '../../contract/http/users.ts'

/** Up to which number the batches of a client are in a flush. */
export type DrawnIn = readonly [client: number, sequence: number]

/**
 * Who is behind which client, for as long as the log has something of it or it is here. `last_flush` is no earlier than the
 * last flush with something of a client, as of the last snapshot.
 */
export class Clients {
  readonly #sql: SqlStorage
  readonly #drawnLately: () => Iterable<DrawnIn>

  /** `drawnLately` says what was drawn since the last snapshot, in its order. */
  constructor(sql: SqlStorage, drawnLately: () => Iterable<DrawnIn>) {
    this.#sql = sql
    this.#drawnLately = drawnLately
    sql.exec(`
      CREATE TABLE IF NOT EXISTS clients (
        client INTEGER PRIMARY KEY, user_id INTEGER NOT NULL, person TEXT NOT NULL, sequence INTEGER NOT NULL,
        last_flush INTEGER NOT NULL DEFAULT 0
      );
      CREATE INDEX IF NOT EXISTS clients_by_member ON clients (user_id);
    `)
    this.#addLastFlush()
  }

  /** Boards from before this was noted have clients whose marks may be anywhere in the log. */
  #addLastFlush(): void {
    const column = "SELECT 1 FROM pragma_table_info('clients') WHERE name = 'last_flush'"
    if (this.#sql.exec(column).toArray().length > 0) return
    this.#sql.exec('ALTER TABLE clients ADD COLUMN last_flush INTEGER NOT NULL DEFAULT 0')
    this.#sql.exec('UPDATE clients SET last_flush = (SELECT coalesce(max(number), 0) FROM flushes)')
  }

  /** A new client of a member. */
  add(person: Person): number {
    const insert = 'INSERT INTO clients (user_id, person, sequence) VALUES (?, ?, 0) RETURNING client'
    return this.#sql.exec<{ client: number }>(insert, person.id, JSON.stringify(person)).one().client
  }

  /** The member behind a client, and up to where its batches are drawn; null for none. */
  of(client: number): { person: Person; sequence: number } | null {
    const select = 'SELECT person, sequence FROM clients WHERE client = ?'
    const [row] = this.#sql.exec<{ person: string; sequence: number }>(select, client).toArray()
    if (!row) return null
    let { sequence } = row
    for (const [who, last] of this.#drawnLately()) if (who === client) sequence = Math.max(sequence, last)
    return { person: JSON.parse(row.person), sequence }
  }

  /** The clients that a member was. */
  ofMember(userId: number): number[] {
    const rows = this.#sql.exec<{ client: number }>('SELECT client FROM clients WHERE user_id = ?', userId)
    return rows.toArray().map(({ client }) => client)
  }

  /** Notes what was drawn lately, as a new snapshot is kept. */
  note(): void {
    const update = `UPDATE clients SET sequence = max(sequence, ?), last_flush = (SELECT max(number) FROM flushes)
      WHERE client = ?`
    for (const [client, sequence] of new Map(this.#drawnLately())) this.#sql.exec(update, sequence, client)
  }

  /**
   * Forgets clients who are not here and of whom there is nothing after a flush. The last one stays: its number is given to
   * nobody else.
   */
  forgetUpTo(number: number, here: readonly number[]): void {
    this.#sql.exec(
      `DELETE FROM clients WHERE last_flush <= ? AND client < (SELECT max(client) FROM clients)
       AND client NOT IN (SELECT value FROM json_each(?))`,
      ...[number, JSON.stringify(here)],
    )
  }
}

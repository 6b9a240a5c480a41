/** Named values in the object's SQLite, as JSON; `Values` declares the names and their types. */
export class KeyValues<Values extends object> {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
    sql.exec('CREATE TABLE IF NOT EXISTS key_values (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID')
  }

  get<Name extends keyof Values & string>(name: Name): Values[Name] | null {
    const [row] = this.#sql.exec<{ value: string }>('SELECT value FROM key_values WHERE name = ?', name).toArray()
    return row ? JSON.parse(row.value) : null
  }

  set<Name extends keyof Values & string>(name: Name, value: Values[Name]): void {
    this.#sql.exec('INSERT OR REPLACE INTO key_values (name, value) VALUES (?, ?)', name, JSON.stringify(value))
  }

  remove(...names: (keyof Values & string)[]): void {
    for (const name of names) this.#sql.exec('DELETE FROM key_values WHERE name = ?', name)
  }
}

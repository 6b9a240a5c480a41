import type { DatabaseSync } from 'node:sqlite'

/**
 * Runs `work` in a transaction without the triggers of `tables`, which makes it many times faster. `work` must do the
 * triggers' writes itself.
 */
export function withoutTriggers(db: DatabaseSync, tables: readonly string[], work: () => void): void {
  const triggers = db
    .prepare(
      `SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name IN (SELECT value FROM json_each(?))
       ORDER BY rowid`,
    )
    .all(JSON.stringify(tables))
  db.exec('BEGIN')
  for (const { name } of triggers) db.exec(`DROP TRIGGER ${name}`)
  work()
  for (const { sql } of triggers) db.exec(String(sql))
  db.exec('COMMIT')
}

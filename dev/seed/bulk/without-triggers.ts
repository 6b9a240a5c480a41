import type { DatabaseSync } from 'node:sqlite'

/**
 * Has rows added in one transaction while the triggers of these tables are away, whose statements for each row cost more
 * than all the rest; the work has to leave what they would have kept.
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

import { is, SQL, sql } from 'drizzle-orm'
import { auditLog } from '../../domain/audit-log/schema.ts'
import type { Db } from '../../lib/database.ts'

type StreamAct = {
  staffId: number
  act: 'stream_end' | 'stream_unannounce' | 'replay_hide'
  reason: string
  /** Values by column, or SQL that makes the JSON text from the row. */
  changes: Record<string, readonly [before: unknown, after: unknown]> | SQL
  condition: SQL
  now: number
}

/** Inserts an audit log entry if the condition is true. Comes before the change in the batch. */
export function streamAuditEntry(db: Db, { staffId, act, reason, changes, condition, now }: StreamAct) {
  return db.insert(auditLog).select(
    sql`SELECT NULL, ${staffId}, ${act}, user_id, 'stream', id, ${reason}, ${is(changes, SQL) ? changes : JSON.stringify(changes)}, ${now}
        FROM streams WHERE ${condition}`,
  )
}

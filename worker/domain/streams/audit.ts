import { is, SQL, sql } from 'drizzle-orm'
import type { Db } from '../../lib/database.ts'
import { auditLog } from '../audit-log/schema.ts'

type StreamAuditEntry = {
  staffId: number
  action: 'stream_end' | 'stream_unannounce' | 'replay_hide'
  reason: string
  /** Values by column, or SQL that makes the JSON text from the row. */
  changes: Record<string, readonly [before: unknown, after: unknown]> | SQL
  condition: SQL
  now: number
}

/** Inserts an audit log entry if the condition is true. Comes before the change in the batch. */
export function streamAuditEntry(db: Db, { staffId, action, reason, changes, condition, now }: StreamAuditEntry) {
  return db.insert(auditLog).select(
    sql`SELECT NULL, ${staffId}, ${action}, user_id, 'stream', id, ${reason}, ${is(changes, SQL) ? changes : JSON.stringify(changes)}, ${now}
        FROM streams WHERE ${condition}`,
  )
}

import { is, SQL, sql } from 'drizzle-orm'
import { auditLog } from '../../domain/audit-log/schema.ts'
import type { Db } from '../../lib/database.ts'

type StreamAct = {
  staffId: number
  act: 'stream_end' | 'stream_unannounce' | 'replay_hide'
  reason: string
  /** By column, what it was and what it becomes; as SQL where only the row knows, a JSON text. */
  changes: Record<string, readonly [before: unknown, after: unknown]> | SQL
  condition: SQL
  now: number
}

/** The line of the staff log for what staff do to the stream of a condition, for the batch that then does it: once. */
export function streamAuditEntry(db: Db, { staffId, act, reason, changes, condition, now }: StreamAct) {
  return db.insert(auditLog).select(
    sql`SELECT NULL, ${staffId}, ${act}, user_id, 'stream', id, ${reason}, ${is(changes, SQL) ? changes : JSON.stringify(changes)}, ${now}
        FROM streams WHERE ${condition}`,
  )
}

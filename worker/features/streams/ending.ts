import { sql } from 'drizzle-orm'
import { streams } from '../../domain/streams/schema.ts'
import type { Db } from '../../lib/database.ts'
import { streamAuditEntry } from './audit.ts'

type EndedStream = Pick<typeof streams.$inferSelect, 'id' | 'userId' | 'endReason'>

/** Ends a live stream in the database, with an audit log entry if staff do it. */
export async function endStream(
  db: Db,
  { id, userId, endReason, byId, reason, now }: EndedStream & { byId: number; reason: string; now: number },
): Promise<void> {
  const isLive = sql`streams.id = ${id} AND streams.state = 'live'`
  const update = db
    .update(streams)
    .set({ state: 'ended', endReason, endedAt: now, durationMs: sql`max(0, ${now} - started_at)`, viewersCount: 0 })
    .where(isLive)
  if (byId === userId) await update
  else {
    const changes = { state: ['live', 'ended'] } as const
    await db.batch([
      streamAuditEntry(db, { staffId: byId, action: 'stream_end', reason, changes, condition: isLive, now }),
      update,
    ])
  }
}

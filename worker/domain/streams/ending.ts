import { type SQL, sql } from 'drizzle-orm'
import { batchEach, type Db, type Statement } from '../../lib/database.ts'
import { streamAuditEntry } from './audit.ts'
import { streams } from './schema.ts'

type Stream = typeof streams.$inferSelect
type End = { endReason: Stream['endReason']; now: number }
type StaffAct = { staffId: number; reason: string; now: number }

type Ending = Pick<Stream, 'id' | 'userId'> &
  End & {
    byId: number
    reason: string
    /** Statements for the batch of an act of staff, before the change. */
    along?: readonly Statement[]
  }

/** The condition that a stream exists and is in a state. */
export const streamExists = (id: number, state: SQL) =>
  sql`EXISTS (SELECT 1 FROM streams WHERE id = ${id} AND ${state})`

/** Ends a live stream in the database, with an audit log entry if staff do it. */
export async function endStream(
  db: Db,
  { id, userId, endReason, byId, reason, now, along = [] }: Ending,
): Promise<void> {
  const isLive = sql`streams.id = ${id} AND streams.state = 'live'`
  if (byId === userId) await update(db, isLive, { endReason, now })
  else
    await batchEach<Statement>(db, [
      ...along,
      entry(db, isLive, { staffId: byId, reason, now }),
      update(db, isLive, { endReason, now }),
    ])
}

/** Makes the statements that end the live stream of a member as an act of staff. The second returns its id. */
export function endStreamOf(db: Db, { userId, ...act }: StaffAct & { userId: number }) {
  const isLive = sql`streams.user_id = ${userId} AND streams.state = 'live'`
  const ended = update(db, isLive, { endReason: 'staff', now: act.now }).returning({ id: streams.id })
  return [entry(db, isLive, act), ended] as const
}

/** Makes the statement that ends a member's own live stream, if `condition` holds. */
export function endOwnStream(db: Db, { userId, condition, now }: { userId: number; condition: SQL; now: number }) {
  const isLive = sql`streams.user_id = ${userId} AND streams.state = 'live' AND ${condition}`
  return update(db, isLive, { endReason: 'stopped', now })
}

function update(db: Db, isLive: SQL, { endReason, now }: End) {
  return db
    .update(streams)
    .set({ state: 'ended', endReason, endedAt: now, durationMs: sql`max(0, ${now} - started_at)`, viewersCount: 0 })
    .where(isLive)
}

function entry(db: Db, isLive: SQL, act: StaffAct) {
  return streamAuditEntry(db, {
    ...act,
    action: 'stream_end',
    changes: { state: ['live', 'ended'] },
    condition: isLive,
  })
}

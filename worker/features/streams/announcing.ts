import { and, eq, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { streamAnnounceBody } from '../../../contract/http/streams.ts'
import { ANNOUNCED_STREAMS_MAX } from '../../../contract/limits.ts'
import { streamAuditEntry } from '../../domain/streams/audit.ts'
import { streamReminders, streams } from '../../domain/streams/schema.ts'
import { type Db, type Statement, statement } from '../../lib/database.ts'
import { DONE, failure, orFailure, type Result } from '../../lib/result.ts'

/** Announces a stream, once per key. Fails at the maximum of announced streams. */
export async function announceStream(
  db: Db,
  { key, title, description, mature, sketchId, challengeId, startsAt, userId, now }: Announcement,
): Promise<Result<number, 'announcement_limit'>> {
  const [, [stream]] = await db.batch([
    statement(
      db,
      sql`INSERT INTO streams (user_id, idempotency_key, created_at, state, source, starts_at, title, description, mature, sketch_id,
          challenge_id)
        SELECT ${userId}, ${key}, ${now}, 'announced', 'screen', ${startsAt}, ${title}, ${description}, ${Number(mature)},
          ${sketchId}, ${challengeId}
        WHERE (SELECT count(*) FROM streams WHERE user_id = ${userId} AND state = 'announced') < ${ANNOUNCED_STREAMS_MAX}
        ON CONFLICT DO NOTHING`,
    ),
    db
      .select({ id: streams.id })
      .from(streams)
      .where(and(eq(streams.userId, userId), eq(streams.idempotencyKey, key))),
  ])
  return orFailure(stream?.id, 'announcement_limit')
}

/** Times are milliseconds since 1970. */
type Announcement = Omit<z.output<typeof streamAnnounceBody>, 'startsAt'> & {
  startsAt: number
  userId: number
  now: number
}

type Removal = {
  id: number
  userId: number
  title: string
  byId: number
  reason: string
  now: number
  /** Statements for the batch of staff, before the removal. */
  along?: readonly Statement[]
}

/** Removes an announced stream, with an audit log entry if staff do it. Fails once it has begun. */
export async function removeAnnouncement(
  db: Db,
  { id, userId, title, byId, reason, now, along = [] }: Removal,
): Promise<Result<void, 'stream_over'>> {
  const isAnnounced = sql`streams.id = ${id} AND streams.state = 'announced'`
  const removal = db.delete(streams).where(isAnnounced).returning({ id: streams.id })
  if (byId === userId) return (await removal).length > 0 ? DONE : failure('stream_over')
  const changes = { announced: [title, null] } as const
  const entry = { staffId: byId, action: 'stream_unannounce', reason, changes } as const
  const log = streamAuditEntry(db, { ...entry, condition: isAnnounced, now })
  const found = db.select({ id: streams.id }).from(streams).where(isAnnounced)
  const [announced] = await db.batch([found, ...along, log, removal])
  return announced.length > 0 ? DONE : failure('stream_over')
}

/** Sets or removes a member's reminder of an announced stream. Fails once it has begun. */
export async function setReminder(
  db: Db,
  { id, userId, remind }: { id: number; userId: number; remind: boolean },
): Promise<Result<void, 'stream_over'>> {
  const change = remind
    ? db
        .insert(streamReminders)
        .select(sql`SELECT id, ${userId} FROM streams WHERE id = ${id} AND state = 'announced'`)
        .onConflictDoNothing()
    : db.delete(streamReminders).where(and(eq(streamReminders.streamId, id), eq(streamReminders.userId, userId)))
  const [, [stream]] = await db.batch([
    change,
    db.select({ state: streams.state }).from(streams).where(eq(streams.id, id)),
  ])
  return stream?.state === 'announced' ? DONE : failure('stream_over')
}

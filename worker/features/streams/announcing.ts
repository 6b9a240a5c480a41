import { and, eq, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { streamAnnounceBody } from '../../../contract/http/streams.ts'
import { STREAMS_ANNOUNCED_MAX } from '../../../contract/limits.ts'
import { streamReminders, streams } from '../../domain/streams/schema.ts'
import type { Db } from '../../lib/database.ts'
import { streamAuditEntry } from './audit.ts'

/**
 * Announces a stream; the same call answers the same one again. Null when the member has announced as many as one can.
 */
export async function announceStream(
  db: Db,
  userId: number,
  body: z.output<typeof streamAnnounceBody>,
  startsAt: number,
  now: number,
): Promise<number | null> {
  const announced = db.$client
    .prepare(
      `INSERT INTO streams (user_id, idempotency_key, created_at, state, source, starts_at, title, description, mature, sketch_id, challenge_id)
       SELECT ?1, ?2, ?3, 'announced', 'screen', ?4, ?5, ?6, ?7, ?8, ?9
       WHERE (SELECT count(*) FROM streams WHERE user_id = ?1 AND state = 'announced') < ${STREAMS_ANNOUNCED_MAX}
       ON CONFLICT DO NOTHING`,
    )
    .bind(
      ...[userId, body.key, now, startsAt, body.title, body.description],
      ...[Number(body.mature), body.sketchId, body.challengeId],
    )
  const standing = db.$client
    .prepare('SELECT id FROM streams WHERE user_id = ? AND idempotency_key = ?')
    .bind(userId, body.key)
  const results = await db.$client.batch<{ id: number }>([announced, standing])
  return results.at(-1)?.results[0]?.id ?? null
}

/** Takes back what was announced; what staff take of someone else's is written to their log. False once it has begun. */
export async function removeAnnounced(
  db: Db,
  { id, userId, title }: { id: number; userId: number; title: string },
  byId: number,
  now: number,
): Promise<boolean> {
  const isAnnounced = sql`streams.id = ${id} AND streams.state = 'announced'`
  const removal = db.delete(streams).where(isAnnounced).returning({ id: streams.id })
  if (byId === userId) return (await removal).length > 0
  const act = { staffId: byId, act: 'stream_unannounce', reason: '', changes: { announced: [title, null] } } as const
  const [, removed] = await db.batch([streamAuditEntry(db, act, isAnnounced, now), removal])
  return removed.length > 0
}

/** Has a member told when an announced stream begins, or not; false once it has begun. */
export async function setReminder(db: Db, id: number, userId: number, remind: boolean): Promise<boolean> {
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
  return stream?.state === 'announced'
}

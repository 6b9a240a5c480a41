import { and, eq, sql } from 'drizzle-orm'
import type { Chapter } from '../../../contract/http/stream-chapter.ts'
import { streamAuditEntry } from '../../domain/streams/audit.ts'
import { streamChapters, streams } from '../../domain/streams/schema.ts'
import { users } from '../../domain/users/schema.ts'
import type { Db, Statement } from '../../lib/database.ts'
import { DONE, failure, type Result } from '../../lib/result.ts'

type ReplayState = (typeof streams.$inferSelect)['replay']

/** Publishes a recording that is pending. Returns its state afterwards: it may have been removed or hidden. */
export async function keepReplay(db: Db, id: number): Promise<ReplayState> {
  const [, [stream]] = await db.batch([
    db
      .update(streams)
      .set({ replay: 'kept', replayPendingAt: null })
      .where(and(eq(streams.id, id), sql`${streams.replay} = 'pending'`)),
    db.select({ replay: streams.replay }).from(streams).where(eq(streams.id, id)),
  ])
  return stream?.replay ?? 'none'
}

/** Removes recordings and their chapters. `deleteRemovedFiles` deletes the files. */
export async function removeReplays(db: Db, ids: readonly number[], state: 'pending' | 'any' = 'any'): Promise<void> {
  const chosen = sql`SELECT id FROM streams WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))
    AND replay ${state === 'any' ? sql`<> 'none'` : sql`= 'pending'`}`
  await db.batch([
    db.delete(streamChapters).where(sql`${streamChapters.streamId} IN (${chosen})`),
    db
      .update(users)
      .set({
        storedBytes: sql`stored_bytes
          - (SELECT sum(recording_bytes) FROM streams WHERE id IN (${chosen}) AND user_id = users.id)`,
      })
      .where(sql`id IN (SELECT user_id FROM streams WHERE id IN (${chosen}))`),
    db
      .update(streams)
      .set({
        replay: 'none',
        recordingBytes: 0,
        replaySketchId: null,
        previewNumber: 0,
        filesDeletionPending: true,
        replayPendingAt: null,
      })
      .where(sql`${streams.id} IN (${chosen})`),
  ])
}

/** Replaces the chapters of a stream. If two chapters have the same time, the last one is stored. */
export async function setChapters(db: Db, id: number, chapters: readonly Chapter[]): Promise<void> {
  await db.batch([
    db.delete(streamChapters).where(eq(streamChapters.streamId, id)),
    db
      .insert(streamChapters)
      .select(
        sql`SELECT ${id}, value ->> 'atMs', value ->> 'title' FROM json_each(${JSON.stringify(chapters)}) WHERE true`,
      )
      .onConflictDoUpdate({
        target: [streamChapters.streamId, streamChapters.atMs],
        set: { title: sql`excluded.title` },
      }),
  ])
}

type ReplayHiding = {
  id: number
  hidden: boolean
  reason: string
  staffId: number
  now: number
  /** Statements for the batch, before the change. */
  along?: readonly Statement[]
}

/**
 * Hides a recording or shows it again, with an audit log entry. Showing a pending recording restarts its retention
 * time.
 */
export async function setReplayHidden(
  db: Db,
  { id, hidden, reason, staffId, now, along = [] }: ReplayHiding,
): Promise<Result<void, 'not_found'>> {
  const condition = sql`streams.id = ${id} AND ${hidden ? sql`replay IN ('pending', 'kept')` : sql`replay = 'hidden'`}`
  const after = hidden ? sql`'hidden'` : sql`iif(replay_pending_at IS NULL, 'kept', 'pending')`
  const replayPendingAt = hidden ? sql`replay_pending_at` : sql`iif(replay_pending_at IS NULL, NULL, ${now})`
  const changes = sql`json_object('replay', json_array(replay, ${after}))`
  const [[stream]] = await db.batch([
    db.select({ replay: streams.replay }).from(streams).where(eq(streams.id, id)),
    ...along,
    streamAuditEntry(db, { staffId, action: 'replay_hide', reason, changes, condition, now }),
    db.update(streams).set({ replay: after, replayPendingAt }).where(condition),
  ])
  return stream && stream.replay !== 'none' ? DONE : failure('not_found')
}

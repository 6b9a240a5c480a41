import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../../lib/db.ts'
import type { Viewer } from '../../lib/viewer.ts'
import { staffActs } from '../staff/schema.ts'
import { streams } from './schema.ts'

type Stream = Pick<typeof streams.$inferSelect, 'id' | 'userId' | 'state' | 'settled'>

/**
 * Ends a live stream for the site; what staff end of someone else's is written to their log, once. Its object is told by
 * the caller, and adds what it knows.
 */
export async function endStream(db: Db, { id, userId }: Stream, by: Viewer, reason: string, now: number) {
  const isOwn = by.id === userId
  const isLive = and(eq(streams.id, id), sql`${streams.state} = 'live'`)
  const ending = db
    .update(streams)
    .set({
      state: 'ended',
      end: isOwn ? 'stopped' : 'staff',
      endedAt: now,
      durationMs: sql`max(0, ${now} - ${streams.startedAt})`,
      watching: 0,
    })
    .where(isLive)
  if (isOwn) await ending
  else {
    const changes = JSON.stringify({ state: ['live', 'ended'] })
    const act = db
      .insert(staffActs)
      .select(
        sql`SELECT NULL, ${by.id}, 'stream_end', user_id, 'stream', id, ${reason}, ${changes}, ${now} FROM streams WHERE ${isLive}`,
      )
    await db.batch([act, ending])
  }
}

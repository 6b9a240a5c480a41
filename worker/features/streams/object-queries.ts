import { and, eq, sql } from 'drizzle-orm'
import type { FinalReport, LiveStatus } from '../../../durable-objects/stream/stream.ts'
import { blockedColumn } from '../../domain/sketches/visibility.ts'
import { streamChapters, streams } from '../../domain/streams/schema.ts'
import { users } from '../../domain/users/schema.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import type { Db } from '../../lib/database.ts'

type LiveRow = {
  streamId: number
  ownerId: number
  startedAt: number
  mature: boolean
  replayMature: boolean
  blocked: boolean
}

export async function findLiveStream(db: Db, viewer: Viewer, streamId: number): Promise<LiveRow | null> {
  const row = await db
    .select({
      streamId: streams.id,
      ownerId: streams.userId,
      startedAt: streams.startedAt,
      mature: streams.mature,
      replayMature: streams.replayMature,
      blocked: blockedColumn(viewer, streams.userId),
    })
    .from(streams)
    .where(and(eq(streams.id, streamId), eq(streams.state, 'live')))
    .get()
  return row ? { ...row, startedAt: row.startedAt ?? 0 } : null
}

const isLive = (streamId: number) => and(eq(streams.id, streamId), eq(streams.state, 'live'))

/** Stores the status of a live stream. Has no effect after the stream has ended. */
export async function setLiveStatus(
  db: Db,
  { streamId, status, now }: { streamId: number; status: LiveStatus; now: number },
): Promise<void> {
  await db
    .update(streams)
    .set({ ...status, lastContactAt: now })
    .where(isLive(streamId))
}

/** Stores the final report of a stream's object, once. Does not change an end reason that the site has set. */
export async function settleStream(db: Db, streamId: number, report: FinalReport): Promise<void> {
  const { recorded, chapters, endReason, ...columns } = report
  // Artists may not publish a stream that staff ended.
  const replay = recorded ? sql`iif(coalesce(end_reason, ${endReason}) = 'staff', 'hidden', 'pending')` : 'none'
  await db.batch([
    db
      .insert(streamChapters)
      .select(
        sql`SELECT streams.id, value ->> 'atMs', value ->> 'title' FROM streams, json_each(${JSON.stringify(chapters)})
          WHERE streams.id = ${streamId} AND finalized = 0`,
      )
      .onConflictDoNothing(),
    db
      .update(users)
      .set({ storedBytes: sql`stored_bytes + ${columns.recordingBytes}` })
      .where(sql`id = (SELECT user_id FROM streams WHERE streams.id = ${streamId} AND finalized = 0)`),
    db
      .update(streams)
      .set({
        ...columns,
        ...{ state: 'ended', endReason: sql`coalesce(end_reason, ${endReason})`, finalized: true },
        ...{ viewersCount: 0, replay, replayPendingAt: recorded ? columns.endedAt : null },
      })
      .where(and(eq(streams.id, streamId), eq(streams.finalized, false))),
  ])
}

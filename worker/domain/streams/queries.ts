import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { streamIdOfChannel } from '../../../contract/channel.ts'
import type { Db } from '../../lib/database.ts'
import { failure, type Result, success } from '../../lib/result.ts'
import { blockedColumn, type Reader } from '../sketches/visibility.ts'
import { users } from '../users/schema.ts'
import { isStaff, type Viewer } from '../users/viewer.ts'
import { streams } from './schema.ts'
import { isPreviewShown, replayStatusFor, streamAccess, streamsListedFor } from './visibility.ts'

/** True if the reader has the link of the unlisted sketch to which a stream's replay belongs. */
export function replayLinkedColumn({ linkKeys = [] }: Reader): SQL.Aliased<boolean> {
  const isLinked = sql`EXISTS (SELECT 1 FROM sketches WHERE id = ${streams.replaySketchId} AND ${inArray(sql`link_key`, [...linkKeys])})`
  return (linkKeys.length > 0 ? isLinked : sql`0`).mapWith(Boolean).as('replay_linked')
}

export async function findStreamRecord(db: Db, reader: Reader, id: number) {
  const row = await db
    .select({
      id: streams.id,
      userId: streams.userId,
      nickname: users.nickname,
      title: streams.title,
      description: streams.description,
      mature: streams.mature,
      state: streams.state,
      endReason: streams.endReason,
      replayMature: streams.replayMature,
      replayViolating: streams.replayViolating,
      replayUnlisted: streams.replayUnlisted,
      replayLinked: replayLinkedColumn(reader),
      replay: streams.replay,
      previewNumber: streams.previewNumber,
      startsAt: streams.startsAt,
      startedAt: streams.startedAt,
      endedAt: streams.endedAt,
      createdAt: streams.createdAt,
      blocked: blockedColumn(reader.viewer, streams.userId),
    })
    .from(streams)
    .innerJoin(users, eq(users.id, streams.userId))
    .where(eq(streams.id, id))
    .get()
  return row ?? null
}

export type StreamRecord = NonNullable<Awaited<ReturnType<typeof findStreamRecord>>>

const maySeeStream = (viewer: Viewer | null, stream: StreamRecord) => streamAccess(viewer, stream).maySee

export const maySeePreview = (viewer: Viewer | null, stream: StreamRecord) =>
  maySeeStream(viewer, stream) && isPreviewShown(viewer, stream)

export const maySeeReplay = (viewer: Viewer | null, stream: StreamRecord) =>
  maySeeStream(viewer, stream) && replayStatusFor(viewer, stream) !== 'none'

export async function findVisibleStream(db: Db, reader: Reader, id: number): Promise<StreamRecord | null> {
  const stream = await findStreamRecord(db, reader, id)
  return stream && maySeeStream(reader.viewer, stream) ? stream : null
}

/** True if a stream that everyone may see is live. */
export async function isSomeoneLive(db: Db): Promise<boolean> {
  const row = await db
    .select({ id: streams.id })
    .from(streams)
    .where(and(sql`${streams.state} = 'live'`, streamsListedFor(null)))
    .limit(1)
    .get()
  return row !== undefined
}

/** True if a room belongs to a stream that the viewer may not see. */
export async function isRoomHidden(db: Db, viewer: Viewer, channel: string): Promise<boolean> {
  const id = streamIdOfChannel(channel)
  const stream = id === null ? null : await findStreamRecord(db, { viewer }, id)
  return stream !== null && !maySeeStream(viewer, stream)
}

type Stream = typeof streams.$inferSelect

/** Finds a stream of this member, or with `orAsStaff` any stream if the member is staff. */
export async function findOwnStream(
  db: Db,
  member: Viewer,
  { id, orAsStaff = false }: { id: number; orAsStaff?: boolean },
): Promise<Result<Stream, 'not_found' | 'forbidden'>> {
  const stream = await db.select().from(streams).where(eq(streams.id, id)).get()
  if (!stream) return failure('not_found')
  return stream.userId === member.id || (orAsStaff && isStaff(member)) ? success(stream) : failure('forbidden')
}

/** Finds a stream of this member whose recording they may publish: neither it nor its sketch is hidden by staff. */
export async function findOwnRecording(
  db: Db,
  member: Viewer,
  id: number,
): Promise<Result<Stream, 'not_found' | 'forbidden'>> {
  const stream = await findOwnStream(db, member, { id })
  if (!stream.ok) return stream
  const { replay, replayViolating } = stream.value
  return (replay === 'pending' || replay === 'kept') && !replayViolating ? stream : failure('not_found')
}

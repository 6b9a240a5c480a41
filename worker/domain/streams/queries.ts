import { eq } from 'drizzle-orm'
import { streamIdOfChannel } from '../../../contract/channel.ts'
import type { Db } from '../../lib/database.ts'
import { failure, type Result, success } from '../../lib/result.ts'
import { blockedWith } from '../sketches/visibility.ts'
import { users } from '../users/schema.ts'
import type { Viewer } from '../users/viewer.ts'
import { isStaff } from '../users/viewer.ts'
import { streams } from './schema.ts'
import { maySeePicture, replayFor, streamAccess } from './visibility.ts'

/** What decides who is given what belongs to a stream; null when there is none. */
export async function findStreamFiles(db: Db, viewer: Viewer | null, id: number) {
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
      replay: streams.replay,
      previewNumber: streams.previewNumber,
      startsAt: streams.startsAt,
      startedAt: streams.startedAt,
      endedAt: streams.endedAt,
      createdAt: streams.createdAt,
      blocked: blockedWith(viewer, streams.userId),
    })
    .from(streams)
    .innerJoin(users, eq(users.id, streams.userId))
    .where(eq(streams.id, id))
    .get()
  return row ?? null
}

export type StreamFiles = NonNullable<Awaited<ReturnType<typeof findStreamFiles>>>

const maySeeStream = (viewer: Viewer | null, stream: StreamFiles) => streamAccess(viewer, stream).maySee

/** Whether a viewer may see the pictures of a stream that lists show. */
export const maySeePreview = (viewer: Viewer | null, stream: StreamFiles) =>
  maySeeStream(viewer, stream) && maySeePicture(viewer, stream)

/** Whether a viewer may see the replay of a stream. */
export const maySeeReplay = (viewer: Viewer | null, stream: StreamFiles) =>
  maySeeStream(viewer, stream) && replayFor(viewer, stream) !== 'none'

/** A stream that this viewer may see, or null. */
export async function findVisibleStream(db: Db, viewer: Viewer | null, id: number): Promise<StreamFiles | null> {
  const stream = await findStreamFiles(db, viewer, id)
  return stream && maySeeStream(viewer, stream) ? stream : null
}

/** Whether a chat room is that of a stream which this viewer may not see. */
export async function isRoomHidden(db: Db, viewer: Viewer, channel: string): Promise<boolean> {
  const id = streamIdOfChannel(channel)
  const stream = id === null ? null : await findStreamFiles(db, viewer, id)
  return stream !== null && !maySeeStream(viewer, stream)
}

type Stream = typeof streams.$inferSelect

/** A stream of this member, or, where staff may act on it, anyone's. */
export async function findOwnStream(
  db: Db,
  member: Viewer,
  { id, staffToo = false }: { id: number; staffToo?: boolean },
): Promise<Result<Stream, 'not_found' | 'forbidden'>> {
  const stream = await db.select().from(streams).where(eq(streams.id, id)).get()
  if (!stream) return failure('not_found')
  return stream.userId === member.id || (staffToo && isStaff(member)) ? success(stream) : failure('forbidden')
}

/**
 * A stream of this member with a recording that they can keep: staff hid neither it nor the sketch that it was posted with.
 */
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

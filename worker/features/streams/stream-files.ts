import { eq } from 'drizzle-orm'
import type { Context } from 'hono'
import { streamOfChannel } from '../../../contract/channel.ts'
import type { AppEnv } from '../../lib/app-env.ts'
import { AppError } from '../../lib/app-error.ts'
import { type Db, dbOf } from '../../lib/db.ts'
import { type Viewer, viewerOf } from '../../lib/viewer.ts'
import { blockedWith } from '../sketches/visibility.ts'
import { users } from '../users/schema.ts'
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

/** A stream that this viewer may see. @throws AppError `not_found`. */
export async function requireSeen(c: Context<AppEnv>, id: number): Promise<StreamFiles> {
  const viewer = await viewerOf(c)
  const stream = await findStreamFiles(dbOf(c), viewer, id)
  if (!stream || !maySeeStream(viewer, stream)) throw new AppError('not_found')
  return stream
}

/** Whether a chat room is that of a stream which this viewer may not see. */
export async function isRoomHidden(db: Db, viewer: Viewer, channel: string): Promise<boolean> {
  const id = streamOfChannel(channel)
  const stream = id === null ? null : await findStreamFiles(db, viewer, id)
  return stream !== null && !maySeeStream(viewer, stream)
}

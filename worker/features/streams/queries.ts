import { and, asc, desc, eq, gt, sql } from 'drizzle-orm'
import type { ReplaysReply, StreamsReply } from '../../../contract/http/stream.ts'
import { BOARD_PICTURE_PATH } from '../../../contract/http/whiteboard.ts'
import { STREAMS_PAGE_SIZE } from '../../../contract/limits.ts'
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts'
import type { Db } from '../../lib/db.ts'
import { type Shared, sharedText } from '../../lib/shared-text.ts'
import type { Viewer } from '../../lib/viewer.ts'
import { users } from '../users/schema.ts'
import { announcedOf, replayColumns, replayItemOf, streamColumns, streamItemOf } from './listing.ts'
import { streams } from './schema.ts'
import { replaysListedFor, streamsListedFor } from './visibility.ts'

/** An announced stream that has not begun is in lists for so long after its time. */
const LATE_MS = 3_600_000

/** Streams that are live, most watched first, for a batch. */
export function selectLive(db: Db, viewer: Viewer | null, limit: number) {
  return db
    .select(streamColumns)
    .from(streams)
    .innerJoin(users, eq(users.id, streams.userId))
    .where(and(sql`${streams.state} = 'live'`, streamsListedFor(viewer)))
    .orderBy(desc(streams.watching), desc(streams.id))
    .limit(limit)
}

/** Whether this viewer is told when a stream begins, as a column. */
export function remindedOf(viewer: Viewer | null) {
  return sql`EXISTS (SELECT 1 FROM stream_reminders
    WHERE stream_reminders.stream_id = streams.id AND stream_reminders.user_id = ${viewer?.id ?? 0})`
    .mapWith(Boolean)
    .as('reminded')
}

/** Streams that are announced, the next first, for a batch. */
function selectAnnounced(db: Db, viewer: Viewer | null, now: number) {
  return db
    .select({
      id: streams.id,
      title: streams.title,
      description: streams.description,
      mature: streams.mature,
      startsAt: streams.startsAt,
      userId: streams.userId,
      nickname: users.nickname,
      avatarKey: users.avatarKey,
      reminders: streams.remindersCount,
      reminded: remindedOf(viewer),
    })
    .from(streams)
    .innerJoin(users, eq(users.id, streams.userId))
    .where(and(sql`${streams.state} = 'announced'`, gt(streams.startsAt, now - LATE_MS), streamsListedFor(viewer)))
    .orderBy(asc(streams.startsAt), asc(streams.id))
    .limit(STREAMS_PAGE_SIZE)
}

/** Which stream of one's own is live, in lists or not, for a batch. */
function selectOwnLive(db: Db, viewer: Viewer | null) {
  return db
    .select({ id: streams.id })
    .from(streams)
    .where(and(eq(streams.userId, viewer?.id ?? 0), sql`${streams.state} = 'live'`))
}

/** Recordings of one's own that wait for a decision, the latest first, for a batch. */
function selectOwnPending(db: Db, viewer: Viewer | null) {
  return db
    .select(replayColumns)
    .from(streams)
    .innerJoin(users, eq(users.id, streams.userId))
    .where(and(eq(streams.userId, viewer?.id ?? 0), sql`${streams.replay} = 'pending'`))
    .orderBy(desc(streams.id))
    .limit(STREAMS_PAGE_SIZE)
}

/** What the page of streams shows [2 §2]. */
export async function listStreams(db: Db, viewer: Viewer | null, now: number): Promise<StreamsReply> {
  const [live, announced, [ownLive], ownPending] = await db.batch([
    selectLive(db, viewer, STREAMS_PAGE_SIZE),
    selectAnnounced(db, viewer, now),
    selectOwnLive(db, viewer),
    selectOwnPending(db, viewer),
  ])
  return {
    streams: live.map(streamItemOf),
    announced: announced.map(announcedOf),
    whiteboard: { preview: BOARD_PICTURE_PATH },
    own: viewer && { live: ownLive?.id ?? null, pending: ownPending.map(replayItemOf) },
  }
}

/** What visitors are shown of it, as JSON; the same text for all of them for five seconds. */
export function visitorsStreams(db: Db): Promise<Shared> {
  return sharedText('streams', async () => JSON.stringify(await listStreams(db, null, Date.now())))
}

const REPLAYS = 'replays'

/** A page of replays, the latest first. @throws AppError `bad_cursor`. */
export async function listReplays(db: Db, viewer: Viewer | null, cursor: string | undefined): Promise<ReplaysReply> {
  const last = decodeCursor(REPLAYS, 2, cursor)
  const rows = await db
    .select({ ...replayColumns, endedAt: streams.endedAt })
    .from(streams)
    .innerJoin(users, eq(users.id, streams.userId))
    .where(
      and(
        last ? sql`(${streams.endedAt}, ${streams.id}) < (${last[0]}, ${last[1]})` : undefined,
        replaysListedFor(viewer),
      ),
    )
    .orderBy(desc(streams.endedAt), desc(streams.id))
    .limit(STREAMS_PAGE_SIZE + 1)
  const items = rows.slice(0, STREAMS_PAGE_SIZE)
  const end = rows.length > STREAMS_PAGE_SIZE ? items.at(-1) : undefined
  return {
    items: items.map(replayItemOf),
    cursor: end ? encodeCursor(REPLAYS, [end.endedAt ?? 0, end.id]) : '',
    done: !end,
  }
}

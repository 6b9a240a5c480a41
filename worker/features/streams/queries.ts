import { and, asc, desc, eq, gt, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/sqlite-core'
import type { AnnouncedPage, LivePage, ReplaysReply, StreamsReply } from '../../../contract/http/streams.ts'
import { BOARD_PICTURE_PATH } from '../../../contract/http/whiteboard.ts'
import { STREAMS_PAGE_SIZE } from '../../../contract/limits.ts'
import { streams } from '../../domain/streams/schema.ts'
import { replaysListedFor, streamsListedFor } from '../../domain/streams/visibility.ts'
import { users } from '../../domain/users/schema.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts'
import type { Db } from '../../lib/database.ts'
import { rangesAfter } from '../../lib/keyset.ts'
import { type CachedText, visitorCache } from '../../middleware/visitor-cache.ts'
import { announcedOf, replayColumns, replayItemOf, streamColumns, streamItemOf } from './listing.ts'

const [LIVE, ANNOUNCED, REPLAYS] = ['live streams', 'announced streams', 'replays']
/** A page and one more, by which it is known that the list goes on. */
const ONE_MORE = STREAMS_PAGE_SIZE + 1
/** An announced stream that has not begun is in lists for so long after its time. */
const LATE_MS = 3_600_000

/** Streams that are live, most watched first, for a batch. */
export function selectLive(
  db: Db,
  viewer: Viewer | null,
  { limit, beyond }: { limit: number; beyond?: SQL | undefined },
) {
  return db
    .select(streamColumns)
    .from(streams)
    .innerJoin(users, eq(users.id, streams.userId))
    .where(and(sql`${streams.state} = 'live'`, beyond, streamsListedFor(viewer)))
    .orderBy(desc(streams.viewersCount), desc(streams.id))
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
function selectAnnounced(db: Db, viewer: Viewer | null, beyond: SQL) {
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
    .where(and(sql`${streams.state} = 'announced'`, beyond, streamsListedFor(viewer)))
    .orderBy(asc(streams.startsAt), asc(streams.id))
    .limit(ONE_MORE)
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
    selectLive(db, viewer, { limit: ONE_MORE }),
    selectAnnounced(db, viewer, notLong(now)),
    selectOwnLive(db, viewer),
    selectOwnPending(db, viewer),
  ])
  const [first, next] = [livePageOf(live), announcedPageOf(announced)]
  return {
    streams: first.items,
    announced: next.items,
    cursors: { live: first.cursor, announced: next.cursor },
    whiteboard: { preview: BOARD_PICTURE_PATH },
    own: viewer && { live: ownLive?.id ?? null, pending: ownPending.map(replayItemOf) },
  }
}

/** What visitors are shown of it, as JSON; the same text for all of them for five seconds. */
export function visitorsStreams(db: Db): Promise<CachedText> {
  return visitorCache('streams', async () => JSON.stringify(await listStreams(db, null, Date.now())))
}

/** A page of the streams that are live. @throws InvalidCursor. */
export async function listLive(db: Db, viewer: Viewer | null, cursor: string | undefined): Promise<LivePage> {
  const last = decodeCursor(LIVE, 2, cursor)
  const read = (beyond?: SQL) => selectLive(db, viewer, { limit: ONE_MORE, beyond })
  if (!last) return livePageOf(await read())
  const [nearest, further] = rangesAfter([streams.viewersCount, streams.id], last)
  const [near, far] = [read(nearest).as('nearest'), read(further).as('further')]
  return livePageOf(await unionAll(db.select().from(near), db.select().from(far)).limit(ONE_MORE))
}

/** A page of the streams that are announced. @throws InvalidCursor. */
export async function listAnnounced(
  db: Db,
  viewer: Viewer | null,
  { cursor, now }: { cursor: string | undefined; now: number },
): Promise<AnnouncedPage> {
  const last = decodeCursor(ANNOUNCED, 2, cursor)
  const read = (beyond = notLong(now)) => selectAnnounced(db, viewer, beyond)
  if (!last) return announcedPageOf(await read())
  const [nearest, further] = rangesAfter([streams.startsAt, streams.id], last, '>')
  const [near, far] = [read(nearest).as('nearest'), read(further).as('further')]
  return announcedPageOf(await unionAll(db.select().from(near), db.select().from(far)).limit(ONE_MORE))
}

/** Replays, the latest first. */
function selectReplays(db: Db, viewer: Viewer | null, beyond?: SQL) {
  return db
    .select({ ...replayColumns, endedAt: streams.endedAt })
    .from(streams)
    .innerJoin(users, eq(users.id, streams.userId))
    .where(and(beyond, replaysListedFor(viewer)))
    .orderBy(desc(streams.endedAt), desc(streams.id))
    .limit(ONE_MORE)
}

/** A page of replays, the latest first. @throws InvalidCursor. */
export async function listReplays(db: Db, viewer: Viewer | null, cursor: string | undefined): Promise<ReplaysReply> {
  const last = decodeCursor(REPLAYS, 2, cursor)
  const read = (beyond?: SQL) => selectReplays(db, viewer, beyond)
  if (!last) return replaysPageOf(await read())
  const [nearest, further] = rangesAfter([streams.endedAt, streams.id], last)
  const [near, far] = [read(nearest).as('nearest'), read(further).as('further')]
  return replaysPageOf(await unionAll(db.select().from(near), db.select().from(far)).limit(ONE_MORE))
}

/** The condition that it is not long since a stream was to begin. */
const notLong = (now: number) => gt(streams.startsAt, now - LATE_MS)

const livePageOf = (rows: Awaited<ReturnType<typeof selectLive>>) =>
  pageOf(rows, { list: LIVE, itemOf: streamItemOf, keysOf: ({ viewersCount, id }) => [viewersCount, id] })

const announcedPageOf = (rows: Awaited<ReturnType<typeof selectAnnounced>>) =>
  pageOf(rows, { list: ANNOUNCED, itemOf: announcedOf, keysOf: ({ startsAt, id }) => [startsAt ?? 0, id] })

const replaysPageOf = (rows: Awaited<ReturnType<typeof selectReplays>>) =>
  pageOf(rows, { list: REPLAYS, itemOf: replayItemOf, keysOf: ({ endedAt, id }) => [endedAt ?? 0, id] })

/** The page that rows are, of which there is one more than it has where the list goes on. */
function pageOf<Row, Item>(
  rows: readonly Row[],
  { list, itemOf, keysOf }: { list: string; itemOf: (row: Row) => Item; keysOf: (row: Row) => readonly number[] },
) {
  const items = rows.slice(0, STREAMS_PAGE_SIZE)
  const end = rows.length > STREAMS_PAGE_SIZE ? items.at(-1) : undefined
  return { items: items.map(itemOf), cursor: end ? encodeCursor(list, keysOf(end)) : '', done: !end }
}

import { and, asc, desc, eq, gt, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/sqlite-core'
import type {
  AnnouncedStreamsReply,
  LiveStreamsReply,
  ReplaysReply,
  StreamsReply,
} from '../../../contract/http/streams.ts'
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
import { announcedStreamOf, replayColumns, replayItemOf, streamColumns, streamItemOf } from './listing.ts'

const [LIVE, ANNOUNCED, REPLAYS] = ['live streams', 'announced streams', 'replays']
/** Rows to read: a row beyond the page shows that the list continues. */
const ONE_MORE = STREAMS_PAGE_SIZE + 1
/** Lists show an announced stream until this time after its start time. */
const LATE_MS = 3_600_000

/** Selects live streams, most watched first; `after` is the condition for rows after a cursor. */
export function selectLiveStreams(
  db: Db,
  viewer: Viewer | null,
  { limit, after }: { limit: number; after?: SQL | undefined },
) {
  return db
    .select(streamColumns)
    .from(streams)
    .innerJoin(users, eq(users.id, streams.userId))
    .where(and(sql`${streams.state} = 'live'`, after, streamsListedFor(viewer)))
    .orderBy(desc(streams.viewersCount), desc(streams.id))
    .limit(limit)
}

export function hasReminder(viewer: Viewer | null) {
  return sql`EXISTS (SELECT 1 FROM stream_reminders
    WHERE stream_reminders.stream_id = streams.id AND stream_reminders.user_id = ${viewer?.id ?? 0})`
    .mapWith(Boolean)
    .as('reminded')
}

type ListPart = { artist?: number | undefined; after?: SQL | undefined }

function selectAnnounced(db: Db, viewer: Viewer | null, { artist, after }: ListPart) {
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
      reminded: hasReminder(viewer),
    })
    .from(streams)
    .innerJoin(users, eq(users.id, streams.userId))
    .where(and(sql`${streams.state} = 'announced'`, after, byArtist(artist), streamsListedFor(viewer, artist)))
    .orderBy(asc(streams.startsAt), asc(streams.id))
    .limit(ONE_MORE)
}

function selectOwnLive(db: Db, viewer: Viewer | null) {
  return db
    .select({ id: streams.id })
    .from(streams)
    .where(and(eq(streams.userId, viewer?.id ?? 0), sql`${streams.state} = 'live'`))
}

function selectOwnPending(db: Db, viewer: Viewer | null) {
  return db
    .select(replayColumns)
    .from(streams)
    .innerJoin(users, eq(users.id, streams.userId))
    .where(and(eq(streams.userId, viewer?.id ?? 0), sql`${streams.replay} = 'pending'`))
    .orderBy(desc(streams.id))
    .limit(STREAMS_PAGE_SIZE)
}

/** The first pages of live and announced streams, and the viewer's own [2 §2]. */
export async function listStreams(db: Db, viewer: Viewer | null, now: number): Promise<StreamsReply> {
  const [live, announced, [ownLive], ownPending] = await db.batch([
    selectLiveStreams(db, viewer, { limit: ONE_MORE }),
    selectAnnounced(db, viewer, { after: notOverdue(now) }),
    selectOwnLive(db, viewer),
    selectOwnPending(db, viewer),
  ])
  const [livePage, announcedPage] = [livePageOf(live), announcedPageOf(announced)]
  return {
    streams: livePage.items,
    announced: announcedPage.items,
    cursors: { live: livePage.cursor, announced: announcedPage.cursor },
    whiteboard: { preview: BOARD_PICTURE_PATH },
    own: viewer && { live: ownLive?.id ?? null, pending: ownPending.map(replayItemOf) },
  }
}

/** The visitors' page of streams as JSON, cached for five seconds. */
export function visitorsStreams(db: Db): Promise<CachedText> {
  return visitorCache('streams', async () => JSON.stringify(await listStreams(db, null, Date.now())))
}

/** @throws InvalidCursor. */
export async function listLive(db: Db, viewer: Viewer | null, cursor: string | undefined): Promise<LiveStreamsReply> {
  const last = decodeCursor(LIVE, 2, cursor)
  const read = (after?: SQL) => selectLiveStreams(db, viewer, { limit: ONE_MORE, after })
  if (!last) return livePageOf(await read())
  const [equalFirstKey, rest] = rangesAfter([streams.viewersCount, streams.id], last)
  const [equalRows, restRows] = [read(equalFirstKey).as('equalFirstKey'), read(rest).as('rest')]
  return livePageOf(await unionAll(db.select().from(equalRows), db.select().from(restRows)).limit(ONE_MORE))
}

/** A page of a list, of one member's streams only if `artist` is set. */
type StreamPosition = { artist: number | undefined; cursor: string | undefined }

/** Lists announced streams, the earliest start first. @throws InvalidCursor. */
export async function listAnnounced(
  db: Db,
  viewer: Viewer | null,
  { artist, cursor, now }: StreamPosition & { now: number },
): Promise<AnnouncedStreamsReply> {
  const last = decodeCursor(nameOf(ANNOUNCED, artist), 2, cursor)
  const read = (after = notOverdue(now)) => selectAnnounced(db, viewer, { artist, after })
  if (!last) return announcedPageOf(await read(), artist)
  const [equalFirstKey, rest] = rangesAfter([streams.startsAt, streams.id], last, '>')
  const [equalRows, restRows] = [read(equalFirstKey).as('equalFirstKey'), read(rest).as('rest')]
  const rows = await unionAll(db.select().from(equalRows), db.select().from(restRows)).limit(ONE_MORE)
  return announcedPageOf(rows, artist)
}

function selectReplays(db: Db, viewer: Viewer | null, { artist, after }: ListPart) {
  return db
    .select({ ...replayColumns, endedAt: streams.endedAt })
    .from(streams)
    .innerJoin(users, eq(users.id, streams.userId))
    .where(and(after, byArtist(artist), replaysListedFor(viewer, artist)))
    .orderBy(desc(streams.endedAt), desc(streams.id))
    .limit(ONE_MORE)
}

/** Lists replays, the latest first. @throws InvalidCursor. */
export async function listReplays(
  db: Db,
  viewer: Viewer | null,
  { artist, cursor }: StreamPosition,
): Promise<ReplaysReply> {
  const last = decodeCursor(nameOf(REPLAYS, artist), 2, cursor)
  const read = (after?: SQL) => selectReplays(db, viewer, { artist, after })
  if (!last) return replaysPageOf(await read(), artist)
  const [equalFirstKey, rest] = rangesAfter([streams.endedAt, streams.id], last)
  const [equalRows, restRows] = [read(equalFirstKey).as('equalFirstKey'), read(rest).as('rest')]
  const rows = await unionAll(db.select().from(equalRows), db.select().from(restRows)).limit(ONE_MORE)
  return replaysPageOf(rows, artist)
}

/** The name of a list in its cursors. */
const nameOf = (list: string, artist: number | undefined) => (artist === undefined ? list : `${list} of ${artist}`)

const byArtist = (artist: number | undefined) => (artist === undefined ? undefined : eq(streams.userId, artist))

const notOverdue = (now: number) => gt(streams.startsAt, now - LATE_MS)

const livePageOf = (rows: Awaited<ReturnType<typeof selectLiveStreams>>) =>
  pageOf(rows, { list: LIVE, itemOf: streamItemOf, keysOf: ({ viewersCount, id }) => [viewersCount, id] })

const announcedPageOf = (rows: Awaited<ReturnType<typeof selectAnnounced>>, artist?: number) =>
  pageOf(rows, {
    list: nameOf(ANNOUNCED, artist),
    itemOf: announcedStreamOf,
    keysOf: ({ startsAt, id }) => [startsAt ?? 0, id],
  })

const replaysPageOf = (rows: Awaited<ReturnType<typeof selectReplays>>, artist: number | undefined) =>
  pageOf(rows, {
    list: nameOf(REPLAYS, artist),
    itemOf: replayItemOf,
    keysOf: ({ endedAt, id }) => [endedAt ?? 0, id],
  })

/** Makes a page. `rows` has one row more than a page if the list continues. */
function pageOf<Row, Item>(
  rows: readonly Row[],
  { list, itemOf, keysOf }: { list: string; itemOf: (row: Row) => Item; keysOf: (row: Row) => readonly number[] },
) {
  const items = rows.slice(0, STREAMS_PAGE_SIZE)
  const end = rows.length > STREAMS_PAGE_SIZE ? items.at(-1) : undefined
  return { items: items.map(itemOf), cursor: end ? encodeCursor(list, keysOf(end)) : '', done: !end }
}

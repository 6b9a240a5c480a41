import { and, asc, desc, eq, gt, type SQL, sql } from 'drizzle-orm'
import { BOARD_PICTURE_PATH } from '../../../contract/board/preview.ts'
import type {
  AnnouncedStreamsReply,
  LiveStreamsReply,
  ReplaysReply,
  StreamsReply,
} from '../../../contract/http/streams.ts'
import { STREAMS_PAGE_SIZE } from '../../../contract/limits.ts'
import { byKeys, keyColumns, mergeParts } from '../../domain/sketch-lists/select-rows.ts'
import { blockedColumn, unblockedId } from '../../domain/sketches/visibility.ts'
import { streams } from '../../domain/streams/schema.ts'
import { replayParts, streamParts } from '../../domain/streams/visibility.ts'
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

const LIVE_KEYS = [streams.viewersCount, streams.id]
const ANNOUNCED_KEYS = [streams.startsAt, streams.id]
const REPLAY_KEYS = [streams.endedAt, streams.id]

/** Combines the parts of a list with the ranges of rows to read. */
const within = (parts: readonly (SQL | undefined)[], ranges: readonly (SQL | undefined)[]) =>
  ranges.flatMap((range) => parts.map((part) => and(range, part)))

/**
 * Selects live streams, most watched first, with those of blocked artists; `ranges` are the conditions for rows after a
 * cursor.
 */
export function selectLiveStreams(
  db: Db,
  viewer: Viewer | null,
  { limit, ranges = [undefined] }: { limit: number; ranges?: readonly (SQL | undefined)[] },
) {
  const select = (part: SQL | undefined) =>
    db
      .select({ item: streamColumns, keys: keyColumns(LIVE_KEYS), blocked: blockedColumn(viewer, streams.userId) })
      .from(streams)
      .innerJoin(users, eq(users.id, streams.userId))
      .where(and(sql`${streams.state} = 'live'`, part))
      .$dynamic()
  return mergeParts(within(streamParts(viewer), ranges), select)
    .orderBy(...byKeys(LIVE_KEYS, desc))
    .limit(limit)
}

export function hasReminder(viewer: Viewer | null) {
  return sql`EXISTS (SELECT 1 FROM stream_reminders
    WHERE stream_reminders.stream_id = streams.id AND stream_reminders.user_id = ${viewer?.id ?? 0})`
    .mapWith(Boolean)
    .as('reminded')
}

type ListPart = { artist?: number | undefined; ranges: readonly (SQL | undefined)[] }

const announcedColumns = {
  id: streams.id,
  title: streams.title,
  description: streams.description,
  mature: streams.mature,
  startsAt: streams.startsAt,
  userId: streams.userId,
  nickname: users.nickname,
  avatarKey: users.avatarKey,
  reminders: streams.remindersCount,
}

function selectAnnounced(db: Db, viewer: Viewer | null, { artist, ranges }: ListPart) {
  const select = (part: SQL | undefined) =>
    db
      .select({
        item: { ...announcedColumns, reminded: hasReminder(viewer) },
        keys: keyColumns(ANNOUNCED_KEYS),
        blocked: blockedColumn(viewer, streams.userId),
      })
      .from(streams)
      .innerJoin(users, eq(users.id, streams.userId))
      .where(and(sql`${streams.state} = 'announced'`, byArtist(viewer, artist), part))
      .$dynamic()
  return mergeParts(within(streamParts(viewer, artist), ranges), select)
    .orderBy(...byKeys(ANNOUNCED_KEYS, asc))
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
    selectAnnounced(db, viewer, { ranges: [notOverdue(now)] }),
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
  const ranges = last ? rangesAfter(LIVE_KEYS, last) : [undefined]
  return livePageOf(await selectLiveStreams(db, viewer, { limit: ONE_MORE, ranges }))
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
  const ranges = last ? rangesAfter(ANNOUNCED_KEYS, last, '>') : [notOverdue(now)]
  return announcedPageOf(await selectAnnounced(db, viewer, { artist, ranges }), artist)
}

function selectReplays(db: Db, viewer: Viewer | null, { artist, ranges }: ListPart) {
  const select = (part: SQL | undefined) =>
    db
      .select({ item: replayColumns, keys: keyColumns(REPLAY_KEYS), blocked: blockedColumn(viewer, streams.userId) })
      .from(streams)
      .innerJoin(users, eq(users.id, streams.userId))
      .where(and(byArtist(viewer, artist), part))
      .$dynamic()
  return mergeParts(within(replayParts(viewer, artist), ranges), select)
    .orderBy(...byKeys(REPLAY_KEYS, desc))
    .limit(ONE_MORE)
}

/** Lists replays, the latest first. @throws InvalidCursor. */
export async function listReplays(
  db: Db,
  viewer: Viewer | null,
  { artist, cursor }: StreamPosition,
): Promise<ReplaysReply> {
  const last = decodeCursor(nameOf(REPLAYS, artist), 2, cursor)
  const ranges = last ? rangesAfter(REPLAY_KEYS, last) : [undefined]
  return replaysPageOf(await selectReplays(db, viewer, { artist, ranges }), artist)
}

/** The name of a list in its cursors. */
const nameOf = (list: string, artist: number | undefined) => (artist === undefined ? list : `${list} of ${artist}`)

const byArtist = (viewer: Viewer | null, artist: number | undefined) =>
  artist === undefined ? undefined : eq(streams.userId, unblockedId(viewer, artist))

const notOverdue = (now: number) => gt(streams.startsAt, now - LATE_MS)

const livePageOf = (rows: Awaited<ReturnType<typeof selectLiveStreams>>) =>
  pageOf(rows, { list: LIVE, itemOf: streamItemOf })

const announcedPageOf = (rows: Awaited<ReturnType<typeof selectAnnounced>>, artist?: number) =>
  pageOf(rows, { list: nameOf(ANNOUNCED, artist), itemOf: announcedStreamOf })

const replaysPageOf = (rows: Awaited<ReturnType<typeof selectReplays>>, artist: number | undefined) =>
  pageOf(rows, { list: nameOf(REPLAYS, artist), itemOf: replayItemOf })

/**
 * Makes a page. `rows` has one row more than a page if the list continues. Streams of blocked artists are left out after
 * the page was read, so that many of them cost no more.
 */
function pageOf<Row, Item>(
  rows: readonly { item: Row; keys: Record<string, number>; blocked: boolean }[],
  { list, itemOf }: { list: string; itemOf: (row: Row) => Item },
) {
  const page = rows.slice(0, STREAMS_PAGE_SIZE)
  const end = rows.length > STREAMS_PAGE_SIZE ? page.at(-1) : undefined
  const cursor = end ? encodeCursor(list, Object.values(end.keys)) : ''
  return { items: page.filter(({ blocked }) => !blocked).map(({ item }) => itemOf(item)), cursor, done: !end }
}

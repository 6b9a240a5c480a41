import { and, desc, eq, isNotNull, lt, type SQL, sql } from 'drizzle-orm'
import type { CompoEntry, CompoEntryList } from '../../../contract/http/compos.ts'
import { GALLERY_PAGE_SIZE } from '../../../contract/limits.ts'
import { disqualifiedColumn } from '../../domain/compos/disqualification.ts'
import { compoSketchColumns, compoSketchOf } from '../../domain/compos/list-items.ts'
import { compoEntries, compos } from '../../domain/compos/schema.ts'
import { mayOpen } from '../../domain/compos/visibility.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import { blockedColumn, partsWithBlocked } from '../../domain/sketches/visibility.ts'
import { personOf } from '../../domain/users/list-items.ts'
import { users } from '../../domain/users/schema.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts'
import type { Db } from '../../lib/database.ts'

type EntryRange = { key: string; page: number; cursor?: string | undefined; recent: boolean; now: number }

/** The order of a list of entries, which its cursors contain. */
const LATEST_FIRST = 0
const BY_PLACE = 1

/**
 * Lists the entries of a compo: by place once there is a result, otherwise the latest first. Null for a missing compo.
 * Entries of blocked artists are left out after a page was read, so that many of them cost no more.
 * @throws InvalidCursor.
 */
export async function listEntries(
  db: Db,
  viewer: Viewer | null,
  { key, page, cursor, recent, now }: EntryRange,
): Promise<CompoEntryList | null> {
  const list = `compo ${key}`
  const last = decodeCursor(list, 2, cursor)
  const skipped = (page - 1) * GALLERY_PAGE_SIZE
  const isPlaceWanted = last ? last[0] === BY_PLACE : !recent
  // The result decides between the two orders. Only rows of one of them are read.
  const compoId = isPlaceWanted ? idWithoutResult(key) : compoIdOf(key)
  const [placed, ...latest] = await db.batch([
    selectPlaced(db, viewer, { key, after: isPlaceWanted ? (last?.[1] ?? skipped) : null, now }),
    ...selectLatest(db, viewer, { compoId, before: last?.[1] ?? lastOfLatest(viewer, compoId, skipped) }),
  ])
  const [compo] = placed
  if (!compo) return null
  const hasResult = compo.resultAt !== null
  const order = hasResult && isPlaceWanted ? BY_PLACE : LATEST_FIRST
  const merged = latest.flat().sort((a, b) => b.entry - a.entry)
  const rows = order === BY_PLACE ? placed.filter(isEntry) : merged.slice(0, GALLERY_PAGE_SIZE)
  const end = rows.at(-1)
  const done = rows.length < GALLERY_PAGE_SIZE || !end
  return {
    items: rows.filter(({ blocked }) => !blocked).map((row) => entryOf(row, { viewer, hasResult })),
    cursor: done ? '' : encodeCursor(list, [order, order === BY_PLACE ? (end.position ?? 0) : end.entry]),
    page: cursor ? undefined : page,
    done,
  }
}

const compoIdOf = (key: string) => sql<number>`(SELECT id FROM compos WHERE key = ${key})`
const idWithoutResult = (key: string) => sql<number>`(SELECT id FROM compos WHERE key = ${key} AND result_at IS NULL)`

/** Selects a compo with its entries after a position. Without a position or a result, the row has no entry. */
function selectPlaced(
  db: Db,
  viewer: Viewer | null,
  { key, after, now }: { key: string; after: number | null; now: number },
) {
  const ofCompo = and(eq(compoEntries.compoId, compos.id), isNotNull(compos.resultAt))
  return db
    .select({ resultAt: compos.resultAt, ...entryColumns(viewer) })
    .from(compos)
    .leftJoin(compoEntries, and(ofCompo, sql`${compoEntries.position} > ${after}`))
    .leftJoin(sketches, eq(sketches.id, compoEntries.sketchId))
    .leftJoin(users, eq(users.id, compoEntries.artistId))
    .where(and(eq(compos.key, key), mayOpen(viewer, now)))
    .orderBy(compoEntries.position)
    .limit(GALLERY_PAGE_SIZE)
}

type PlacedRow = Awaited<ReturnType<typeof selectPlaced>>[number]
const isEntry = (row: PlacedRow): row is PlacedRow & EntryRow => row.entry !== null

/**
 * The id of the last of the `count` latest entries; null if there are fewer, undefined for a count of 0. Reads only an
 * index.
 */
function lastOfLatest(viewer: Viewer | null, compoId: SQL<number>, count: number): SQL<number> | undefined {
  if (count === 0) return undefined
  const parts = partsWithBlocked(viewer, compoEntries).map(
    (part) =>
      sql`SELECT entry_id FROM (SELECT entry_id FROM compo_entries WHERE ${and(eq(compoEntries.compoId, compoId), part)}
        ORDER BY entry_id DESC LIMIT ${count})`,
  )
  return sql`(${sql.join(parts, sql` UNION ALL `)} ORDER BY entry_id DESC LIMIT 1 OFFSET ${count - 1})`
}

function selectLatest(
  db: Db,
  viewer: Viewer | null,
  { compoId, before }: { compoId: SQL<number>; before: number | SQL<number> | undefined },
) {
  const after = before === undefined ? undefined : lt(compoEntries.id, before)
  return partsWithBlocked(viewer, compoEntries).map((part) =>
    selectEntries(db, viewer)
      .where(and(eq(compoEntries.compoId, compoId), part, after))
      .orderBy(desc(compoEntries.id))
      .limit(GALLERY_PAGE_SIZE),
  )
}

const entryColumns = (viewer: Viewer | null) => ({
  entry: compoEntries.id,
  place: compoEntries.place,
  disqualified: disqualifiedColumn,
  position: compoEntries.position,
  seen: compoEntries.seenCount,
  picks: compoEntries.picksCount,
  sketch: compoSketchColumns,
  // Aliased, because D1 batches identify columns by name.
  artistId: sql<number | null>`${users.id}`.as('artist_user_id'),
  nickname: users.nickname,
  avatarKey: users.avatarKey,
  isDeleted: sql`coalesce(${sketches.violation} IN ('removed', 'deleted'), 0)`.mapWith(Boolean).as('is_deleted'),
  isListed: sql`${compoEntries.listed}`.mapWith(Boolean).as('is_listed'),
  isShown: sql`(${viewer?.showMature ? compoEntries.listed : compoEntries.listedForAll}
    OR (${compoEntries.listed} AND ${compoEntries.artistId} IS ${viewer?.id ?? 0}))`
    .mapWith(Boolean)
    .as('is_shown'),
  blocked: blockedColumn(viewer, compoEntries.artistId),
})

function selectEntries(db: Db, viewer: Viewer | null) {
  return db
    .select(entryColumns(viewer))
    .from(compoEntries)
    .leftJoin(sketches, eq(sketches.id, compoEntries.sketchId))
    .leftJoin(users, eq(users.id, compoEntries.artistId))
    .$dynamic()
}

type EntryRow = Awaited<ReturnType<typeof selectEntries>>[number]

function entryOf(
  { entry, place, disqualified, seen, picks, sketch, artistId, nickname, avatarKey, ...row }: EntryRow,
  { viewer, hasResult }: { viewer: Viewer | null; hasResult: boolean },
): CompoEntry {
  const isShown = sketch !== null && row.isShown
  const isNamed = isShown && artistId !== null && (hasResult || artistId === viewer?.id)
  return {
    entry,
    sketch: isShown ? compoSketchOf(sketch) : null,
    missing: isShown ? null : !sketch || row.isDeleted ? 'deleted' : row.isListed ? 'mature' : 'hidden',
    artist: isNamed ? personOf({ id: artistId, nickname: nickname ?? '', avatarKey }) : null,
    place: place ?? -1,
    disqualified,
    seen: hasResult ? (seen ?? 0) : null,
    picks: hasResult ? (picks ?? 0) : null,
  }
}

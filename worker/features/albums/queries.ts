import { and, desc, eq, exists, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Album, AlbumInfo, AlbumListReply, AlbumMode } from '../../../contract/http/albums.ts'
import { GALLERY_PAGE_SIZE, HIDDEN_ENTRIES_COUNTED_MAX } from '../../../contract/limits.ts'
import { toWireTime } from '../../../contract/time.ts'
import { albumSketches, albums } from '../../domain/albums/schema.ts'
import { coverColumn, coverOf } from '../../domain/sketches/list-items.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import { countedBlocks } from '../../domain/sketches/shown-count.ts'
import {
  accessColumns,
  blockedColumn,
  listedFor,
  notBlocked,
  partsWithBlocked,
  type Reader,
  sketchAccess,
} from '../../domain/sketches/visibility.ts'
import { users } from '../../domain/users/schema.ts'
import { isStaff, type Viewer } from '../../domain/users/viewer.ts'
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts'
import type { Db } from '../../lib/database.ts'
import { imageBase } from '../../lib/image-base.ts'
import { DONE, failure, type Result } from '../../lib/result.ts'

/** The number of sketches that are tried as a cover if the chosen cover is hidden from this viewer. */
const COVERS_TRIED = 8

/** The condition of every list of albums: not by a blocked member, except for staff. */
export function albumsShownTo(viewer: Viewer | null): SQL | undefined {
  return isStaff(viewer) ? undefined : notBlocked(viewer, albums.userId)
}

function albumColumns(viewer: Viewer | null) {
  return {
    id: albums.id,
    title: albums.title,
    description: albums.description,
    mode: albums.mode,
    userId: albums.userId,
    nickname: users.nickname,
    avatarKey: users.avatarKey,
    views: albums.viewsCount,
    createdAt: albums.createdAt,
    items: shownCountFor(viewer),
    thumbnail: thumbnailFor(viewer),
  }
}

/** The number of sketches in an album that this viewer may see. */
function shownCountFor(viewer: Viewer | null): SQL<number> {
  if (!viewer) return sql<number>`${albums.listedCount}`
  const { id } = viewer
  return sql<number>`CASE WHEN ${albums.mode} = 1 THEN ${albums.listedCount} - (
      SELECT count(*) FROM (SELECT 1 FROM album_sketches INDEXED BY album_sketches_artist
        WHERE album_sketches.album_id = ${albums.id} AND listed = 1 AND artist_id IN (${countedBlocks(id)})
        LIMIT ${HIDDEN_ENTRIES_COUNTED_MAX}))
    WHEN ${albums.userId} = ${id} THEN ${albums.sketchesCount} ELSE ${albums.listedCount} END`
}

/** The cover as JSON: the chosen sketch, or the first that this viewer may see. */
function thumbnailFor(viewer: Viewer | null): SQL<string | null> {
  const isOwn = viewer ? and(eq(sketches.userId, viewer.id), eq(albums.userId, viewer.id)) : undefined
  const first = partsWithBlocked(viewer, albumSketches).map(
    (part) =>
      sql`SELECT sketch_id, position FROM album_sketches WHERE album_sketches.album_id = ${albums.id} AND ${part}`,
  )
  return sql<string | null>`coalesce(
    (SELECT ${coverColumn} FROM sketches WHERE ${sketches.id} = ${albums.coverSketchId} AND ${or(listedFor(viewer), isOwn)}),
    (SELECT ${coverColumn} FROM (${sql.join(first, sql` UNION ALL `)} ORDER BY position LIMIT ${COVERS_TRIED}) AS first
      CROSS JOIN sketches WHERE ${sketches.id} = first.sketch_id AND ${listedFor(viewer)} LIMIT 1))`
}

type AlbumRow = Omit<Album, 'avatar' | 'thumbnail' | 'dateCreated'> & {
  avatarKey: string | null
  createdAt: number
  thumbnail: string | null
}

function albumOf({ avatarKey, createdAt, thumbnail, ...row }: AlbumRow): Album {
  return {
    ...row,
    avatar: avatarKey && imageBase(avatarKey),
    dateCreated: toWireTime(createdAt),
    thumbnail: coverOf(thumbnail),
  }
}

export async function findAlbum(
  db: Db,
  viewer: Viewer | null,
  { userId, albumId }: { userId: number; albumId: number },
): Promise<AlbumInfo | null> {
  const row = await db
    .select(albumColumns(viewer))
    .from(albums)
    .innerJoin(users, eq(users.id, albums.userId))
    .where(and(eq(albums.id, albumId), eq(albums.userId, userId), albumsShownTo(viewer)))
    .get()
  return row ? { ...albumOf(row), canEdit: viewer?.id === userId } : null
}

/** Lists a member's albums and collections, newest first. @throws InvalidCursor. */
export async function listAlbums(
  db: Db,
  viewer: Viewer | null,
  { userId, mode, cursor }: { userId: number; mode?: AlbumMode | undefined; cursor?: string | undefined },
): Promise<AlbumListReply> {
  const list = `albums ${userId} ${mode ?? ''}`
  const [before] = decodeCursor(list, 1, cursor) ?? []
  const rows = await db
    .select(albumColumns(viewer))
    .from(albums)
    .innerJoin(users, eq(users.id, albums.userId))
    .where(
      and(
        eq(albums.userId, userId),
        mode === undefined ? undefined : eq(albums.mode, mode),
        before === undefined ? undefined : lt(albums.id, before),
        albumsShownTo(viewer),
      ),
    )
    .orderBy(desc(albums.id))
    .limit(GALLERY_PAGE_SIZE)
  return albumPage(list, rows)
}

/**
 * Lists the albums and collections that contain a sketch, newest first; null for a hidden sketch. Those of blocked
 * members are left out after a page was read, so that many of them cost no more. @throws InvalidCursor.
 */
export async function listAlbumsOfSketch(
  db: Db,
  reader: Reader,
  { sketchId, userId, cursor }: { sketchId: number; userId?: number | undefined; cursor?: string | undefined },
): Promise<AlbumListReply | null> {
  const { viewer } = reader
  const list = `albums with ${sketchId} ${userId ?? ''}`
  const columns = albumColumns(viewer)
  const blocked = blockedColumn(isStaff(viewer) ? null : viewer, albums.userId)
  const [before] = decodeCursor(list, 1, cursor) ?? []
  // The index of a sketch has the order, so SQLite would choose it and read the entries of all members.
  const entries = userId === undefined ? sql`album_sketches` : sql`album_sketches INDEXED BY album_sketches_owner`
  const [[sketch], rows] = await db.batch([
    db.select(accessColumns(reader)).from(sketches).where(eq(sketches.id, sketchId)),
    db
      .select({
        ...columns,
        blocked,
        // Each count looks up the viewer's blocks.
        items: sql<number>`CASE WHEN ${blocked.sql} THEN 0 ELSE ${columns.items} END`,
      })
      .from(entries)
      .crossJoin(albums)
      .crossJoin(users)
      .where(
        and(
          eq(albumSketches.sketchId, sketchId),
          userId === undefined ? undefined : eq(albumSketches.ownerId, userId),
          before === undefined ? undefined : lt(albumSketches.albumId, before),
          eq(albums.id, albumSketches.albumId),
          eq(users.id, albums.userId),
        ),
      )
      .orderBy(desc(albumSketches.albumId))
      .limit(GALLERY_PAGE_SIZE),
  ])
  if (!sketch || !sketchAccess(viewer, sketch).maySee) return null
  const shown = rows.filter(({ blocked }) => !blocked).map(({ blocked, ...row }) => albumOf(row))
  return { ...albumPage(list, rows), items: shown }
}

function albumPage(list: string, rows: AlbumRow[]): AlbumListReply {
  const done = rows.length < GALLERY_PAGE_SIZE
  return { items: rows.map(albumOf), cursor: done ? '' : encodeCursor(list, [rows.at(-1)?.id ?? 0]), done }
}

export async function findAlbumOwner(db: Db, albumId: number): Promise<number | null> {
  const row = await db.select({ userId: albums.userId }).from(albums).where(eq(albums.id, albumId)).get()
  return row?.userId ?? null
}

type AlbumText = { title: string; description: string }

/** Changes title, description and, if given, the cover. Fails when the cover is not in the album. */
export async function editAlbum(
  db: Db,
  { albumId, thumbnailId, ...text }: AlbumText & { albumId: number; thumbnailId: number | null },
): Promise<Result<void, 'not_found'>> {
  const coverInAlbum = db
    .select({ id: albumSketches.sketchId })
    .from(albumSketches)
    .where(and(eq(albumSketches.albumId, albumId), eq(albumSketches.sketchId, thumbnailId ?? 0)))
  const changed = await db
    .update(albums)
    .set(thumbnailId ? { ...text, coverSketchId: thumbnailId } : text)
    .where(and(eq(albums.id, albumId), thumbnailId ? exists(coverInAlbum) : undefined))
    .returning({ id: albums.id })
  return changed.length > 0 ? DONE : failure('not_found')
}

export async function removeAlbum(db: Db, albumId: number): Promise<void> {
  await db.delete(albums).where(eq(albums.id, albumId))
}

import { and, asc, desc, eq, gt, lt, type SQL, sql } from 'drizzle-orm'
import type { AlbumMode, AlbumSketch, AlbumSketchList } from '../../../contract/http/albums.ts'
import type { Neighbours } from '../../../contract/http/neighbours.ts'
import { GALLERY_PAGE_SIZE } from '../../../contract/limits.ts'
import { displayTitle } from '../../../contract/text.ts'
import { albumSketches, albums } from '../../domain/albums/schema.ts'
import { mergeParts } from '../../domain/sketch-lists/select-rows.ts'
import { itemColumns, sketchItemOf } from '../../domain/sketches/list-items.ts'
import { selectAccessFields } from '../../domain/sketches/queries.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import { notBlocked, partsWithBlocked, type Reader, sketchAccess } from '../../domain/sketches/visibility.ts'
import { users } from '../../domain/users/schema.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts'
import type { Db } from '../../lib/database.ts'
import { imageBase } from '../../lib/image-base.ts'
import { albumsShownTo } from './queries.ts'

/** The number of sketches that are tried for a page or a neighbour, if artists of a collection are blocked. */
export const SKETCHES_TRIED = 200

type AlbumIds = { userId: number; albumId: number }

function albumIs(viewer: Viewer | null, { userId, albumId }: AlbumIds): SQL | undefined {
  return and(eq(albums.id, albumId), eq(albums.userId, userId), albumsShownTo(viewer))
}

/**
 * The conditions of the sketches of an album that this viewer sees, and of those by blocked artists. Owners see every
 * sketch of an album, but only listed sketches of a collection, so there is a condition for each mode, and the one for
 * the other mode matches nothing. `withHiddenMature` includes mature sketches for viewers who switched them off;
 * `hideMature` then empties them.
 */
function conditionsFor(
  viewer: Viewer | null,
  { userId, albumId }: AlbumIds,
  withHiddenMature: boolean,
): (SQL | undefined)[] {
  const isListed = withHiddenMature ? [eq(albumSketches.listed, true)] : partsWithBlocked(viewer, albumSketches)
  if (viewer?.id !== userId) return isListed.map((part) => and(eq(albumSketches.albumId, albumId), part))
  // Null for the other mode, so that the index finds no row. A separate condition would read all rows.
  const ifMode = (mode: AlbumMode) => sql`(SELECT id FROM albums WHERE id = ${albumId} AND mode = ${mode})`
  return [
    eq(albumSketches.albumId, ifMode(0)),
    ...isListed.map((part) => and(eq(albumSketches.albumId, ifMode(1)), part)),
  ]
}

/**
 * Selects the nearest sketches of an album before or after a position, as many as are tried. SQLite reads them as they
 * are needed.
 */
function selectTried(
  db: Db,
  conditions: readonly (SQL | undefined)[],
  { range, direction }: { range: SQL; direction: typeof asc | typeof desc },
) {
  return mergeParts(conditions, (part) =>
    db
      .select({
        triedId: sql<number>`${albumSketches.sketchId}`.as('tried_id'),
        triedAt: sql<number>`${albumSketches.position}`.as('tried_at'),
      })
      .from(albumSketches)
      .where(and(part, range))
      .$dynamic(),
  )
    .orderBy(direction(sql.identifier('tried_at')))
    .limit(SKETCHES_TRIED)
    .as('tried')
}

/**
 * Lists the sketches of an album in its order; null for a hidden album. A page ends after a number of sketches by
 * blocked artists, and may be empty. @throws InvalidCursor.
 */
export async function listAlbumSketches(
  db: Db,
  viewer: Viewer | null,
  { cursor, ...album }: AlbumIds & { cursor?: string | undefined },
): Promise<AlbumSketchList | null> {
  const name = `album ${album.albumId}`
  const [last = 0] = decodeCursor(name, 1, cursor) ?? []
  const tried = selectTried(db, conditionsFor(viewer, album, true), {
    range: gt(albumSketches.position, last),
    direction: asc,
  })
  const [[foundAlbum], rows] = await db.batch([
    db.select({ count: albums.sketchesCount }).from(albums).where(albumIs(viewer, album)),
    db
      .select({ item: itemColumns, position: tried.triedAt })
      .from(tried)
      .crossJoin(sketches)
      .crossJoin(users)
      .where(and(eq(sketches.id, tried.triedId), notBlocked(viewer, sketches.userId), eq(users.id, sketches.userId)))
      .limit(GALLERY_PAGE_SIZE),
  ])
  if (!foundAlbum) return null
  let end = rows.length === GALLERY_PAGE_SIZE ? rows.at(-1)?.position : undefined
  // Only members have blocks, which make a page short before the end of the album.
  if (end === undefined && viewer && foundAlbum.count > SKETCHES_TRIED) {
    const [lastTried] = await db
      .select({ position: tried.triedAt })
      .from(tried)
      .limit(1)
      .offset(SKETCHES_TRIED - 1)
    end = lastTried?.position
  }
  return {
    items: rows.map(({ item }) => hideMature(viewer, { ...sketchItemOf(item), hidden: false })),
    cursor: end === undefined ? '' : encodeCursor(name, [end]),
    done: end === undefined,
  }
}

/** Removes everything but the size of a mature sketch for viewers who switched mature sketches off. */
function hideMature(viewer: Viewer | null, sketch: AlbumSketch): AlbumSketch {
  const access = sketchAccess(viewer, { ...sketch, linked: true, violation: null, blocked: false })
  if (access.maySee && access.notice !== 'mature') return sketch
  return {
    ...sketch,
    hidden: true,
    imageUrl: '',
    thumbhash: '',
    mat: null,
    title: '',
    alt: '',
    hearts: 0,
    likes: 0,
    comments: 0,
  }
}

/**
 * Finds the sketches before and after a sketch of an album; null for a hidden album or sketch. There is none behind a
 * number of sketches by blocked artists.
 */
export async function findAlbumNeighbours(
  db: Db,
  reader: Reader,
  { sketchId, ...album }: AlbumIds & { sketchId: number },
): Promise<Neighbours | null> {
  const { viewer } = reader
  const { position } = albumSketches
  const ownPosition = sql`(SELECT position FROM album_sketches WHERE album_id = ${album.albumId} AND sketch_id = ${sketchId})`
  const selectNearest = (range: SQL, direction: typeof asc | typeof desc) => {
    const tried = selectTried(db, conditionsFor(viewer, album, false), { range, direction })
    return db
      .select({ id: sketches.id, title: sketches.title, imageKey: sketches.imageKey })
      .from(tried)
      .crossJoin(sketches)
      .where(and(eq(sketches.id, tried.triedId), notBlocked(viewer, sketches.userId)))
      .limit(1)
  }
  const [[sketch], [foundAlbum], [prev], [next]] = await db.batch([
    selectAccessFields(db, reader, sketchId),
    db.select({ id: albums.id }).from(albums).where(albumIs(viewer, album)),
    selectNearest(lt(position, ownPosition), desc),
    selectNearest(gt(position, ownPosition), asc),
  ])
  if (!foundAlbum || !sketch || !sketchAccess(viewer, sketch).maySee) return null
  return { prev: neighbourOf(prev), next: neighbourOf(next) }
}

function neighbourOf(row: { id: number; title: string; imageKey: string } | undefined): Neighbours['prev'] {
  return row ? { id: row.id, title: displayTitle(row.title), imageUrl: imageBase(row.imageKey) } : null
}

import { and, asc, desc, eq, gt, lt, type SQL, sql } from 'drizzle-orm'
import type { AlbumMode, AlbumSketch, AlbumSketchList } from '../../../contract/http/albums.ts'
import type { Neighbours } from '../../../contract/http/neighbours.ts'
import { displayTitle } from '../../../contract/text.ts'
import { albumSketches, albums } from '../../domain/albums/schema.ts'
import { type RankedList, rankedListOf, selectRanked } from '../../domain/sketch-lists/read-list.ts'
import { byKeys, keyColumns, mergeParts } from '../../domain/sketch-lists/select-rows.ts'
import { selectAccessFields } from '../../domain/sketches/queries.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import { listedParts, notBlocked, type Reader, sketchAccess } from '../../domain/sketches/visibility.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import type { Db } from '../../lib/database.ts'
import { imageBase } from '../../lib/image-base.ts'
import { albumsShownTo } from './queries.ts'

type AlbumIds = { userId: number; albumId: number }

function albumIs(viewer: Viewer | null, { userId, albumId }: AlbumIds): SQL | undefined {
  return and(eq(albums.id, albumId), eq(albums.userId, userId), albumsShownTo(viewer))
}

/**
 * The conditions of the sketches of an album that this viewer sees. Owners see every sketch of an album, but only
 * listed sketches of a collection, so there is a condition for each mode, and the one for the other mode matches
 * nothing. `withHiddenMature` includes mature sketches for viewers who switched them off; `hideMature` then empties
 * them.
 */
function conditionsFor(
  viewer: Viewer | null,
  { userId, albumId }: AlbumIds,
  withHiddenMature: boolean,
): (SQL | undefined)[] {
  const isListed = withHiddenMature
    ? [and(eq(albumSketches.listed, true), notBlocked(viewer, albumSketches.artistId))]
    : listedParts(viewer, albumSketches)
  if (viewer?.id !== userId) return isListed.map((part) => and(eq(albumSketches.albumId, albumId), part))
  // Null for the other mode, so that the index finds no row. A separate condition would read all rows.
  const ifMode = (mode: AlbumMode) => sql`(SELECT id FROM albums WHERE id = ${albumId} AND mode = ${mode})`
  return [
    eq(albumSketches.albumId, ifMode(0)),
    ...isListed.map((part) => and(eq(albumSketches.albumId, ifMode(1)), part)),
  ]
}

/** Lists the sketches of an album in its order; null for a hidden album. @throws InvalidCursor. */
export async function listAlbumSketches(
  db: Db,
  viewer: Viewer | null,
  { cursor, ...album }: AlbumIds & { cursor?: string | undefined },
): Promise<AlbumSketchList | null> {
  const list: RankedList = {
    name: `album ${album.albumId}`,
    rank: albumSketches.position,
    table: albumSketches,
    sketchId: albumSketches.sketchId,
    scope: [[albumSketches.albumId, album.albumId]],
    parts: conditionsFor(viewer, album, true),
  }
  const [[foundAlbum], rows] = await db.batch([
    db.select({ id: albums.id }).from(albums).where(albumIs(viewer, album)),
    selectRanked(db, list, { cursor }),
  ])
  if (!foundAlbum) return null
  const page = rankedListOf(list, rows, { cursor })
  return { ...page, items: page.items.map((sketch) => hideMature(viewer, { ...sketch, hidden: false })) }
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

/** Finds the sketches before and after a sketch of an album; null for a hidden album or sketch. */
export async function findAlbumNeighbours(
  db: Db,
  reader: Reader,
  { sketchId, ...album }: AlbumIds & { sketchId: number },
): Promise<Neighbours | null> {
  const { viewer } = reader
  const { position } = albumSketches
  const ownPosition = sql`(SELECT position FROM album_sketches WHERE album_id = ${album.albumId} AND sketch_id = ${sketchId})`
  const selectNearest = (range: SQL, direction: typeof asc | typeof desc) =>
    mergeParts(conditionsFor(viewer, album, false), (part) =>
      db
        .select({ id: sketches.id, title: sketches.title, imageKey: sketches.imageKey, ...keyColumns([position]) })
        .from(albumSketches)
        .crossJoin(sketches)
        .where(and(part, range, eq(sketches.id, albumSketches.sketchId)))
        .$dynamic(),
    )
      .orderBy(...byKeys([position], direction))
      .limit(1)
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

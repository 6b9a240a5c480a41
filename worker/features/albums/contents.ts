import { and, asc, desc, eq, gt, lt, type SQL, sql } from 'drizzle-orm'
import type { AlbumMode, AlbumSketch, AlbumSketchList } from '../../../contract/http/albums.ts'
import type { Neighbours } from '../../../contract/http/neighbours.ts'
import { displayTitle } from '../../../contract/text.ts'
import { albumSketches, albums } from '../../domain/albums/schema.ts'
import { type RankedList, rankedListOf, selectRanked } from '../../domain/sketch-lists/read-list.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import { notBlocked, sketchAccess } from '../../domain/sketches/visibility.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import type { Db } from '../../lib/database.ts'
import { imageBase } from '../../lib/image-base.ts'
import { albumsShownTo } from './queries.ts'

type AlbumIds = { userId: number; albumId: number }

function albumIs(viewer: Viewer | null, { userId, albumId }: AlbumIds): SQL | undefined {
  return and(eq(albums.id, albumId), eq(albums.userId, userId), albumsShownTo(viewer))
}

/**
 * The conditions for the sketches of an album that this viewer sees. Owners see everything in an album, but only listed
 * sketches in a collection: two conditions, one of which matches nothing. `withHiddenMature` includes mature
 * sketches for viewers who switched them off, for `hideMature`.
 */
function conditionsFor(
  viewer: Viewer | null,
  { userId, albumId }: AlbumIds,
  withHiddenMature: boolean,
): (SQL | undefined)[] {
  const listed = withHiddenMature || viewer?.showMature ? albumSketches.listed : albumSketches.listedForAll
  const isListed = and(eq(listed, true), notBlocked(viewer, albumSketches.artistId))
  if (viewer?.id !== userId) return [and(eq(albumSketches.albumId, albumId), isListed)]
  // Null for the other mode, so that the index finds nothing. A separate condition would read rows.
  const ifMode = (mode: AlbumMode) => sql`(SELECT id FROM albums WHERE id = ${albumId} AND mode = ${mode})`
  return [eq(albumSketches.albumId, ifMode(0)), and(eq(albumSketches.albumId, ifMode(1)), isListed)]
}

/** Lists the sketches of an album in its order; null for a hidden album. @throws InvalidCursor. */
export async function listAlbumSketches(
  db: Db,
  viewer: Viewer | null,
  { cursor, ...album }: AlbumIds & { cursor?: string | undefined },
): Promise<AlbumSketchList | null> {
  const list: Omit<RankedList, 'where'> = {
    name: `album ${album.albumId}`,
    rank: albumSketches.position,
    table: albumSketches,
    sketchId: albumSketches.sketchId,
  }
  const [[foundAlbum], ...pages] = await db.batch([
    db.select({ id: albums.id }).from(albums).where(albumIs(viewer, album)),
    ...conditionsFor(viewer, album, true).map((where) => selectRanked(db, { ...list, where }, { cursor })),
  ])
  if (!foundAlbum) return null
  const page = rankedListOf(list, pages.flat(), { cursor })
  return { ...page, items: page.items.map((sketch) => hideMature(viewer, { ...sketch, hidden: false })) }
}

/** Removes everything but the size of a mature sketch for viewers who switched mature sketches off. */
function hideMature(viewer: Viewer | null, sketch: AlbumSketch): AlbumSketch {
  const access = sketchAccess(viewer, { ...sketch, violation: null, blocked: false })
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

/** Finds the sketches before and after a sketch of an album; null for a hidden album. */
export async function findAlbumNeighbours(
  db: Db,
  viewer: Viewer | null,
  { sketchId, ...album }: AlbumIds & { sketchId: number },
): Promise<Neighbours | null> {
  const { position } = albumSketches
  const ownPosition = sql`(SELECT position FROM album_sketches WHERE album_id = ${album.albumId} AND sketch_id = ${sketchId})`
  const selectNearest = (side: 'prev' | 'next', range: SQL, order: SQL) =>
    conditionsFor(viewer, album, false).map((isShown) =>
      db
        .select({
          id: sketches.id,
          title: sketches.title,
          imageKey: sketches.imageKey,
          side: sql<'prev' | 'next'>`${side}`,
        })
        .from(albumSketches)
        .crossJoin(sketches)
        .where(and(isShown, range, eq(sketches.id, albumSketches.sketchId)))
        .orderBy(order)
        .limit(1),
    )
  const [[foundAlbum], ...rows] = await db.batch([
    db.select({ id: albums.id }).from(albums).where(albumIs(viewer, album)),
    ...selectNearest('prev', lt(position, ownPosition), desc(position)),
    ...selectNearest('next', gt(position, ownPosition), asc(position)),
  ])
  const neighbourAt = (side: 'prev' | 'next') => {
    const row = rows.flat().find((neighbour) => neighbour.side === side)
    return row ? { id: row.id, title: displayTitle(row.title), imageUrl: imageBase(row.imageKey) } : null
  }
  return foundAlbum ? { prev: neighbourAt('prev'), next: neighbourAt('next') } : null
}

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

type AlbumName = { userId: number; albumId: number }

function albumIs(viewer: Viewer | null, { userId, albumId }: AlbumName): SQL | undefined {
  return and(eq(albums.id, albumId), eq(albums.userId, userId), albumsShownTo(viewer))
}

/**
 * The conditions for the sketches of an album that this viewer sees. Owners see everything in an album, but only listed
 * sketches in a collection: two conditions, one of which matches nothing. `covered` includes mature sketches for viewers
 * who switched them off.
 */
function shownIn(viewer: Viewer | null, { userId, albumId }: AlbumName, covered: boolean): (SQL | undefined)[] {
  const listed = covered || viewer?.showMature ? albumSketches.listed : albumSketches.listedForAll
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
  { cursor, ...album }: AlbumName & { cursor?: string | undefined },
): Promise<AlbumSketchList | null> {
  const list: Omit<RankedList, 'where'> = {
    name: `album ${album.albumId}`,
    rank: albumSketches.position,
    table: albumSketches,
    sketchId: albumSketches.sketchId,
  }
  const [[foundAlbum], ...pages] = await db.batch([
    db.select({ id: albums.id }).from(albums).where(albumIs(viewer, album)),
    ...shownIn(viewer, album, true).map((where) => selectRanked(db, { ...list, where }, { cursor })),
  ])
  if (!foundAlbum) return null
  const page = rankedListOf(list, pages.flat(), { cursor })
  return { ...page, items: page.items.map((sketch) => coverFrom(viewer, { ...sketch, hidden: false })) }
}

/** Removes everything but the size of a mature sketch for viewers who switched mature sketches off. */
function coverFrom(viewer: Viewer | null, sketch: AlbumSketch): AlbumSketch {
  const access = sketchAccess(viewer, { ...sketch, violation: null, blocked: false })
  if (access.maySee && access.notice !== 'mature') return sketch
  return { ...sketch, hidden: true, imageUrl: '', thumbhash: '', title: '', alt: '', hearts: 0, likes: 0, comments: 0 }
}

/** Finds the sketches before and after a sketch of an album; null for a hidden album. */
export async function findAlbumNeighbours(
  db: Db,
  viewer: Viewer | null,
  { sketchId, ...album }: AlbumName & { sketchId: number },
): Promise<Neighbours | null> {
  const { position } = albumSketches
  const here = sql`(SELECT position FROM album_sketches WHERE album_id = ${album.albumId} AND sketch_id = ${sketchId})`
  const nearest = (side: 'prev' | 'next', range: SQL, order: SQL) =>
    shownIn(viewer, album, false).map((isShown) =>
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
    ...nearest('prev', lt(position, here), desc(position)),
    ...nearest('next', gt(position, here), asc(position)),
  ])
  const neighbourAt = (side: 'prev' | 'next') => {
    const row = rows.flat().find((neighbour) => neighbour.side === side)
    return row ? { id: row.id, title: displayTitle(row.title), imageUrl: imageBase(row.imageKey) } : null
  }
  return foundAlbum ? { prev: neighbourAt('prev'), next: neighbourAt('next') } : null
}

import type { GallerySort } from '../../../contract/http/galleries.ts'
import type { SketchList } from '../../../contract/http/sketches.ts'
import type { Db } from '../../lib/database.ts'
import type { Viewer } from '../users/viewer.ts'
import {
  artistOrder,
  coOpOrder,
  featuredOrder,
  feedOrder,
  heartedByOrder,
  lastHeartedOrder,
  type RankedListName,
  rankedOrder,
  recentOrder,
  recommendedOrder,
  tagOrder,
  trendingFallback,
} from './orders.ts'
import { type ListPosition, rankedListOf, readJoined, readOrdered, readRanked, selectRanked } from './read-list.ts'

type ArtistList = ListPosition & { artist: number; sort: GallerySort }
type TagList = ListPosition & { tagId: number; sort: GallerySort }

export function listRecent(db: Db, viewer: Viewer | null, position: ListPosition): Promise<SketchList> {
  return readOrdered(db, { name: 'recent', ...recentOrder(viewer) }, position)
}

export function listFeatured(db: Db, viewer: Viewer | null, position: ListPosition): Promise<SketchList> {
  return readOrdered(db, { name: 'featured', ...featuredOrder(viewer) }, position)
}

/** Lists sketches by the time of their last heart. */
export function listLastHearted(db: Db, viewer: Viewer | null, position: ListPosition): Promise<SketchList> {
  return readOrdered(db, { name: 'hearts', ...lastHeartedOrder(viewer) }, position)
}

/** Artists also see their own unlisted sketches. */
export function listByArtist(db: Db, viewer: Viewer | null, { artist, sort, ...position }: ArtistList) {
  return readOrdered(db, { name: `user ${artist} ${sort}`, ...artistOrder(viewer, artist, sort) }, position)
}

export function listInCoOp(
  db: Db,
  viewer: Viewer | null,
  { coopId, ...position }: ListPosition & { coopId: number },
): Promise<SketchList> {
  return readOrdered(db, { name: `co-op ${coopId}`, ...coOpOrder(viewer, coopId) }, position)
}

export function listWithTag(db: Db, viewer: Viewer | null, { tagId, sort, ...position }: TagList) {
  return readJoined(db, { name: `tag ${tagId} ${sort}`, ...tagOrder(viewer, tagId, sort) }, position)
}

/** Lists sketches by artists whom the viewer follows, newest first. */
export function listFeed(db: Db, viewer: Viewer, position: ListPosition): Promise<SketchList> {
  return readJoined(db, { name: `friends ${viewer.id}`, ...feedOrder(viewer) }, position)
}

/** Lists the sketches to which a member gave hearts, the latest heart first. */
export function listHeartedBy(
  db: Db,
  viewer: Viewer | null,
  { userId, ...position }: ListPosition & { userId: number },
): Promise<SketchList> {
  return readJoined(db, { name: `hearts ${userId}`, ...heartedByOrder(viewer, userId) }, position)
}

export function listRanked(
  db: Db,
  viewer: Viewer | null,
  { name, ...position }: ListPosition & { name: RankedListName },
): Promise<SketchList> {
  return readRanked(db, { name, ...rankedOrder(viewer, name) }, position)
}

/** Lists a member's recommended sketches, or trending sketches if there are none yet. */
export async function listRecommended(db: Db, viewer: Viewer, position: ListPosition): Promise<SketchList> {
  const recommended = { name: `recommended ${viewer.id}`, ...recommendedOrder(viewer) }
  const trending = { name: 'trending', ...trendingFallback(viewer) }
  const [rows, fallbackRows] = await db.batch([selectRanked(db, recommended, position), selectRanked(db, trending, {})])
  return fallbackRows.length > 0
    ? { ...rankedListOf(trending, fallbackRows, {}), cursor: '', done: true }
    : rankedListOf(recommended, rows, position)
}

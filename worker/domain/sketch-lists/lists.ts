import type { GallerySort } from '../../../contract/http/galleries.ts'
import type { SketchList } from '../../../contract/http/sketches.ts'
import type { Db } from '../../lib/database.ts'
import type { Viewer } from '../users/viewer.ts'
import {
  artistOrder,
  coOpOrder,
  featuredOrder,
  friendsOrder,
  heartedOrder,
  heartsOrder,
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

export function listRecent(db: Db, viewer: Viewer | null, place: ListPosition): Promise<SketchList> {
  return readOrdered(db, { name: 'recent', ...recentOrder(viewer) }, place)
}

export function listFeatured(db: Db, viewer: Viewer | null, place: ListPosition): Promise<SketchList> {
  return readOrdered(db, { name: 'featured', ...featuredOrder(viewer) }, place)
}

export function listHearted(db: Db, viewer: Viewer | null, place: ListPosition): Promise<SketchList> {
  return readOrdered(db, { name: 'hearts', ...heartedOrder(viewer) }, place)
}

/** Artists also see their own unlisted sketches. */
export function listOfArtist(db: Db, viewer: Viewer | null, { artist, sort, ...place }: ArtistList) {
  return readOrdered(db, { name: `user ${artist} ${sort}`, ...artistOrder(viewer, artist, sort) }, place)
}

export function listOfCoOp(
  db: Db,
  viewer: Viewer | null,
  { coopId, ...place }: ListPosition & { coopId: number },
): Promise<SketchList> {
  return readOrdered(db, { name: `co-op ${coopId}`, ...coOpOrder(viewer, coopId) }, place)
}

export function listOfTag(db: Db, viewer: Viewer | null, { tagId, sort, ...place }: TagList) {
  return readJoined(db, { name: `tag ${tagId} ${sort}`, ...tagOrder(viewer, tagId, sort) }, place)
}

export function listOfFriends(db: Db, viewer: Viewer, place: ListPosition): Promise<SketchList> {
  return readJoined(db, { name: `friends ${viewer.id}`, ...friendsOrder(viewer) }, place)
}

export function listOfHearts(
  db: Db,
  viewer: Viewer | null,
  { userId, ...place }: ListPosition & { userId: number },
): Promise<SketchList> {
  return readJoined(db, { name: `hearts ${userId}`, ...heartsOrder(viewer, userId) }, place)
}

export function listRanked(
  db: Db,
  viewer: Viewer | null,
  { name, ...place }: ListPosition & { name: RankedListName },
): Promise<SketchList> {
  return readRanked(db, { name, ...rankedOrder(viewer, name) }, place)
}

/** Lists a member's recommended sketches, or trending sketches if there are none yet. */
export async function listRecommended(db: Db, viewer: Viewer, place: ListPosition): Promise<SketchList> {
  const recommended = { name: `recommended ${viewer.id}`, ...recommendedOrder(viewer) }
  const trending = { name: 'trending', ...trendingFallback(viewer) }
  const [rows, fallbackRows] = await db.batch([selectRanked(db, recommended, place), selectRanked(db, trending, {})])
  return fallbackRows.length > 0
    ? { ...rankedListOf(trending, fallbackRows, {}), cursor: '', done: true }
    : rankedListOf(recommended, rows, place)
}

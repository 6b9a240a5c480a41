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
  trendingInstead,
} from './orders.ts'
import { type Place, rankedListOf, readKept, readOrdered, readRanked, selectRanked } from './read-list.ts'

/** The newest sketches. */
export function listRecent(db: Db, viewer: Viewer | null, place: Place): Promise<SketchList> {
  return readOrdered(db, { name: 'recent', ...recentOrder(viewer) }, place)
}

/** What was featured, the latest first. */
export function listFeatured(db: Db, viewer: Viewer | null, place: Place): Promise<SketchList> {
  return readOrdered(db, { name: 'featured', ...featuredOrder(viewer) }, place)
}

/** What was given a heart by anyone, the latest first, each sketch once. */
export function listHearted(db: Db, viewer: Viewer | null, place: Place): Promise<SketchList> {
  return readOrdered(db, { name: 'hearts', ...heartedOrder(viewer) }, place)
}

/** What one artist posted; artists themselves see all of theirs. */
export function listOfArtist(db: Db, viewer: Viewer | null, artist: number, sort: GallerySort, place: Place) {
  return readOrdered(db, { name: `user ${artist} ${sort}`, ...artistOrder(viewer, artist, sort) }, place)
}

/** What grew from a co-op sketch, the newest first and its beginning last. */
export function listOfCoOp(db: Db, viewer: Viewer | null, coopId: number, place: Place): Promise<SketchList> {
  return readOrdered(db, { name: `co-op ${coopId}`, ...coOpOrder(viewer, coopId) }, place)
}

/** What carries a tag. */
export function listOfTag(db: Db, viewer: Viewer | null, tagId: number, sort: GallerySort, place: Place) {
  return readKept(db, { name: `tag ${tagId} ${sort}`, ...tagOrder(viewer, tagId, sort) }, place)
}

/** What those whom the viewer is a fan of posted, the newest first. */
export function listOfFriends(db: Db, viewer: Viewer, place: Place): Promise<SketchList> {
  return readKept(db, { name: `friends ${viewer.id}`, ...friendsOrder(viewer) }, place)
}

/** What a member gave hearts to, the latest first. */
export function listOfHearts(db: Db, viewer: Viewer | null, userId: number, place: Place): Promise<SketchList> {
  return readKept(db, { name: `hearts ${userId}`, ...heartsOrder(viewer, userId) }, place)
}

export function listRanked(db: Db, viewer: Viewer | null, name: RankedListName, place: Place): Promise<SketchList> {
  return readRanked(db, { name, ...rankedOrder(viewer, name) }, place)
}

/** What was chosen for a member, see recommended.ts; what is trending, as long as nothing was. */
export async function listRecommended(db: Db, viewer: Viewer, place: Place): Promise<SketchList> {
  const chosen = { name: `recommended ${viewer.id}`, ...recommendedOrder(viewer) }
  const trending = { name: 'trending', ...trendingInstead(viewer) }
  const [rows, others] = await db.batch([selectRanked(db, chosen, place), selectRanked(db, trending, {})])
  return others.length > 0
    ? { ...rankedListOf(trending, others, {}), cursor: '', done: true }
    : rankedListOf(chosen, rows, place)
}

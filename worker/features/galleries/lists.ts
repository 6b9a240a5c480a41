import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { GallerySort } from '../../../contract/http/gallery.ts'
import type { SketchList } from '../../../contract/http/sketch.ts'
import type { Db } from '../../lib/db.ts'
import type { Viewer } from '../../lib/viewer.ts'
import { hearts } from '../hearts/schema.ts'
import { sketches, sketchTags } from '../sketches/schema.ts'
import { listedFor, notBlocked } from '../sketches/visibility.ts'
import {
  type KeptList,
  type OrderedList,
  type Place,
  type RankedList,
  rankedListOf,
  readKept,
  readOrdered,
  readRanked,
  selectRanked,
} from './read-list.ts'
import { feeds, rankedSketches, recommendations } from './schema.ts'

/** The newest sketches. */
export function recentList(viewer: Viewer | null): OrderedList {
  return { name: 'recent', keys: [sketches.id], where: listedFor(viewer) }
}

export function listRecent(db: Db, viewer: Viewer | null, place: Place): Promise<SketchList> {
  return readOrdered(db, recentList(viewer), place)
}

/** What was featured, the latest first. */
export function featuredList(viewer: Viewer | null): OrderedList {
  const where = and(listedFor(viewer), isNotNull(sketches.featuredAt))
  return { name: 'featured', keys: [sketches.featuredAt, sketches.id], where }
}

export function listFeatured(db: Db, viewer: Viewer | null, place: Place): Promise<SketchList> {
  return readOrdered(db, featuredList(viewer), place)
}

/** What was given a heart by anyone, the latest first, each sketch once. */
export function listHearted(db: Db, viewer: Viewer | null, place: Place): Promise<SketchList> {
  const where = and(listedFor(viewer), isNotNull(sketches.heartedAt))
  return readOrdered(db, { name: 'hearts', keys: [sketches.heartedAt, sketches.id], where }, place)
}

/** What one artist posted; artists themselves see all of theirs. */
export function listOfArtist(db: Db, viewer: Viewer | null, artist: number, sort: GallerySort, place: Place) {
  const keys = sort === 'hearts' ? [sketches.heartsCount, sketches.id] : [sketches.id]
  const where = and(eq(sketches.userId, artist), viewer?.id === artist ? undefined : listedFor(viewer))
  return readOrdered(db, { name: `user ${artist} ${sort}`, keys, where }, place)
}

/** What grew from a co-op sketch, the newest first and its beginning last. */
export function listOfCoOp(db: Db, viewer: Viewer | null, coopId: number, place: Place): Promise<SketchList> {
  const where = and(eq(sketches.coopId, coopId), listedFor(viewer))
  return readOrdered(db, { name: `co-op ${coopId}`, keys: [sketches.id], where }, place)
}

/** What carries a tag. */
export function listOfTag(db: Db, viewer: Viewer | null, tagId: number, sort: GallerySort, place: Place) {
  const keys = sort === 'hearts' ? [sketchTags.heartsCount, sketchTags.sketchId] : [sketchTags.sketchId]
  const shown = viewer?.showMature ? eq(sketchTags.listed, true) : eq(sketchTags.listedForAll, true)
  const where = and(eq(sketchTags.tagId, tagId), shown, notBlocked(viewer, sketchTags.userId))
  const list = { name: `tag ${tagId} ${sort}`, keys, where, table: sketchTags, sketchId: sketchTags.sketchId }
  return readKept(db, list, place)
}

/** What those whom the viewer is a fan of posted, the newest first. */
export function friendsList(viewer: Viewer): KeptList {
  const where = and(eq(feeds.fanId, viewer.id), listedFor(viewer))
  return { name: `friends ${viewer.id}`, keys: [feeds.sketchId], where, table: feeds, sketchId: feeds.sketchId }
}

export function listOfFriends(db: Db, viewer: Viewer, place: Place): Promise<SketchList> {
  return readKept(db, friendsList(viewer), place)
}

/** What a member gave hearts to, the latest first. */
export function listOfHearts(db: Db, viewer: Viewer | null, userId: number, place: Place): Promise<SketchList> {
  const where = and(eq(hearts.userId, userId), listedFor(viewer))
  const keys = [hearts.createdAt, hearts.sketchId]
  return readKept(db, { name: `hearts ${userId}`, keys, where, table: hearts, sketchId: hearts.sketchId }, place)
}

export type RankedListName = (typeof rankedSketches.$inferSelect)['list']

/** A list that the schedule ranks, see rankings.ts. */
export function rankedList(viewer: Viewer | null, name: RankedListName, list: SQL | RankedListName = name): RankedList {
  const rank = viewer?.showMature ? rankedSketches.rank : rankedSketches.rankForAll
  const where = and(sql`${rankedSketches.list} = ${list}`, listedFor(viewer))
  return { name, rank, where, table: rankedSketches, sketchId: rankedSketches.sketchId }
}

export function listRanked(db: Db, viewer: Viewer | null, name: RankedListName, place: Place): Promise<SketchList> {
  return readRanked(db, rankedList(viewer, name), place)
}

/** What was chosen for a member, see recommended.ts; what is trending, as long as nothing was. */
export async function listRecommended(db: Db, viewer: Viewer, place: Place): Promise<SketchList> {
  const { userId, rank, sketchId } = recommendations
  const where = and(eq(userId, viewer.id), listedFor(viewer))
  const chosen = { name: `recommended ${viewer.id}`, rank, where, table: recommendations, sketchId }
  // A list of no name has no rows, where a condition of its own would be looked at row by row.
  const instead = sql`iif(EXISTS (SELECT 1 FROM recommendations WHERE user_id = ${viewer.id}), '', 'trending')`
  const trending = rankedList(viewer, 'trending', instead)
  const [rows, others] = await db.batch([selectRanked(db, chosen, place), selectRanked(db, trending, {})])
  return others.length > 0
    ? { ...rankedListOf(trending, others, {}), cursor: '', done: true }
    : rankedListOf(chosen, rows, place)
}

import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { GallerySort } from '../../../contract/http/galleries.ts'
import { challengeEntries } from '../challenges/schema.ts'
import { hearts } from '../ledger/schema.ts'
import { sketches, sketchTags } from '../sketches/schema.ts'
import { listedFor, notBlocked } from '../sketches/visibility.ts'
import type { Viewer } from '../users/viewer.ts'
import { feedSketches, rankedSketches, recommendations } from './schema.ts'

/** The rows of a list for one viewer. `table` is `sketches`, or a table of their ids. */
type ListRows = {
  where: SQL | undefined
  table: SQLiteTable
  sketchId: SQLiteColumn
  /** Values that identify the rows of this list in the table, for any viewer. */
  scope: readonly (readonly [column: SQLiteColumn, value: unknown])[]
}

export type KeyOrder = ListRows & { keys: SQLiteColumn[] }

export type RankOrder = ListRows & { rank: SQLiteColumn }

/** A list as one viewer sees it. Pages and neighbours use the same order. */
export type Order = KeyOrder | RankOrder

const fromSketches = { table: sketches, sketchId: sketches.id, scope: [] } as const

export function recentOrder(viewer: Viewer | null): KeyOrder {
  return { ...fromSketches, keys: [sketches.id], where: listedFor(viewer) }
}

export function featuredOrder(viewer: Viewer | null): KeyOrder {
  const where = and(listedFor(viewer), isNotNull(sketches.featuredAt))
  return { ...fromSketches, keys: [sketches.featuredAt, sketches.id], where }
}

/** Sketches by the time of their last heart. */
export function lastHeartedOrder(viewer: Viewer | null): KeyOrder {
  const where = and(listedFor(viewer), isNotNull(sketches.lastHeartedAt))
  return { ...fromSketches, keys: [sketches.lastHeartedAt, sketches.id], where }
}

/** Artists also see their own unlisted sketches. */
export function artistOrder(viewer: Viewer | null, artist: number, sort: GallerySort): KeyOrder {
  const keys = sort === 'hearts' ? [sketches.heartsCount, sketches.id] : [sketches.id]
  const shown = viewer?.id === artist ? undefined : listedFor(viewer)
  // The unary plus prevents SQLite from using the index of all artists' hearts instead of the artist's own.
  const where = and(eq(sketches.userId, artist), shown && (sort === 'hearts' ? sql`+(${shown})` : shown))
  return { ...fromSketches, keys, where, scope: [[sketches.userId, artist]] }
}

export function coOpOrder(viewer: Viewer | null, coopId: number): KeyOrder {
  const where = and(eq(sketches.coopId, coopId), listedFor(viewer))
  return { ...fromSketches, keys: [sketches.id], where, scope: [[sketches.coopId, coopId]] }
}

export function tagOrder(viewer: Viewer | null, tagId: number | SQL, sort: GallerySort): KeyOrder {
  const keys = sort === 'hearts' ? [sketchTags.heartsCount, sketchTags.sketchId] : [sketchTags.sketchId]
  const shown = viewer?.showMature ? eq(sketchTags.listed, true) : eq(sketchTags.listedForAll, true)
  const where = and(eq(sketchTags.tagId, tagId), shown, notBlocked(viewer, sketchTags.artistId))
  return { keys, where, table: sketchTags, sketchId: sketchTags.sketchId, scope: [[sketchTags.tagId, tagId]] }
}

export function challengeOrder(viewer: Viewer | null, challengeId: number): KeyOrder {
  const shown = eq(viewer?.showMature ? challengeEntries.listed : challengeEntries.listedForAll, true)
  const where = and(eq(challengeEntries.challengeId, challengeId), shown, notBlocked(viewer, challengeEntries.artistId))
  const scope = [[challengeEntries.challengeId, challengeId]] as const
  return { keys: [challengeEntries.id], where, table: challengeEntries, sketchId: challengeEntries.sketchId, scope }
}

/** Sketches by artists whom the viewer follows. */
export function feedOrder(viewer: Viewer): KeyOrder {
  const where = and(eq(feedSketches.fanId, viewer.id), listedFor(viewer))
  const scope = [[feedSketches.fanId, viewer.id]] as const
  return { keys: [feedSketches.sketchId], where, table: feedSketches, sketchId: feedSketches.sketchId, scope }
}

/** Sketches to which a member gave hearts. */
export function heartedByOrder(viewer: Viewer | null, userId: number): KeyOrder {
  const where = and(eq(hearts.userId, userId), listedFor(viewer))
  const scope = [[hearts.userId, userId]] as const
  return { keys: [hearts.createdAt, hearts.sketchId], where, table: hearts, sketchId: hearts.sketchId, scope }
}

export type RankedListName = (typeof rankedSketches.$inferSelect)['list']

export function rankedOrder(viewer: Viewer | null, list: RankedListName | SQL): RankOrder {
  const rank = viewer?.showMature ? rankedSketches.rank : rankedSketches.rankForAll
  const where = and(sql`${rankedSketches.list} = ${list}`, listedFor(viewer))
  const scope = [[rankedSketches.list, list]] as const
  return { rank, where, table: rankedSketches, sketchId: rankedSketches.sketchId, scope }
}

export function recommendedOrder(viewer: Viewer): RankOrder {
  const { userId, rank, sketchId } = recommendations
  const where = and(eq(userId, viewer.id), listedFor(viewer))
  return { rank, where, table: recommendations, sketchId, scope: [[userId, viewer.id]] }
}

/** Trending sketches for a member without recommendations; otherwise empty. */
export function trendingFallback(viewer: Viewer): RankOrder {
  // An empty list name has no rows; a separate condition would be checked for every row.
  const name = sql`iif(EXISTS (SELECT 1 FROM recommendations WHERE user_id = ${viewer.id}), '', 'trending')`
  return rankedOrder(viewer, name)
}

import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { GallerySort } from '../../../contract/http/galleries.ts'
import { challengeEntries } from '../challenges/schema.ts'
import { compoEntries, compos } from '../compos/schema.ts'
import { mayOpen } from '../compos/visibility.ts'
import { groupSketches } from '../groups/schema.ts'
import { hearts } from '../ledger/schema.ts'
import { sketches, sketchTags } from '../sketches/schema.ts'
import { listedFor, notBlocked, partsWithBlocked, seesOwnMature, unblockedId } from '../sketches/visibility.ts'
import { users } from '../users/schema.ts'
import { isMember, type Viewer } from '../users/viewer.ts'
import { feedSketches, rankedSketches, recommendations } from './schema.ts'

/** The rows of a list for one viewer. `table` is `sketches`, or a table of their ids. */
type ListRows = {
  /** Conditions whose rows together are the list, without overlap. Each is a range of an index. */
  parts: (SQL | undefined)[]
  /** The condition on the sketch of a row that no index contains. Rows that do not meet it are left out of a page. */
  shown: SQL | undefined
  table: SQLiteTable
  sketchId: SQLiteColumn
  /** Values that identify the rows of this list in the table, for any viewer. */
  scope: readonly (readonly [column: SQLiteColumn, value: unknown])[]
}

export type KeyOrder = ListRows & { keys: SQLiteColumn[] }

export type RankOrder = ListRows & {
  rank: SQLiteColumn
  /** The rank after which a page begins if it leaves out a number of sketches. By default, that number. */
  rankAfter?: (offset: number) => SQL
}

/** A list as one viewer sees it. Pages and neighbours use the same order. */
export type Order = KeyOrder | RankOrder

const fromSketches = { table: sketches, sketchId: sketches.id, scope: [] } as const

const byUnblockedArtist = (viewer: Viewer | null) => ({ shown: notBlocked(viewer, sketches.userId) })

export function recentOrder(viewer: Viewer | null): KeyOrder {
  const parts = partsWithBlocked(viewer)
  return { ...fromSketches, ...byUnblockedArtist(viewer), keys: [sketches.id], parts }
}

export function featuredOrder(viewer: Viewer | null): KeyOrder {
  const parts = partsWithBlocked(viewer).map((part) => and(part, isNotNull(sketches.featuredAt)))
  return { ...fromSketches, ...byUnblockedArtist(viewer), keys: [sketches.featuredAt, sketches.id], parts }
}

/** Sketches by the time of their last heart. */
export function lastHeartedOrder(viewer: Viewer | null): KeyOrder {
  const parts = partsWithBlocked(viewer).map((part) => and(part, isNotNull(sketches.lastHeartedAt)))
  return { ...fromSketches, ...byUnblockedArtist(viewer), keys: [sketches.lastHeartedAt, sketches.id], parts }
}

/** Sketches of an artist; none across a block. Artists also see their own unlisted ones. */
export function artistOrder(viewer: Viewer | null, artist: number, sort: GallerySort): KeyOrder {
  const keys = sort === 'hearts' ? [sketches.heartsCount, sketches.id] : [sketches.id]
  const [listed] = viewer?.id === artist ? [] : partsWithBlocked(viewer)
  const ofArtist = eq(sketches.userId, unblockedId(viewer, artist))
  const order = { ...fromSketches, keys, scope: [[sketches.userId, artist]] as const }
  // The index of an artist's hearts has all sketches.
  return sort === 'hearts'
    ? { ...order, parts: [ofArtist], shown: listed }
    : { ...order, parts: [and(ofArtist, listed)], shown: undefined }
}

export function coOpOrder(viewer: Viewer | null, coopId: number): KeyOrder {
  const parts = partsWithBlocked(viewer).map((part) => and(eq(sketches.coopId, coopId), part))
  const scope = [[sketches.coopId, coopId]] as const
  return { ...fromSketches, ...byUnblockedArtist(viewer), keys: [sketches.id], parts, scope }
}

export function tagOrder(viewer: Viewer | null, tagId: number | SQL, sort: GallerySort): KeyOrder {
  const keys = sort === 'hearts' ? [sketchTags.heartsCount, sketchTags.sketchId] : [sketchTags.sketchId]
  const parts = partsWithBlocked(viewer, sketchTags).map((part) => and(eq(sketchTags.tagId, tagId), part))
  const scope = [[sketchTags.tagId, tagId]] as const
  return { ...byUnblockedArtist(viewer), keys, parts, table: sketchTags, sketchId: sketchTags.sketchId, scope }
}

export function challengeOrder(viewer: Viewer | null, challengeId: number): KeyOrder {
  const ofChallenge = eq(challengeEntries.challengeId, challengeId)
  const parts = partsWithBlocked(viewer, challengeEntries).map((part) => and(ofChallenge, part))
  const from = { table: challengeEntries, sketchId: challengeEntries.sketchId }
  const scope = [[challengeEntries.challengeId, challengeId]] as const
  return { ...from, ...byUnblockedArtist(viewer), keys: [challengeEntries.id], parts, scope }
}

/** Entries of the viewer in a challenge, mature ones included. None for visitors. */
export function ownEntriesOrder(viewer: Viewer | null, challengeId: number): KeyOrder {
  const { challengeId: challenge, artistId, listed } = challengeEntries
  const isOwn = and(eq(challenge, challengeId), eq(artistId, viewer?.id ?? 0), eq(listed, true))
  return { ...challengeOrder(viewer, challengeId), parts: [isOwn] }
}

/** Sketches of a group, the latest to enter first. */
export function groupOrder(viewer: Viewer | null, groupId: number | SQL): KeyOrder {
  const parts = partsWithBlocked(viewer, groupSketches).map((part) => and(eq(groupSketches.groupId, groupId), part))
  const from = { table: groupSketches, sketchId: groupSketches.sketchId }
  const scope = [[groupSketches.groupId, groupId]] as const
  return { ...from, ...byUnblockedArtist(viewer), keys: [groupSketches.id], parts, scope }
}

type CompoList = { key: string; sort: 'place' | 'recent'; now: number }

/**
 * Entries of a compo that has begun, as two orders of which one is empty. Once there is a result, the order is by
 * place, unless the latest entries are wanted. Otherwise it is the latest first.
 */
export function compoOrders(viewer: Viewer | null, { key, sort, now }: CompoList): Order[] {
  const { id, position, compoId, sketchId } = compoEntries
  const ofCompo = (condition?: SQL) => {
    const found = sql`(SELECT id FROM compos WHERE ${and(eq(compos.key, key), mayOpen(viewer, now), condition)})`
    return { table: compoEntries, sketchId, scope: [[compoId, found]] as const, isEntry: sql`${compoId} = ${found}` }
  }
  const latestFirst = (condition?: SQL): KeyOrder => {
    const { isEntry, ...order } = ofCompo(condition)
    const parts = partsWithBlocked(viewer, compoEntries).map((part) => and(isEntry, part))
    return { ...order, ...byUnblockedArtist(viewer), keys: [id], parts }
  }
  if (sort === 'recent') return [latestFirst()]
  const { isEntry, ...order } = ofCompo(isNotNull(compos.resultAt))
  // The index of positions has all entries.
  return [
    { ...order, rank: position, parts: [isEntry], shown: listedFor(viewer) },
    latestFirst(isNull(compos.resultAt)),
  ]
}

/** Sketches by artists whom the viewer follows. */
export function feedOrder(viewer: Viewer): KeyOrder {
  const { fanId, sketchId } = feedSketches
  const parts = [eq(fanId, viewer.id)]
  const scope = [[fanId, viewer.id]] as const
  return { keys: [sketchId], parts, shown: listedFor(viewer), table: feedSketches, sketchId, scope }
}

/** Sketches to which a member gave hearts; none across a block, and none of a deleted member, whose hearts remain. */
export function heartedByOrder(viewer: Viewer | null, userId: number): KeyOrder {
  const { createdAt, sketchId } = hearts
  const giver = sql`(SELECT id FROM ${users} WHERE ${isMember(unblockedId(viewer, userId))})`
  const parts = [eq(hearts.userId, giver)]
  const scope = [[hearts.userId, userId]] as const
  return { keys: [createdAt, sketchId], parts, shown: listedFor(viewer), table: hearts, sketchId, scope }
}

export type RankedListName = (typeof rankedSketches.$inferSelect)['list']

export function rankedOrder(viewer: Viewer | null, list: RankedListName | SQL): RankOrder {
  const { rank, rankForAll, matureBy, sketchId } = rankedSketches
  const isInList = sql`${rankedSketches.list} = ${list}`
  const scope = [[rankedSketches.list, list]] as const
  const order = { table: rankedSketches, sketchId, shown: listedFor(viewer), scope }
  if (viewer?.showMature) return { ...order, rank, parts: [isInList] }
  const forAll = and(isInList, isNull(matureBy))
  if (!seesOwnMature(viewer)) return { ...order, rank: rankForAll, parts: [forAll] }
  const own = and(isInList, eq(matureBy, viewer.id))
  // An own sketch comes after the public sketches with smaller ranks and the own sketches before it.
  const rankAfter = (offset: number) => sql`(SELECT max(${offset} - count(*), coalesce(max(rank_for_all), 0)) FROM (
      SELECT rank_for_all, CAST(rank_for_all AS INTEGER) + row_number() OVER (ORDER BY rank_for_all) AS place
      FROM ${rankedSketches} WHERE ${own})
    WHERE place <= ${offset})`
  return { ...order, rank: rankForAll, rankAfter, parts: [forAll, own] }
}

export function recommendedOrder(viewer: Viewer): RankOrder {
  const { userId, rank, sketchId } = recommendations
  const parts = [eq(userId, viewer.id)]
  const scope = [[userId, viewer.id]] as const
  return { rank, parts, shown: listedFor(viewer), table: recommendations, sketchId, scope }
}

/** Trending sketches for a member without recommendations; otherwise empty. */
export function trendingFallback(viewer: Viewer): RankOrder {
  // An empty list name has no rows; a separate condition would be checked for every row.
  const name = sql`iif(EXISTS (SELECT 1 FROM recommendations WHERE user_id = ${viewer.id}), '', 'trending')`
  return rankedOrder(viewer, name)
}

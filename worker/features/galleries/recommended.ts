import { and, asc, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import { hearts } from '../../domain/ledger/schema.ts'
import { rankedSketches, recommendations } from '../../domain/sketch-lists/schema.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import { listedParts } from '../../domain/sketches/visibility.ts'
import { users } from '../../domain/users/schema.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import { batchEach, type Db, statement } from '../../lib/database.ts'
import { mixRecommendations, type Taste } from './recommendation-mix.ts'

/** Limits of the steps. They bound the cost for members with many hearts. */
const OWN_HEARTS_MAX = 40
const GIVERS_PER_SKETCH_MAX = 20
const SIMILAR_MEMBERS_MAX = 30
const HEARTS_PER_MEMBER_MAX = 40
const TRENDING_MAX = 200
const NEWEST_MAX = 200
const CHOSEN_MAX = 200

const REFRESH_INTERVAL_MS = 6 * 3_600_000

/** Chooses recommendations again if the last ones are six hours old. */
export async function refreshRecommendations(db: Db, viewer: Viewer, now: number): Promise<void> {
  const newest = await db
    .select({ chosenAt: recommendations.chosenAt })
    .from(recommendations)
    .where(eq(recommendations.userId, viewer.id))
    .limit(1)
    .get()
  if (!newest || newest.chosenAt <= now - REFRESH_INTERVAL_MS) await chooseRecommendations(db, viewer, now)
}

/**
 * Replaces a member's recommendations with up to 200 sketches: trending ones if the member has seen all candidates. Of
 * requests that choose at the same time, the first one stores its choice.
 */
export async function chooseRecommendations(db: Db, viewer: Viewer, now: number): Promise<void> {
  const taste = await tasteOf(db, viewer)
  const general = await readGeneralCandidates(db)
  const candidates = [
    ...new Set([...taste.heartedSketches.values()].flat().concat(general.trending, general.littleSeen)),
  ]
  const unseen = new Set(await unseenOf(db, viewer, candidates))
  const mixed = mixRecommendations({ taste, ...general, isUnseen: (id) => unseen.has(id), countMax: CHOSEN_MAX })
  // An empty choice would be made again at each request. The stored sketches are those shown without a choice.
  const chosen = mixed.length > 0 ? mixed : general.trending
  const isDue = sql`NOT EXISTS (SELECT 1 FROM recommendations
    WHERE user_id = ${viewer.id} AND chosen_at > ${now - REFRESH_INTERVAL_MS})`
  await db.batch([
    db.delete(recommendations).where(and(eq(recommendations.userId, viewer.id), isDue)),
    statement(
      db,
      sql`INSERT INTO recommendations (user_id, rank, sketch_id, chosen_at)
        SELECT ${viewer.id}, key + 1, sketches.id, ${now}
        FROM json_each(${JSON.stringify(chosen)}) CROSS JOIN sketches ON sketches.id = value
        WHERE ${isDue}`,
    ),
  ])
}

/** Finds the members who share the most of a member's latest hearts. */
async function tasteOf(db: Db, viewer: Viewer): Promise<Taste> {
  const latestHeartsOf = (userId: number, limit: number) =>
    db
      .select({ userId: hearts.userId, sketchId: hearts.sketchId })
      .from(hearts)
      .where(eq(hearts.userId, userId))
      .orderBy(desc(hearts.createdAt))
      .limit(limit)
  const ownHearts = await latestHeartsOf(viewer.id, OWN_HEARTS_MAX)
  const givers = await batchEach(
    db,
    ownHearts.map(({ sketchId }) =>
      db
        .select({ userId: hearts.userId })
        .from(hearts)
        .where(and(eq(hearts.sketchId, sketchId), ne(hearts.userId, viewer.id)))
        .orderBy(desc(hearts.userId))
        .limit(GIVERS_PER_SKETCH_MAX),
    ),
  )
  const sharedHearts = new Map<number, number>()
  for (const { userId } of givers.flat()) sharedHearts.set(userId, (sharedHearts.get(userId) ?? 0) + 1)
  const similar = [...sharedHearts].sort(([a, x], [b, y]) => y - x || a - b).slice(0, SIMILAR_MEMBERS_MAX)
  const latest = await batchEach(
    db,
    similar.map(([userId]) => latestHeartsOf(userId, HEARTS_PER_MEMBER_MAX)),
  )
  const heartsByMember = Map.groupBy(latest.flat(), ({ userId }) => userId)
  return {
    sharedHearts: new Map(similar),
    heartedSketches: new Map(
      [...heartsByMember].map(([userId, rows]) => [userId, rows.map(({ sketchId }) => sketchId)]),
    ),
  }
}

/** Reads the trending sketches, and the newest sketches sorted by their artists' views. */
async function readGeneralCandidates(db: Db): Promise<{ trending: number[]; littleSeen: number[] }> {
  const [trending, newest] = await db.batch([
    db
      .select({ id: rankedSketches.sketchId })
      .from(rankedSketches)
      .where(eq(rankedSketches.list, 'trending'))
      .orderBy(asc(rankedSketches.rank))
      .limit(TRENDING_MAX),
    db
      .select({ id: sketches.id, views: users.viewsCount })
      .from(sketches)
      .innerJoin(users, eq(users.id, sketches.userId))
      .where(eq(sketches.listed, true))
      .orderBy(desc(sketches.id))
      .limit(NEWEST_MAX),
  ])
  return {
    trending: trending.map(({ id }) => id),
    littleSeen: newest.sort((a, b) => a.views - b.views || b.id - a.id).map(({ id }) => id),
  }
}

/** Filters out hidden and opened sketches, and those that the member made or gave a heart to. */
async function unseenOf(db: Db, viewer: Viewer, candidates: number[]): Promise<number[]> {
  // The other part is the member's own sketches. With both, SQLite would read all listed sketches.
  const [listed] = listedParts(viewer)
  const rows = await db
    .select({ id: sketches.id })
    .from(sketches)
    .where(
      and(
        inArray(sketches.id, sql`(SELECT value FROM json_each(${JSON.stringify(candidates)}))`),
        listed,
        ne(sketches.userId, viewer.id),
        sql`NOT EXISTS (SELECT 1 FROM sketch_views WHERE viewer_key = ${`member:${viewer.id}`} AND sketch_id = sketches.id)`,
        sql`NOT EXISTS (SELECT 1 FROM hearts WHERE user_id = ${viewer.id} AND sketch_id = sketches.id)`,
      ),
    )
  return rows.map(({ id }) => id)
}

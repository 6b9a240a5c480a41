import { type SQL, sql } from 'drizzle-orm'
import { RANKED_MAX } from '../../../contract/limits.ts'
import type { rankedSketches } from '../../domain/sketch-lists/schema.ts'
import { type Db, statement } from '../../lib/database.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Age at which the weight of a heart has halved. */
const HALF_LIFE_MS = 18 * HOUR_MS
/** Older hearts have less than 0.1 % of their weight left and are ignored. */
const TRENDING_WINDOW_MS = 10 * HALF_LIFE_MS
/** Weight of a feature in hearts. */
const FEATURE_WEIGHT = 5
/** Greater than every rank, so that the fractions of mature sketches stay below 1. */
const RANKS_IN_FRACTION = sql.raw(`${RANKED_MAX + 1}.0`)

/**
 * Updates the trending and top lists in one transaction. Reads the hearts of 30 days twice, because a row that is written
 * costs as much as a thousand that are read.
 */
export async function rankSketches(db: Db, now: number): Promise<void> {
  await db.batch([
    ...replaceList(db, 'trending', trendingScores(now)),
    ...replaceList(db, 'tops7', heartsSince(now - 7 * DAY_MS)),
    ...replaceList(db, 'tops30', heartsSince(now - 30 * DAY_MS)),
    ...replaceList(
      db,
      'tops',
      sql`SELECT id, hearts_count FROM sketches WHERE listed = 1 AND hearts_count > 0
        ORDER BY hearts_count DESC, id DESC LIMIT ${RANKED_MAX}`,
    ),
  ])
}

/** Replaces the rows of a ranked list that differ. `scores` selects the id and the score of sketches. */
function replaceList(db: Db, list: (typeof rankedSketches.$inferSelect)['list'], scores: SQL) {
  const ranked = sql`WITH scores(sketch_id, score) AS (${scores}),
      best AS (SELECT sketches.id, listed_for_all, mature_by, score FROM scores CROSS JOIN sketches ON sketches.id = sketch_id
        WHERE listed = 1 ORDER BY score DESC, sketches.id DESC LIMIT ${RANKED_MAX}),
      ranked(rank, rank_for_all, mature_by, sketch_id) AS (SELECT row_number() OVER ranking,
        sum(listed_for_all) OVER ranking + iif(listed_for_all, 0, row_number() OVER ranking / ${RANKS_IN_FRACTION}),
        mature_by, id
        FROM best WINDOW ranking AS (ORDER BY score DESC, id DESC))`
  return [
    statement(
      db,
      sql`${ranked} DELETE FROM ranked_sketches WHERE list = ${list} AND (rank, rank_for_all, ifnull(mature_by, 0), sketch_id)
        NOT IN (SELECT rank, rank_for_all, ifnull(mature_by, 0), sketch_id FROM ranked)`,
    ),
    statement(
      db,
      // The remaining rows are equal. The condition tells the parser that ON does not belong to a join.
      sql`${ranked} INSERT INTO ranked_sketches (list, rank, rank_for_all, mature_by, sketch_id)
        SELECT ${list}, rank, rank_for_all, mature_by, sketch_id FROM ranked WHERE true ON CONFLICT DO NOTHING`,
    ),
  ] as const
}

const heartsSince = (since: number) =>
  sql`SELECT sketch_id, count(*) FROM hearts WHERE created_at > ${since} GROUP BY sketch_id`

function trendingScores(now: number): SQL {
  const since = now - TRENDING_WINDOW_MS
  return sql`SELECT sketch_id, sum(weight * pow(0.5, max(0, ${now} - at) / ${sql.raw(`${HALF_LIFE_MS}.0`)})) FROM (
      SELECT sketch_id, 1 AS weight, created_at AS at FROM hearts WHERE created_at > ${since}
      UNION ALL SELECT id, ${FEATURE_WEIGHT}, featured_at FROM sketches WHERE listed = 1 AND featured_at > ${since}
    ) GROUP BY sketch_id`
}

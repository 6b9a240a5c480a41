import { RANKED_MAX } from '../../../contract/limits.ts'
import type { Db } from '../../lib/database.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** A heart of this age counts half for what is trending. */
const HALF_LIFE_MS = 18 * HOUR_MS
/** What is older counts less than one in a thousand. */
const TRENDING_WINDOW_MS = 10 * HALF_LIFE_MS
/** Being featured counts like so many hearts at that moment. */
const FEATURE_WEIGHT = 5

/** Ranks the trending list and the tops anew; each list changes at once. Reads the hearts of 30 days. */
export async function rankSketches(db: Db, now: number): Promise<void> {
  const client = db.$client
  const replace = (list: string, scores: string, ...bound: number[]) => [
    client.prepare('DELETE FROM ranked_sketches WHERE list = ?').bind(list),
    client
      .prepare(
        `WITH scores(sketch_id, score) AS (${scores}),
           best AS (SELECT sketches.id, listed_for_all, score FROM scores CROSS JOIN sketches ON sketches.id = sketch_id
             WHERE listed = 1 ORDER BY score DESC, sketches.id DESC LIMIT ${RANKED_MAX})
         INSERT INTO ranked_sketches (list, rank, rank_for_all, sketch_id)
         SELECT ?1, row_number() OVER (ORDER BY score DESC, id DESC),
           CASE WHEN listed_for_all THEN row_number() OVER (PARTITION BY listed_for_all ORDER BY score DESC, id DESC) END, id
         FROM best`,
      )
      .bind(list, ...bound),
  ]
  const ofDays = 'SELECT sketch_id, count(*) FROM hearts WHERE created_at > ?2 GROUP BY sketch_id'
  await client.batch([
    ...replace(
      'trending',
      `SELECT sketch_id, sum(weight * pow(0.5, max(0, ?2 - at) / ${HALF_LIFE_MS}.0)) FROM (
         SELECT sketch_id, 1 AS weight, created_at AS at FROM hearts WHERE created_at > ?3
         UNION ALL SELECT id, ${FEATURE_WEIGHT}, featured_at FROM sketches WHERE listed = 1 AND featured_at > ?3
       ) GROUP BY sketch_id`,
      now,
      now - TRENDING_WINDOW_MS,
    ),
    ...replace('tops7', ofDays, now - 7 * DAY_MS),
    ...replace('tops30', ofDays, now - 30 * DAY_MS),
    ...replace(
      'tops',
      `SELECT id, hearts_count FROM sketches WHERE listed = 1 AND hearts_count > 0
       ORDER BY hearts_count DESC, id DESC LIMIT ${RANKED_MAX}`,
    ),
  ])
}

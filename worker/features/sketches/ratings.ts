import { and, eq, sql } from 'drizzle-orm'
import type { RateReply, Rating } from '../../../contract/http/sketches.ts'
import { RATING_CHANGES_MAX } from '../../../contract/limits.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import { countUse, mayRate } from '../../domain/users/member-limits.ts'
import type { Db } from '../../lib/database.ts'
import { failure, type Result, success, tryWrite } from '../../lib/result.ts'
import { ratings } from './schema.ts'

/**
 * Rates a sketch or changes an earlier rating. Triggers update counts and glops. Fails with `rating_limit` for a rating
 * that was changed too often, because each change is a line of the ledger, which keeps all lines. Fails with
 * `daily_rating_limit` above the ratings and changes of a day.
 */
export async function setRating(
  db: Db,
  { sketchId, userId, rating, now }: { sketchId: number; userId: number; rating: Rating; now: number },
): Promise<Result<RateReply, 'own_sketch' | 'rating_limit' | 'daily_rating_limit'>> {
  const written = { authorId: userId, now }
  const rated = await tryWrite(
    db.batch([
      db
        .insert(ratings)
        .select(sql`SELECT ${sketchId}, ${userId}, ${rating}, 0, ${now} WHERE ${mayRate(written)}`)
        .onConflictDoUpdate({
          target: [ratings.sketchId, ratings.userId],
          set: { rating, createdAt: now, changesCount: sql`changes_count + 1` },
          setWhere: sql`rating <> excluded.rating AND changes_count < ${RATING_CHANGES_MAX}`,
        }),
      countUse(db, 'given_ratings', written, sql`changes() > 0`),
      db
        .select({
          rateRules: sketches.likesCount,
          userRating: ratings.rating,
          mayChange: sql`changes_count < ${RATING_CHANGES_MAX}`.mapWith(Boolean).as('may_change'),
        })
        .from(sketches)
        .innerJoin(ratings, and(eq(ratings.sketchId, sketches.id), eq(ratings.userId, userId)))
        .where(eq(sketches.id, sketchId)),
    ]),
    { own_sketch: 'own_sketch' },
  )
  if (!rated.ok) return rated
  const [, , [sketch]] = rated.value
  if (sketch?.userRating === rating) return success({ rateRules: sketch.rateRules, userRating: rating })
  return failure(sketch && !sketch.mayChange ? 'rating_limit' : 'daily_rating_limit')
}

import { and, eq, sql } from 'drizzle-orm'
import type { RateReply, Rating } from '../../../contract/http/sketches.ts'
import { RATING_CHANGES_MAX } from '../../../contract/limits.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import type { Db } from '../../lib/database.ts'
import { failure, type Result, success, tryWrite } from '../../lib/result.ts'
import { ratings } from './schema.ts'

/**
 * Rates a sketch or changes an earlier rating. Triggers update counts and glops. Fails with `rating_limit` for a rating
 * that was changed too often, because each change is a line of the ledger, which keeps all lines.
 */
export async function setRating(
  db: Db,
  { sketchId, userId, rating, now }: { sketchId: number; userId: number; rating: Rating; now: number },
): Promise<Result<RateReply, 'own_sketch' | 'rating_limit'>> {
  const rated = await tryWrite(
    db.batch([
      db
        .insert(ratings)
        .values({ sketchId, userId, rating, createdAt: now })
        .onConflictDoUpdate({
          target: [ratings.sketchId, ratings.userId],
          set: { rating, createdAt: now, changesCount: sql`changes_count + 1` },
          setWhere: sql`rating <> excluded.rating AND changes_count < ${RATING_CHANGES_MAX}`,
        }),
      db
        .select({ rateRules: sketches.likesCount, userRating: ratings.rating })
        .from(sketches)
        .innerJoin(ratings, and(eq(ratings.sketchId, sketches.id), eq(ratings.userId, userId)))
        .where(eq(sketches.id, sketchId)),
    ]),
    { own_sketch: 'own_sketch' },
  )
  if (!rated.ok) return rated
  const [, [sketch]] = rated.value
  if (sketch && sketch.userRating !== rating) return failure('rating_limit')
  return success({ rateRules: sketch?.rateRules ?? 0, userRating: rating })
}

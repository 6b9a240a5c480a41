import { eq, sql } from 'drizzle-orm'
import type { RateReply, Rating } from '../../../contract/http/sketches.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import type { Db } from '../../lib/database.ts'
import { type Result, success, tryWrite } from '../../lib/result.ts'
import { ratings } from './schema.ts'

/** Rates a sketch or changes an earlier rating. Triggers update counts and glops. */
export async function setRating(
  db: Db,
  { sketchId, userId, rating, now }: { sketchId: number; userId: number; rating: Rating; now: number },
): Promise<Result<RateReply, 'own_sketch'>> {
  const rated = await tryWrite(
    db.batch([
      db
        .insert(ratings)
        .values({ sketchId, userId, rating, createdAt: now })
        .onConflictDoUpdate({
          target: [ratings.sketchId, ratings.userId],
          set: { rating, createdAt: now },
          setWhere: sql`rating <> excluded.rating`,
        }),
      db.select({ rateRules: sketches.likesCount }).from(sketches).where(eq(sketches.id, sketchId)),
    ]),
    { own_sketch: 'own_sketch' },
  )
  if (!rated.ok) return rated
  const [, [sketch]] = rated.value
  return success({ rateRules: sketch?.rateRules ?? 0, userRating: rating })
}

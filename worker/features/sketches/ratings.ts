import { eq, sql } from 'drizzle-orm'
import type { RateReply, Rating } from '../../../contract/http/sketch-page.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import { brokeRule, type Db } from '../../lib/database.ts'
import { ratings } from './schema.ts'

/** Rates a sketch, or changes what was said before; saying the same again changes nothing. Counts and glops follow. */
export async function setRating(
  db: Db,
  { sketchId, userId, rating }: { sketchId: number; userId: number; rating: Rating },
  now: number,
): Promise<RateReply | 'own_sketch'> {
  try {
    const [, [sketch]] = await db.batch([
      db
        .insert(ratings)
        .values({ sketchId, userId, rating, createdAt: now })
        .onConflictDoUpdate({
          target: [ratings.sketchId, ratings.userId],
          set: { rating, createdAt: now },
          setWhere: sql`rating <> excluded.rating`,
        }),
      db.select({ rateRules: sketches.likesCount }).from(sketches).where(eq(sketches.id, sketchId)),
    ])
    return { rateRules: sketch?.rateRules ?? 0, userRating: rating }
  } catch (error) {
    if (brokeRule(error, 'own_sketch')) return 'own_sketch'
    throw error
  }
}

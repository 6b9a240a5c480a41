import { eq } from 'drizzle-orm'
import type { HeartReply } from '../../../contract/http/sketch-page.ts'
import { hearts } from '../../domain/ledger/schema.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import { users } from '../../domain/users/schema.ts'
import { brokeRule, type Db } from '../../lib/database.ts'

/**
 * Gives a heart for ever [1 §4]; giving it again changes nothing. The row, the counts and the ledger stand or fall
 * together (triggers), and the database refuses to spend what is not there.
 */
export async function addHeart(
  db: Db,
  sketchId: number,
  userId: number,
  now: number,
): Promise<HeartReply | 'own_sketch' | 'no_hearts'> {
  try {
    const [, [sketch], [user]] = await db.batch([
      db.insert(hearts).values({ sketchId, userId, createdAt: now }).onConflictDoNothing(),
      db.select({ hearts: sketches.heartsCount }).from(sketches).where(eq(sketches.id, sketchId)),
      db.select({ heartsAvailable: users.heartsAvailable }).from(users).where(eq(users.id, userId)),
    ])
    return { hearts: sketch?.hearts ?? 0, heartsAvailable: user?.heartsAvailable ?? 0 }
  } catch (error) {
    if (brokeRule(error, 'own_sketch')) return 'own_sketch'
    if (brokeRule(error, 'hearts_not_overspent')) return 'no_hearts'
    throw error
  }
}

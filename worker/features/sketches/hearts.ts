import { eq } from 'drizzle-orm'
import type { HeartReply } from '../../../contract/http/sketches.ts'
import { hearts } from '../../domain/ledger/schema.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import { users } from '../../domain/users/schema.ts'
import type { Db } from '../../lib/database.ts'
import { type Result, success, tryWrite } from '../../lib/result.ts'

/**
 * Gives a heart, which cannot be withdrawn [1 §4]. A repeated call is a no-op, and `isNew` is false. Triggers update
 * counts and ledger.
 */
export async function addHeart(
  db: Db,
  { sketchId, userId, now }: { sketchId: number; userId: number; now: number },
): Promise<Result<{ reply: HeartReply; isNew: boolean }, 'own_sketch' | 'no_hearts'>> {
  const given = await tryWrite(
    db.batch([
      db
        .insert(hearts)
        .values({ sketchId, userId, createdAt: now })
        .onConflictDoNothing()
        .returning({ sketchId: hearts.sketchId }),
      db.select({ hearts: sketches.heartsCount }).from(sketches).where(eq(sketches.id, sketchId)),
      db.select({ heartsAvailable: users.heartsAvailable }).from(users).where(eq(users.id, userId)),
    ]),
    { own_sketch: 'own_sketch', hearts_not_overspent: 'no_hearts' },
  )
  if (!given.ok) return given
  const [rows, [sketch], [user]] = given.value
  const reply = { hearts: sketch?.hearts ?? 0, heartsAvailable: user?.heartsAvailable ?? 0 }
  return success({ reply, isNew: rows.length > 0 })
}

import { and, eq, exists, isNull, sql } from 'drizzle-orm'
import { COVER } from '../../../contract/limits.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import { users } from '../../domain/users/schema.ts'
import type { Db } from '../../lib/database.ts'
import { orFailure, type Result } from '../../lib/result.ts'

export type Portrait = 'avatar' | 'cover'

/**
 * Sets a member's own sketch as avatar or cover and returns its image key. Fails with `no_portrait` if not everyone may
 * see the sketch, or if it has the wrong size for a cover.
 */
export async function setPortrait(
  db: Db,
  { portrait, userId, sketchId }: { portrait: Portrait; userId: number; sketchId: number },
): Promise<Result<string, 'no_portrait'>> {
  const size = portrait === 'cover' ? [eq(sketches.width, COVER.width), eq(sketches.height, COVER.height)] : []
  const isSuitable = and(
    eq(sketches.id, sketchId),
    eq(sketches.userId, userId),
    eq(sketches.mature, false),
    isNull(sketches.violation),
    ...size,
  )
  const imageKey = db.select({ imageKey: sketches.imageKey }).from(sketches).where(isSuitable)
  const column = portrait === 'avatar' ? 'avatarKey' : 'coverKey'
  const [row] = await db
    .update(users)
    .set({ [column]: sql`${imageKey}` })
    .where(and(eq(users.id, userId), exists(imageKey)))
    .returning({ key: users[column] })
  return orFailure(row?.key, 'no_portrait')
}

import { and, eq, exists, isNull, sql } from 'drizzle-orm'
import { COVER } from '../../../contract/limits.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import { users } from '../../domain/users/schema.ts'
import type { Db } from '../../lib/database.ts'
import { orFailure, type Result } from '../../lib/result.ts'

/** A picture of a member: beside their name, or on top of their profile. */
export type Portrait = 'avatar' | 'cover'

/**
 * Uses one of a member's own sketches as avatar or cover: one that everyone may see, and for a cover of the right size.
 * Answers the key of the picture. Fails with `no_portrait` when the sketch does not qualify.
 */
export async function setPortrait(
  db: Db,
  { what, userId, sketchId }: { what: Portrait; userId: number; sketchId: number },
): Promise<Result<string, 'no_portrait'>> {
  const size = what === 'cover' ? [eq(sketches.width, COVER.width), eq(sketches.height, COVER.height)] : []
  const fit = and(
    eq(sketches.id, sketchId),
    eq(sketches.userId, userId),
    eq(sketches.mature, false),
    isNull(sketches.violation),
    ...size,
  )
  const imageKey = db.select({ imageKey: sketches.imageKey }).from(sketches).where(fit)
  const column = what === 'avatar' ? 'avatarKey' : 'coverKey'
  const [row] = await db
    .update(users)
    .set({ [column]: sql`${imageKey}` })
    .where(and(eq(users.id, userId), exists(imageKey)))
    .returning({ key: users[column] })
  return orFailure(row?.key, 'no_portrait')
}

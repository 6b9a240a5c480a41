import { and, eq, exists, isNull, sql } from 'drizzle-orm'
import { COVER } from '../../../contract/limits.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import { users } from '../../domain/users/schema.ts'
import type { Db } from '../../lib/database.ts'

/** What a member is shown by: beside their name, or over their profile. */
export type Portrait = 'avatar' | 'cover'

/**
 * Shows a member by one of their own sketches that everyone may see, a cover only by one of its size; answers the
 * picture's key, or null when this sketch is not such.
 */
export async function setPortrait(db: Db, what: Portrait, userId: number, sketchId: number): Promise<string | null> {
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
  return row?.key ?? null
}

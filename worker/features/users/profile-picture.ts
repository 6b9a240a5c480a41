import { and, eq, exists, isNull, sql } from 'drizzle-orm'
import { hasCoverSize, sketches } from '../../domain/sketches/schema.ts'
import { users } from '../../domain/users/schema.ts'
import type { Db } from '../../lib/database.ts'
import { orFailure, type Result } from '../../lib/result.ts'

export type ProfilePicture = 'avatar' | 'cover'

/**
 * Sets a member's own sketch as avatar or cover and returns its image key. Fails with `unsuitable_picture` if not
 * everyone may see the sketch, or if it has the wrong size for a cover.
 */
export async function setProfilePicture(
  db: Db,
  { picture, userId, sketchId }: { picture: ProfilePicture; userId: number; sketchId: number },
): Promise<Result<string, 'unsuitable_picture'>> {
  const size = picture === 'cover' ? [hasCoverSize] : []
  const isSuitable = and(
    eq(sketches.id, sketchId),
    eq(sketches.userId, userId),
    eq(sketches.mature, false),
    isNull(sketches.violation),
    ...size,
  )
  const imageKey = db.select({ imageKey: sketches.imageKey }).from(sketches).where(isSuitable)
  const column = picture === 'avatar' ? 'avatarKey' : 'coverKey'
  const [row] = await db
    .update(users)
    .set({ [column]: sql`${imageKey}` })
    .where(and(eq(users.id, userId), exists(imageKey)))
    .returning({ key: users[column] })
  return orFailure(row?.key, 'unsuitable_picture')
}

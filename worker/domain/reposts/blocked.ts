import { sql } from 'drizzle-orm'
import type { Db } from '../../lib/database.ts'
import { candidatesIn, nearestFirst } from './matches.ts'
import { blockedPictures } from './schema.ts'

/** True if this picture is similar to a picture that staff blocked, or to its mirror image. */
export async function isBlockedPicture(db: Db, fingerprint: string | null): Promise<boolean> {
  if (!fingerprint) return false
  const rows = await db
    .select({ id: blockedPictures.id, fingerprint: blockedPictures.fingerprint })
    .from(blockedPictures)
    .where(sql`id IN (${candidatesIn('blocked_pictures', fingerprint)})`)
  return nearestFirst(rows, fingerprint).length > 0
}

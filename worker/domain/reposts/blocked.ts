import { sql } from 'drizzle-orm'
import type { Db } from '../../lib/database.ts'
import { candidatesIn, nearestFirst } from './matches.ts'
import { blockedPictures } from './schema.ts'

/** True if staff blocked a picture that this one or its mirror image is like. */
export async function isBlockedPicture(db: Db, fingerprint: string | null): Promise<boolean> {
  if (!fingerprint) return false
  const rows = await db
    .select({ id: blockedPictures.id, fingerprint: blockedPictures.fingerprint })
    .from(blockedPictures)
    .where(sql`id IN (${candidatesIn('blocked_pictures', fingerprint)})`)
  return nearestFirst(rows, fingerprint).length > 0
}

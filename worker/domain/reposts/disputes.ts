import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '../../lib/database.ts'
import { sketches } from '../sketches/schema.ts'
import { reposts } from './schema.ts'

/** Finds a sketch's original, its artist, and whether they disputed it; null without an original. */
export async function findRepost(
  db: Db,
  sketchId: number,
): Promise<{ originalId: number; artistId: number; disputedAt: number | null } | null> {
  const row = await db
    .select({ originalId: sketches.id, artistId: sketches.userId, disputedAt: reposts.disputedAt })
    .from(reposts)
    .innerJoin(sketches, eq(sketches.id, reposts.originalId))
    .where(eq(reposts.sketchId, sketchId))
    .get()
  return row ?? null
}

/** Marks a sketch as disputed by the artist of its original. */
export async function markDisputed(db: Db, { sketchId, now }: { sketchId: number; now: number }): Promise<void> {
  await db
    .update(reposts)
    .set({ disputedAt: now })
    .where(and(eq(reposts.sketchId, sketchId), isNull(reposts.disputedAt)))
}

import { eq, type SQL, sql } from 'drizzle-orm'
import { STORAGE_MAX_BYTES } from '../../../contract/limits.ts'
import type { Db } from '../../lib/database.ts'
import { DONE, failure, type Result } from '../../lib/result.ts'
import { sketches } from '../sketches/schema.ts'

/** Selects the bytes that a member's files use. Reads at most `PENDING_UPLOADS_MAX` rows. */
export function usedBytes(userId: number): SQL<number> {
  return sql<number>`((SELECT stored_bytes FROM users WHERE id = ${userId})
    + (SELECT coalesce(sum(bytes), 0) FROM pending_uploads WHERE user_id = ${userId}))`
}

type NewBytes = {
  userId: number
  bytes: number
  /** The file of a sketch that the new file replaces. */
  replaced?: { sketchId: number; kind: 'video' | 'sketchFile' }
}

/** The condition that this many more bytes fit into a member's storage. */
export function fitsStorage({ userId, bytes, replaced }: NewBytes): SQL {
  const freed = replaced
    ? sql`coalesce((SELECT bytes FROM sketch_files WHERE sketch_id = ${replaced.sketchId} AND kind = ${replaced.kind}), 0)`
    : sql`0`
  return sql`${usedBytes(userId)} + ${bytes} - ${freed} <= ${STORAGE_MAX_BYTES}`
}

/** Checks that this many more bytes fit into a member's storage. */
export async function checkStorage(db: Db, added: NewBytes): Promise<Result<void, 'storage_limit'>> {
  const row = await db.get<{ fits: number }>(sql`SELECT ${fitsStorage(added)} AS fits`)
  return row.fits ? DONE : failure('storage_limit')
}

/** Bytes that still fit into a member's storage; negative if it is overfull. */
export async function findFreeBytes(db: Db, userId: number): Promise<number> {
  const row = await db.get<{ used: number }>(sql`SELECT ${usedBytes(userId)} AS used`)
  return STORAGE_MAX_BYTES - row.used
}

/**
 * Updates the bytes of a sketch's earlier versions and files, after one of them was written. A trigger updates the
 * artist's bytes.
 */
export function countAttachedBytes(db: Db, sketchId: number) {
  return db
    .update(sketches)
    .set({ attachedBytes: attachedBytes(sql`TRUE`) })
    .where(eq(sketches.id, sketchId))
}

/** Updates the bytes attached to sketches as they will be after the rows that fulfil a condition are deleted. */
export function countAttachedBytesWithout(db: Db, isDeleted: SQL) {
  return db
    .update(sketches)
    .set({ attachedBytes: attachedBytes(sql`NOT (${isDeleted})`) })
    .where(
      sql`id IN (SELECT sketch_id FROM sketch_versions WHERE ${isDeleted}
        UNION ALL SELECT sketch_id FROM sketch_files WHERE ${isDeleted})`,
    )
}

function attachedBytes(isCounted: SQL): SQL {
  return sql`(SELECT coalesce(sum(bytes), 0) FROM sketch_versions WHERE sketch_id = sketches.id AND ${isCounted})
    + (SELECT coalesce(sum(bytes), 0) FROM sketch_files WHERE sketch_id = sketches.id AND ${isCounted})`
}

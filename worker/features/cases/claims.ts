import { sql } from 'drizzle-orm'
import { isUnclaimedByOther } from '../../domain/cases/claims.ts'
import { type Db, statement } from '../../lib/database.ts'
import { DONE, failure, type Result } from '../../lib/result.ts'

type Claim = { id: number; staffId: number; now: number }

/**
 * Claims an open case, or renews the caller's claim. Fails with `claimed` while another member of staff has claimed it,
 * unless `takeOver` is set, with `decided_already`, and with `forbidden` for a case about the caller.
 */
export async function claimCase(
  db: Db,
  { id, staffId, takeOver, now }: Claim & { takeOver: boolean },
): Promise<Result<void, 'not_found' | 'forbidden' | 'claimed' | 'decided_already'>> {
  const isFree = takeOver ? sql`true` : isUnclaimedByOther({ by: staffId, now })
  const [claimed, [found]] = await db.batch([
    statement<{ id: number }>(
      db,
      sql`UPDATE cases SET claimed_by = ${staffId}, claimed_at = ${now}
        WHERE id = ${id} AND decided_at IS NULL AND user_id IS NOT ${staffId} AND ${isFree} RETURNING id`,
    ),
    statement<{ decidedAt: number | null; isOwn: number }>(
      db,
      sql`SELECT decided_at AS "decidedAt", user_id IS ${staffId} AS "isOwn" FROM cases WHERE id = ${id}`,
    ),
  ])
  if (claimed.length > 0) return DONE
  if (!found) return failure('not_found')
  if (found.isOwn) return failure('forbidden')
  return failure(found.decidedAt === null ? 'claimed' : 'decided_already')
}

/** Releases the caller's claim of a case; a no-op without one. */
export async function releaseCase(db: Db, { id, staffId }: Omit<Claim, 'now'>): Promise<void> {
  await db.run(sql`UPDATE cases SET claimed_by = NULL, claimed_at = NULL WHERE id = ${id} AND claimed_by = ${staffId}`)
}

import { type SQL, sql } from 'drizzle-orm'
import { CASE_CLAIM_MINUTES } from '../../../contract/limits.ts'

const CLAIM_MS = CASE_CLAIM_MINUTES * 60_000

type Claimed = { claimedBy: number | null; claimedAt: number | null }

/** Claims that were made at this time or before have ended. */
export const claimsEndedAt = (now: number) => now - CLAIM_MS

export const claimEnd = (claimedAt: number) => claimedAt + CLAIM_MS

/** True while a member of staff other than `by` has claimed a case. */
export function isClaimedByOther({ claimedBy, claimedAt }: Claimed, { by, now }: { by: number; now: number }): boolean {
  return claimedBy !== null && claimedBy !== by && (claimedAt ?? 0) > claimsEndedAt(now)
}

/** The condition that no member of staff other than `by` has claimed a row of `cases`. */
export function isUnclaimedByOther({ by, now }: { by: number; now: number }): SQL {
  return sql`(claimed_by IS NULL OR claimed_by = ${by} OR claimed_at <= ${claimsEndedAt(now)})`
}

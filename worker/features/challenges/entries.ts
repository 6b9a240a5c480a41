import { and, eq, sql } from 'drizzle-orm'
import { auditEntry } from '../../domain/audit-log/audit-log.ts'
import { type ChallengeEntryFailure, entryResult, insertEntry, isTakenOut } from '../../domain/challenges/queries.ts'
import { challengeEntries, challenges } from '../../domain/challenges/schema.ts'
import { batchEach, type Db, type Statement } from '../../lib/database.ts'
import type { Result } from '../../lib/result.ts'

/**
 * Enters a sketch in a challenge, on a day in its artist's time zone (`localDay`). Entering it again changes nothing.
 * Fails with `not_in_group` for a challenge of a group that the artist is not in, and with `decided_by_staff` if staff
 * removed the sketch from this challenge.
 */
export async function enterChallenge(
  db: Db,
  { challengeId, sketchId, day, now }: { challengeId: number; sketchId: number; day: number; now: number },
): Promise<Result<void, ChallengeEntryFailure>> {
  const [, [entry], [challenge]] = await db.batch([
    insertEntry(db, { challengeId, sketch: sql`sketches.id = ${sketchId}`, now, day }),
    db
      .select({ challengeId: challengeEntries.challengeId })
      .from(challengeEntries)
      .where(eq(challengeEntries.sketchId, sketchId)),
    db
      .select({ groupId: challenges.groupId, isTakenOut: isTakenOut(sketchId).mapWith(Boolean).as('is_taken_out') })
      .from(challenges)
      .where(eq(challenges.id, challengeId)),
  ])
  return entryResult(challengeId, { enteredId: entry?.challengeId, ...challenge, groupId: challenge?.groupId })
}

type FoundEntry = { artistId: number; challengeId: number; enteredDay: number | null }

export async function findEntry(db: Db, sketchId: number): Promise<FoundEntry | null> {
  const { artistId, challengeId, enteredDay } = challengeEntries
  const entry = await db
    .select({ artistId, challengeId, enteredDay })
    .from(challengeEntries)
    .where(eq(challengeEntries.sketchId, sketchId))
    .get()
  return entry ?? null
}

type Removal = {
  sketchId: number
  artistId: number
  challengeId: number
  by: { id: number; reason: string }
  now: number
  /** Statements for the batch of an act of staff, before the removal. */
  along?: readonly Statement[]
}

/** Removes a sketch from its challenge, with an audit log entry if staff do it. A trigger removes the glops. */
export async function removeEntry(
  db: Db,
  { sketchId, artistId, challengeId, by, now, along = [] }: Removal,
): Promise<void> {
  const removal = db
    .delete(challengeEntries)
    .where(and(eq(challengeEntries.sketchId, sketchId), eq(challengeEntries.challengeId, challengeId)))
  if (by.id === artistId) {
    await removal
    return
  }
  const target = { userId: artistId, targetType: 'sketch', targetId: sketchId, reason: by.reason }
  const changes = { challenge: [challengeId, null] } as const
  await batchEach<Statement>(db, [
    ...along,
    removal,
    auditEntry(db, { staffId: by.id, action: 'challenge_entry_remove', ...target, changes }, now),
  ])
}

import { eq, isNull, type SQL, sql } from 'drizzle-orm'
import { type Db, statement } from '../../lib/database.ts'
import { DONE, failure, type Result } from '../../lib/result.ts'
import { isInForce } from '../cases/in-force.ts'
import { isGroupShown } from '../groups/visibility.ts'
import type { Viewer } from '../users/viewer.ts'
import { challenges } from './schema.ts'

/** The condition of daily challenges, in the form that lets SQLite use their indexes. */
export const isDaily: SQL = isNull(challenges.groupId)

export async function challengeExists(db: Db, id: number): Promise<boolean> {
  return (await db.select({ id: challenges.id }).from(challenges).where(eq(challenges.id, id)).get()) !== undefined
}

/** The condition that a challenge has entries. */
export const hasEntries = (challengeId: SQL) =>
  sql<number>`EXISTS (SELECT 1 FROM challenge_entries WHERE challenge_entries.challenge_id = ${challengeId})`

/** The condition that a member may enter a challenge: a daily one, or one of a group that the member is in. */
export function mayEnter(userId: number | SQL): SQL {
  return sql`(challenges.group_id IS NULL OR EXISTS (SELECT 1 FROM group_members
    WHERE group_members.group_id = challenges.group_id AND group_members.user_id = ${userId}))`
}

/** The condition that a viewer is the owner or a moderator of a challenge's group, and sees the group. */
export const runsItsGroup = (viewer: Viewer | null): SQL => sql`EXISTS (SELECT 1 FROM group_members
  JOIN groups ON groups.id = group_members.group_id
  WHERE group_members.group_id = challenges.group_id AND group_members.user_id = ${viewer?.id ?? 0} AND role <> 'member'
    AND ${isGroupShown(viewer)})`

/** The condition that staff took a sketch out of a challenge, on a row of `challenges`. */
export const isTakenOut = (sketchId: number | SQL): SQL =>
  isInForce({
    kind: 'sketch',
    // A bound number would be cast as a fraction.
    target: typeof sketchId === 'number' ? String(sketchId) : sql`CAST(${sketchId} AS TEXT)`,
    action: 'leave_challenge',
    where: sql`decision.undo ->> '$.challengeId' = challenges.id`,
  })

type NewEntry = {
  challengeId: number | null
  /** Condition on `sketches` that selects the sketch. */
  sketch: SQL
  now: number
  /** The day for the artist's streak (`localDay`); null if the entry does not count. */
  day: number | null
  /** True if staff restore the entry. Then the artist need not be in the group any more. */
  restores?: boolean
}

/**
 * Enters a sketch in a challenge, unless it is in one, staff took it out of this one, or its artist is not in the group
 * of the challenge. A trigger gives the artist glops. Only daily challenges count for streaks.
 */
export function insertEntry(db: Db, { challengeId, sketch, now, day, restores = false }: NewEntry) {
  const isAllowed = restores
    ? sql`true`
    : sql`(${mayEnter(sql`sketches.user_id`)} AND NOT ${isTakenOut(sql`sketches.id`)})`
  return statement(
    db,
    sql`INSERT INTO challenge_entries (challenge_id, sketch_id, artist_id, entered_at, entered_day, listed, listed_for_all)
      SELECT challenges.id, sketches.id, sketches.user_id, ${now}, iif(challenges.group_id IS NULL, ${day}, NULL),
        sketches.listed, sketches.listed_for_all
      FROM challenges CROSS JOIN sketches WHERE challenges.id = ${challengeId} AND ${sketch} AND ${isAllowed}
      ON CONFLICT (sketch_id) DO NOTHING`,
  )
}

export type ChallengeEntryFailure = 'not_found' | 'not_in_group' | 'in_another_challenge' | 'decided_by_staff'

type Entered = {
  enteredId: number | null | undefined
  groupId: number | null | undefined
  isTakenOut?: boolean | undefined
}

/**
 * The result of `insertEntry`. `enteredId` is the challenge that the sketch is in afterwards, `groupId` the group of
 * the requested challenge. `isTakenOut` says that staff took the sketch out of it.
 */
export function entryResult(
  challengeId: number,
  { enteredId, groupId, isTakenOut = false }: Entered,
): Result<void, ChallengeEntryFailure> {
  if (enteredId === challengeId) return DONE
  if (enteredId) return failure('in_another_challenge')
  if (isTakenOut) return failure('decided_by_staff')
  return failure(groupId ? 'not_in_group' : 'not_found')
}

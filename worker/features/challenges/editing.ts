import { and, eq, sql } from 'drizzle-orm'
import type { EditChallengeBody } from '../../../contract/http/challenges.ts'
import { runsItsGroup } from '../../domain/challenges/queries.ts'
import { challenges } from '../../domain/challenges/schema.ts'
import { mayActAsOwner } from '../../domain/users/member-limits.ts'
import { isStaff, type Viewer } from '../../domain/users/viewer.ts'
import { type Db, statement } from '../../lib/database.ts'
import { DONE, failure, type Result } from '../../lib/result.ts'

/** True for staff, and for owners and moderators of the group that the challenge belongs to. */
export const mayEditChallenge = async (db: Db, editor: Viewer, challengeId: number): Promise<boolean> =>
  isStaff(editor) || runsGroupOf(db, editor, challengeId)

/** True for owners and moderators of the group that the challenge belongs to. */
export async function runsGroupOf(db: Db, editor: Viewer, challengeId: number): Promise<boolean> {
  const row = await db
    .select({ id: challenges.id })
    .from(challenges)
    .where(and(eq(challenges.id, challengeId), runsItsGroup(editor)))
    .get()
  return row !== undefined
}

type Edit = EditChallengeBody & { editor: Viewer; now: number }

/**
 * Changes the texts of a challenge that has begun, with an audit log entry of those that differ. Its day and entries
 * stay. Saving the same texts again changes nothing. Fails with `owner_act_limit` above the acts of a day.
 */
export async function editChallenge(
  db: Db,
  { challengeId, title, description, reason, editor, now }: Edit,
): Promise<Result<void, 'not_found' | 'owner_act_limit'>> {
  const isChanged = sql`id = ${challengeId} AND (title <> ${title} OR description <> ${description})`
  const [, , [existing]] = await db.batch([
    statement(
      db,
      sql`INSERT INTO audit_log (staff_id, action, user_id, target_type, target_id, reason, changes, created_at)
        SELECT ${editor.id}, 'challenge_edit', user_id, 'challenge', id, ${reason}, json_patch(
          iif(title <> ${title}, json_object('title', json_array(title, ${title})), '{}'),
          iif(description <> ${description}, json_object('description', json_array(description, ${description})), '{}')
        ), ${now} FROM challenges WHERE ${isChanged} AND ${mayActAsOwner(editor, now)}`,
    ),
    db.update(challenges).set({ title, description }).where(sql`${isChanged} AND changes() > 0`),
    db
      .select({ isRefused: sql<number>`${isChanged}` })
      .from(challenges)
      .where(eq(challenges.id, challengeId)),
  ])
  if (!existing) return failure('not_found')
  return existing.isRefused ? failure('owner_act_limit') : DONE
}

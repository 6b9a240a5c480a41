import { and, eq, sql } from 'drizzle-orm'
import type { EditChallengeBody } from '../../../contract/http/challenges.ts'
import { runsItsGroup } from '../../domain/challenges/queries.ts'
import { challenges } from '../../domain/challenges/schema.ts'
import { isStaff, type Viewer } from '../../domain/users/viewer.ts'
import { type Db, statement } from '../../lib/database.ts'
import { DONE, failure, type Result } from '../../lib/result.ts'

/** True for staff, and for owners and moderators of the group that the challenge belongs to. */
export async function mayEditChallenge(db: Db, editor: Viewer, challengeId: number): Promise<boolean> {
  if (isStaff(editor)) return true
  const row = await db
    .select({ id: challenges.id })
    .from(challenges)
    .where(and(eq(challenges.id, challengeId), runsItsGroup(editor.id)))
    .get()
  return row !== undefined
}

type Edit = EditChallengeBody & { staffId: number; now: number }

/**
 * Changes the words of a challenge that has begun, with an audit log entry of those that differ. Its day and entries
 * stay. Saving the same words again changes nothing.
 */
export async function editChallenge(
  db: Db,
  { challengeId, title, description, reason, staffId, now }: Edit,
): Promise<Result<void, 'not_found'>> {
  const isChanged = sql`id = ${challengeId} AND (title <> ${title} OR description <> ${description})`
  const [, , existing] = await db.batch([
    statement(
      db,
      sql`INSERT INTO audit_log (staff_id, action, user_id, target_type, target_id, reason, changes, created_at)
        SELECT ${staffId}, 'challenge_edit', user_id, 'challenge', id, ${reason}, json_patch(
          iif(title <> ${title}, json_object('title', json_array(title, ${title})), '{}'),
          iif(description <> ${description}, json_object('description', json_array(description, ${description})), '{}')
        ), ${now} FROM challenges WHERE ${isChanged}`,
    ),
    db.update(challenges).set({ title, description }).where(isChanged),
    db.select({ id: challenges.id }).from(challenges).where(eq(challenges.id, challengeId)),
  ])
  return existing.length > 0 ? DONE : failure('not_found')
}

import { and, eq, sql } from 'drizzle-orm'
import { dayOf } from '../../domain/challenges/days.ts'
import { challenges } from '../../domain/challenges/schema.ts'
import { type Db, statement } from '../../lib/database.ts'
import { failure, type Result, success } from '../../lib/result.ts'

type NewChallenge = { groupId: number; title: string; description: string; userId: number; now: number }

/**
 * Opens a challenge of a group, which begins today, and returns its id. The same call again changes nothing. Fails with
 * `challenge_opened_today` if the group has another one of today.
 */
export async function openChallenge(
  db: Db,
  { groupId, title, description, userId, now }: NewChallenge,
): Promise<Result<number, 'challenge_opened_today'>> {
  const today = dayOf(now)
  const [, , [opened]] = await db.batch([
    statement(
      db,
      sql`INSERT INTO challenges (day, number, title, description, user_id, idea_id, group_id)
        VALUES (${today}, 0, ${title}, ${description}, ${userId}, 0, ${groupId})
        ON CONFLICT (group_id, day) WHERE group_id IS NOT NULL DO NOTHING`,
    ),
    statement(
      db,
      sql`INSERT INTO audit_log (staff_id, action, user_id, target_type, target_id, reason, changes, created_at)
        SELECT ${userId}, 'challenge_open', NULL, 'challenge', id, '', json_object('title', json_array(NULL, title)), ${now}
        FROM challenges WHERE group_id = ${groupId} AND day = ${today} AND changes() > 0`,
    ),
    db
      .select({
        id: challenges.id,
        title: challenges.title,
        description: challenges.description,
        userId: challenges.userId,
      })
      .from(challenges)
      .where(and(eq(challenges.groupId, groupId), eq(challenges.day, today))),
  ])
  const isSame = opened?.title === title && opened.description === description && opened.userId === userId
  return isSame ? success(opened.id) : failure('challenge_opened_today')
}

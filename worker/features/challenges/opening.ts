import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { dayOf } from '../../domain/challenges/days.ts'
import { challengeEntries, challenges } from '../../domain/challenges/schema.ts'
import { type Db, statement } from '../../lib/database.ts'
import { DONE, failure, type Result, success } from '../../lib/result.ts'

const DAY_MS = 86_400_000

type NewChallenge = { groupId: number; title: string; description: string; userId: number; now: number }

/**
 * Opens a challenge of a group, which begins today, notifies the members of the group and returns its id. The same call
 * again changes nothing. Fails with `challenge_opened_today` if the group has another one of today.
 */
export async function openChallenge(
  db: Db,
  { groupId, title, description, userId, now }: NewChallenge,
): Promise<Result<number, 'challenge_opened_today'>> {
  const today = dayOf(now)
  const [, , , [opened]] = await db.batch([
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
    // A notice has the group and the time, which identify the challenge. Triggers would change `changes()` between rows.
    statement(
      db,
      sql`INSERT INTO notifications (user_id, category, actor_id, page_owner_id, group_id, occurred_at)
        SELECT user_id, 'challenges', ${userId}, ${userId}, group_id, ${now} FROM group_members
        WHERE (SELECT changes()) > 0 AND group_id = ${groupId} AND user_id <> ${userId}
          AND NOT EXISTS (SELECT 1 FROM muted_threads WHERE muted_threads.user_id = group_members.user_id
            AND target_type = 'group' AND target_id = group_id)`,
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

type Deletion = { challengeId: number; staffId: number; reason: string; now: number }

/**
 * Deletes a challenge of a group with the notices that it began. Fails with `challenge_has_entries` if it has entries, and
 * with `not_found` for a daily challenge.
 */
export async function deleteChallenge(
  db: Db,
  { challengeId, staffId, reason, now }: Deletion,
): Promise<Result<void, 'not_found' | 'challenge_has_entries'>> {
  const ofGroup = and(eq(challenges.id, challengeId), isNotNull(challenges.groupId))
  const isEmpty = sql`${ofGroup} AND NOT EXISTS (SELECT 1 FROM ${challengeEntries} WHERE challenge_id = challenges.id)`
  const [, , deleted, existing] = await db.batch([
    statement(
      db,
      sql`INSERT INTO audit_log (staff_id, action, user_id, target_type, target_id, reason, changes, created_at)
        SELECT ${staffId}, 'challenge_remove', NULL, 'challenge', id, ${reason}, json_object('title', json_array(title, NULL)), ${now}
        FROM challenges WHERE ${isEmpty}`,
    ),
    // Members who have left the group keep theirs, which is not shown.
    statement(
      db,
      sql`DELETE FROM notifications WHERE id IN (SELECT notifications.id FROM challenges
        CROSS JOIN group_members ON group_members.group_id = challenges.group_id
        CROSS JOIN notifications ON notifications.user_id = group_members.user_id AND category = 'challenges'
          AND occurred_at >= day * ${DAY_MS} AND occurred_at < (day + 1) * ${DAY_MS}
          AND notifications.group_id = challenges.group_id
        WHERE ${isEmpty})`,
    ),
    db.delete(challenges).where(isEmpty).returning({ id: challenges.id }),
    db.select({ id: challenges.id }).from(challenges).where(ofGroup),
  ])
  if (deleted.length > 0) return DONE
  return failure(existing.length > 0 ? 'challenge_has_entries' : 'not_found')
}

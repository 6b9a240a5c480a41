import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { dayOf } from '../../domain/challenges/days.ts'
import { hasEntries } from '../../domain/challenges/queries.ts'
import { challenges, deletedChallenges } from '../../domain/challenges/schema.ts'
import { mayActAsOwner } from '../../domain/users/member-limits.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import { type Db, type Statement, statement } from '../../lib/database.ts'
import { forEach } from '../../lib/for-each.ts'
import { failure, type Result, success } from '../../lib/result.ts'

const DAY_MS = 86_400_000
const NOTIFIED_AT_ONCE = 500
/** Maximum number of batches in one call. The scheduled job continues. */
const ROUNDS_MAX = 100
/** Maximum number of challenges in a scheduled run, and of batches for each of them. */
const RESUMED = { challenges: 3, rounds: 4 }

type NewChallenge = { groupId: number; title: string; description: string; by: Viewer; now: number }

/**
 * Opens a challenge of a group, which begins today, and returns its id; `notifyOfChallenge` follows. The same call
 * again changes nothing. Members are notified once a day: a challenge that replaces a deleted one notifies nobody.
 * Fails with `challenge_opened_today` if the group has another one of today, and with `owner_act_limit` above the acts
 * of a day.
 */
export async function openChallenge(
  db: Db,
  { groupId, title, description, by, now }: NewChallenge,
): Promise<Result<number, 'challenge_opened_today' | 'owner_act_limit'>> {
  const today = dayOf(now)
  const [, , , [opened]] = await db.batch([
    statement(
      db,
      sql`INSERT INTO challenges (day, number, title, description, user_id, idea_id, group_id, notified_up_to)
        SELECT ${today}, 0, ${title}, ${description}, ${by.id}, 0, id, iif(challenge_notified_day IS ${today}, NULL, 0)
        FROM groups WHERE id = ${groupId} AND ${mayActAsOwner(by, now)}
        ON CONFLICT (group_id, day) WHERE group_id IS NOT NULL DO NOTHING`,
    ),
    statement(
      db,
      sql`INSERT INTO audit_log (staff_id, action, user_id, target_type, target_id, reason, changes, created_at)
        SELECT ${by.id}, 'challenge_open', NULL, 'challenge', id, '', json_object('title', json_array(NULL, title)), ${now}
        FROM challenges WHERE group_id = ${groupId} AND day = ${today} AND changes() > 0`,
    ),
    statement(db, sql`UPDATE groups SET challenge_notified_day = ${today} WHERE id = ${groupId} AND changes() > 0`),
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
  if (!opened) return failure('owner_act_limit')
  const isSame = opened.title === title && opened.description === description && opened.userId === by.id
  return isSame ? success(opened.id) : failure('challenge_opened_today')
}

/** Notifies the members of its group that a challenge began, also after an interruption. Nobody is notified twice. */
export async function notifyOfChallenge(
  db: Db,
  { challengeId, now, rounds = ROUNDS_MAX }: { challengeId: number; now: number; rounds?: number },
): Promise<void> {
  for (let round = 0; round < rounds; round++) if (!(await notifyNext(db, { challengeId, now }))) return
}

/** Notifies the next batch of members. Returns false if there are none left. */
async function notifyNext(db: Db, { challengeId, now }: { challengeId: number; now: number }): Promise<boolean> {
  const next = sql`SELECT group_members.user_id AS member FROM challenges
    JOIN group_members ON group_members.group_id = challenges.group_id
    WHERE challenges.id = ${challengeId} AND group_members.user_id > challenges.notified_up_to
    ORDER BY 1 LIMIT ${NOTIFIED_AT_ONCE}`
  const [, [updated]] = await db.batch([
    // A notice stores the group and its time. The day of the time identifies the challenge.
    statement(
      db,
      sql`INSERT INTO notifications (user_id, category, actor_id, page_owner_id, group_id, occurred_at)
        SELECT member, 'challenges', user_id, user_id, group_id, min(${now}, (day + 1) * ${DAY_MS} - 1)
        FROM (${next}) CROSS JOIN challenges WHERE challenges.id = ${challengeId} AND member <> user_id
          AND NOT EXISTS (SELECT 1 FROM muted_threads WHERE muted_threads.user_id = member
            AND target_type = 'group' AND target_id = group_id)`,
    ),
    db
      .update(challenges)
      .set({ notifiedUpTo: sql`(SELECT iif(count(*) < ${NOTIFIED_AT_ONCE}, NULL, max(member)) FROM (${next}))` })
      .where(and(eq(challenges.id, challengeId), isNotNull(challenges.notifiedUpTo)))
      .returning({ notifiedUpTo: challenges.notifiedUpTo }),
  ])
  return (updated?.notifiedUpTo ?? null) !== null
}

/** Continues with challenges of which not all members of the group were notified, and with deleted ones. */
export async function resumeChallengeNotices(db: Db, now: number): Promise<void> {
  const unfinished = await db
    .select({ id: challenges.id })
    .from(challenges)
    .where(isNotNull(challenges.notifiedUpTo))
    .limit(RESUMED.challenges)
  const deleted = await db.select().from(deletedChallenges).limit(RESUMED.challenges)
  const { rounds } = RESUMED
  const notify = (challengeId: number) => notifyOfChallenge(db, { challengeId, now, rounds })
  const resumed = [
    ...unfinished.map(
      ({ id }) =>
        () =>
          notify(id),
    ),
    ...deleted.map((challenge) => () => removeNotices(db, challenge, rounds)),
  ]
  await forEach(resumed, (resume) => resume())
}

/** A deleted challenge of a group, identified by the day on which it began. */
type Deleted = { groupId: number; day: number }

type Deletion = {
  challengeId: number
  by: Viewer
  reason: string
  now: number
  /** Statements of the batch, directly after the one that deletes the challenge. */
  along?: Statement[]
}

/**
 * Deletes a challenge of a group; `removeNotices` follows. Fails with `challenge_has_entries` if it has entries, with
 * `not_found` for a daily challenge, and with `owner_act_limit` above the acts of a day.
 */
export async function deleteChallenge(
  db: Db,
  { challengeId, by, reason, now, along = [] }: Deletion,
): Promise<Result<Deleted, 'not_found' | 'challenge_has_entries' | 'owner_act_limit'>> {
  const ofGroup = sql`challenges.id = ${challengeId} AND challenges.group_id IS NOT NULL`
  const isInUse = hasEntries(sql`challenges.id`)
  const [[existing], , , [deleted]] = await db.batch([
    statement<{ isInUse: number }>(db, sql`SELECT ${isInUse} AS "isInUse" FROM challenges WHERE ${ofGroup}`),
    statement(
      db,
      sql`INSERT INTO deleted_challenges (group_id, day, removed_up_to) SELECT group_id, day, 0 FROM challenges
        WHERE ${ofGroup} AND NOT ${isInUse} AND ${mayActAsOwner(by, now)}
        ON CONFLICT DO UPDATE SET removed_up_to = 0`,
    ),
    statement(
      db,
      sql`INSERT INTO audit_log (staff_id, action, user_id, target_type, target_id, reason, changes, created_at)
        SELECT ${by.id}, 'challenge_remove', NULL, 'challenge', id, ${reason}, json_object('title', json_array(title, NULL)), ${now}
        FROM challenges WHERE ${ofGroup} AND changes() > 0`,
    ),
    statement<Deleted>(
      db,
      sql`DELETE FROM challenges WHERE ${ofGroup} AND changes() > 0 RETURNING group_id AS "groupId", day`,
    ),
    ...along,
  ])
  if (deleted) return success(deleted)
  if (!existing) return failure('not_found')
  return failure(existing.isInUse ? 'challenge_has_entries' : 'owner_act_limit')
}

/**
 * Removes the notices about the beginning of a deleted challenge. Continues after an interruption. Notices of members
 * who have left the group stay, but are not shown.
 */
export async function removeNotices(db: Db, { groupId, day }: Deleted, rounds = ROUNDS_MAX): Promise<void> {
  for (let round = 0; round < rounds; round++) if (!(await removeNext(db, { groupId, day }))) return
}

/** Removes the notices of the next batch of members. Returns false if there are none left. */
async function removeNext(db: Db, { groupId, day }: Deleted): Promise<boolean> {
  const isDeleted = sql`deleted_challenges.group_id = ${groupId} AND deleted_challenges.day = ${day}`
  const next = sql`SELECT group_members.user_id AS member FROM deleted_challenges
    JOIN group_members ON group_members.group_id = deleted_challenges.group_id
    WHERE ${isDeleted} AND group_members.user_id > removed_up_to ORDER BY 1 LIMIT ${NOTIFIED_AT_ONCE}`
  const [, [updated]] = await db.batch([
    statement(
      db,
      sql`DELETE FROM notifications WHERE id IN (SELECT notifications.id FROM (${next}) CROSS JOIN notifications
        ON notifications.user_id = member AND category = 'challenges'
          AND occurred_at >= ${day * DAY_MS} AND occurred_at < ${(day + 1) * DAY_MS} AND notifications.group_id = ${groupId})`,
    ),
    statement<{ up_to: number | null }>(
      db,
      sql`UPDATE deleted_challenges SET removed_up_to = (SELECT iif(count(*) < ${NOTIFIED_AT_ONCE}, NULL, max(member)) FROM (${next}))
        WHERE ${isDeleted} RETURNING removed_up_to AS up_to`,
    ),
    statement(db, sql`DELETE FROM deleted_challenges WHERE ${isDeleted} AND removed_up_to IS NULL`),
  ])
  return (updated?.up_to ?? null) !== null
}

import { inArray, sql } from 'drizzle-orm'
import { dayOf } from '../../domain/challenges/days.ts'
import { challengeIdeas, challenges } from '../../domain/challenges/schema.ts'
import { tellMember } from '../../domain/member-channel/tell-member.ts'
import { type Db, statement } from '../../lib/database.ts'

/**
 * Begins today's challenge with the first idea of the queue and notifies its author, unless a challenge of today or of
 * a later day has begun. The latter is possible if a clock was ahead.
 */
export async function beginChallenge(
  { db, env }: { db: Db; env: Pick<Cloudflare.Env, 'MEMBER_CHANNEL'> },
  now: number,
): Promise<void> {
  const today = dayOf(now)
  const begunIdeas = db
    .select({ id: challenges.ideaId })
    .from(challenges)
    .where(sql`group_id IS NULL AND day = ${today}`)
  const [, notified] = await db.batch([
    db
      .insert(challenges)
      .select(
        sql`SELECT NULL, ${today}, (SELECT coalesce(max(number), 0) + 1 FROM challenges WHERE group_id IS NULL), title, description, user_id, id, 0, 0, NULL, NULL
            FROM challenge_ideas
            WHERE queue_position IS NOT NULL
              AND NOT EXISTS (SELECT 1 FROM challenges WHERE group_id IS NULL AND day > ${today})
            ORDER BY queue_position LIMIT 1`,
      )
      .onConflictDoNothing(),
    statement<{ user_id: number }>(
      db,
      sql`INSERT INTO notifications (user_id, category, actor_id, page_owner_id, challenge_id, occurred_at)
        SELECT users.id, 'challenges', users.id, users.id, challenges.id, ${now}
        FROM challenges JOIN users ON users.id = challenges.user_id
        WHERE challenges.group_id IS NULL AND challenges.day = ${today} AND users.deleted_at IS NULL ON CONFLICT DO NOTHING RETURNING user_id`,
    ),
    db.delete(challengeIdeas).where(inArray(challengeIdeas.id, begunIdeas)),
  ])
  for (const { user_id: author } of notified) await tellMember(env, author, 'notifications')
}

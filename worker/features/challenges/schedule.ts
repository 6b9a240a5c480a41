import { inArray, sql } from 'drizzle-orm'
import { challengeIdeas, challenges } from '../../domain/challenges/schema.ts'
import type { Db } from '../../lib/database.ts'
import { dayOf } from './days.ts'

/** Begins today's challenge with the first idea of the queue, unless it has begun. */
export async function beginChallenge(db: Db, now: number): Promise<void> {
  const today = dayOf(now)
  const begunIdeas = db.select({ id: challenges.ideaId }).from(challenges).where(sql`day = ${today}`)
  await db.batch([
    db
      .insert(challenges)
      .select(
        sql`SELECT NULL, ${today}, (SELECT coalesce(max(number), 0) + 1 FROM challenges), title, description, user_id, id, 0, 0 FROM challenge_ideas
            WHERE queue_position IS NOT NULL ORDER BY queue_position LIMIT 1`,
      )
      .onConflictDoNothing(),
    db.delete(challengeIdeas).where(inArray(challengeIdeas.id, begunIdeas)),
  ])
}

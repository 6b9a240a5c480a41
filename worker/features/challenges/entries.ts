import { and, eq } from 'drizzle-orm'
import { auditEntry } from '../../domain/audit-log/audit-log.ts'
import { challengeEntries } from '../../domain/challenges/schema.ts'
import type { Db } from '../../lib/database.ts'

/**
 * Enters a sketch in a challenge, which earns its artist glops; entering it again changes nothing. Answers the challenge
 * that it is in then, which is another one where it was entered before, or null where there is no such challenge.
 */
export async function enterChallenge(
  db: Db,
  challengeId: number,
  sketchId: number,
  now: number,
): Promise<number | null> {
  const [, entered] = await db.$client.batch<{ id: number }>([
    db.$client
      .prepare(
        `INSERT INTO challenge_entries (challenge_id, sketch_id, artist_id, entered_at, listed, listed_for_all)
         SELECT challenges.id, sketches.id, sketches.user_id, ?, sketches.listed, sketches.listed_for_all
         FROM challenges CROSS JOIN sketches WHERE challenges.id = ? AND sketches.id = ?
         ON CONFLICT (sketch_id) DO NOTHING`,
      )
      .bind(now, challengeId, sketchId),
    db.$client.prepare('SELECT challenge_id AS id FROM challenge_entries WHERE sketch_id = ?').bind(sketchId),
  ])
  return entered?.results[0]?.id ?? null
}

/** The entry that a sketch is, or null. */
export async function findEntry(db: Db, sketchId: number): Promise<{ artistId: number; challengeId: number } | null> {
  const { artistId, challengeId } = challengeEntries
  const entry = await db
    .select({ artistId, challengeId })
    .from(challengeEntries)
    .where(eq(challengeEntries.sketchId, sketchId))
    .get()
  return entry ?? null
}

/** Takes a sketch out of its challenge, and back the glops; what staff take of someone else's is written to their log. */
export async function removeEntry(
  db: Db,
  { sketchId, artistId, challengeId }: { sketchId: number; artistId: number; challengeId: number },
  by: { id: number; reason: string },
  now: number,
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
  await db.batch([removal, auditEntry(db, { staffId: by.id, act: 'challenge_entry_remove', ...target, changes }, now)])
}

import { eq, isNull, type SQL, sql } from 'drizzle-orm'
import { type Db, statement } from '../../lib/database.ts'
import { challenges } from './schema.ts'

/** The condition of daily challenges, with which SQLite uses their indexes. */
export const isDaily: SQL = isNull(challenges.groupId)

export async function challengeExists(db: Db, id: number): Promise<boolean> {
  return (await db.select({ id: challenges.id }).from(challenges).where(eq(challenges.id, id)).get()) !== undefined
}

type NewEntry = {
  challengeId: number | null
  /** Condition for the row of `sketches`. */
  sketch: SQL
  now: number
  /** The day for the artist's streak (`localDay`); null if the entry does not count. */
  day: number | null
}

/** Enters a sketch in a challenge, unless it is in one. A trigger gives the artist glops. */
export function insertEntry(db: Db, { challengeId, sketch, now, day }: NewEntry) {
  return statement(
    db,
    sql`INSERT INTO challenge_entries (challenge_id, sketch_id, artist_id, entered_at, entered_day, listed, listed_for_all)
      SELECT challenges.id, sketches.id, sketches.user_id, ${now}, ${day}, sketches.listed, sketches.listed_for_all
      FROM challenges CROSS JOIN sketches WHERE challenges.id = ${challengeId} AND ${sketch}
      ON CONFLICT (sketch_id) DO NOTHING`,
  )
}

import { and, eq, isNull, lte, sql } from 'drizzle-orm'
import { awardYears } from '../../domain/awards/schema.ts'
import { type Db, statement } from '../../lib/database.ts'
import { forEach } from '../../lib/for-each.ts'

/** Publishes the winners of years whose voting has ended, one batch for each year. A second run changes nothing. */
export async function closeAwards(db: Db, now: number): Promise<void> {
  const due = await db
    .select({ year: awardYears.year })
    .from(awardYears)
    .where(and(isNull(awardYears.resultAt), lte(awardYears.votingEndAt, now)))
  await forEach(due, ({ year }) => publishWinners(db, year, now))
}

/** Publishes the winners of each category: the nominees with the most votes. Sketches hidden from lists cannot win. */
async function publishWinners(db: Db, year: number, now: number): Promise<void> {
  // Staff may have moved the end of voting meanwhile.
  const isDue = sql`EXISTS (SELECT 1 FROM award_years WHERE year = ${year} AND result_at IS NULL
    AND voting_end_at <= ${now})`
  const ofYear = sql`category_id IN (SELECT category_id FROM award_categories WHERE award_year = ${year})`
  const canWin = (table: string) =>
    sql.raw(`(${table}.sketch_id IS NULL OR EXISTS (SELECT 1 FROM sketches
      WHERE sketches.id = ${table}.sketch_id AND sketches.listed = 1))`)
  await db.batch([
    statement(
      db,
      sql`UPDATE award_nominations SET votes_count = (SELECT count(*) FROM award_votes
          WHERE award_votes.category_id = award_nominations.category_id
            AND award_votes.nomination_id = award_nominations.nomination_id)
        WHERE ${ofYear} AND ${isDue}`,
    ),
    statement(
      db,
      sql`UPDATE award_nominations SET is_winner = 1
        WHERE ${ofYear} AND ${isDue} AND votes_count > 0 AND ${canWin('award_nominations')}
          AND votes_count = (SELECT max(other.votes_count) FROM award_nominations AS other
            WHERE other.category_id = award_nominations.category_id AND ${canWin('other')})`,
    ),
    statement(
      db,
      sql`INSERT OR IGNORE INTO notifications (user_id, category, actor_id, page_owner_id, sketch_id, award_nomination_id,
          occurred_at)
        SELECT artist_id, 'features', artist_id, artist_id, sketch_id, nomination_id, ${now} FROM award_nominations
        WHERE ${ofYear} AND is_winner = 1 AND ${isDue}`,
    ),
    db
      .update(awardYears)
      .set({ resultAt: now })
      .where(and(eq(awardYears.year, year), isNull(awardYears.resultAt), lte(awardYears.votingEndAt, now))),
  ])
}

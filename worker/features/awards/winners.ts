import { eq, sql } from 'drizzle-orm'
import type { AwardKind } from '../../../contract/award-state.ts'
import { AWARD_NOMINEES_MAX } from '../../../contract/limits.ts'
import { isNominee } from '../../domain/awards/periods.ts'
import { awardCategories, awardYears } from '../../domain/awards/schema.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import { type Db, statement } from '../../lib/database.ts'
import { DONE, failure, type Result } from '../../lib/result.ts'
import { artistOf } from './nominating.ts'

type Winner = { categoryId: number; nomineeId: number; isWinner: boolean; reason: string; now: number }

/** The condition that staff name the winners of a category: after the close, if nobody voted in it. */
const isUncounted = sql`EXISTS (SELECT 1 FROM award_years WHERE year = award_categories.award_year AND result_at IS NOT NULL)
  AND NOT EXISTS (SELECT 1 FROM award_votes WHERE award_votes.category_id = award_categories.category_id)`

const hasRoom = sql`(SELECT count(*) FROM award_nominations AS other
  WHERE other.category_id = award_categories.category_id) < ${AWARD_NOMINEES_MAX}`

/**
 * Names a winner of a category in which nobody voted, because these awards were held elsewhere, or takes the name back.
 * Again changes nothing. Fails with `award_counted` before the close, and if there are votes.
 */
export async function setWinner(
  db: Db,
  staff: Viewer,
  { categoryId, nomineeId, isWinner, reason, now }: Winner,
): Promise<Result<void, 'not_found' | 'award_counted' | 'nominee_limit'>> {
  const category = await findCategory(db, categoryId)
  if (!category) return failure('not_found')
  const artist = artistOf(db, staff, { kind: category.kind, id: nomineeId })
  const isNamed = sql`EXISTS (SELECT 1 FROM award_nominations
    WHERE award_nominations.category_id = award_categories.category_id AND ${isNominee(nomineeId)} AND is_winner = 1)`
  const wins = Number(isWinner)
  const changes = sql`json_object('winner', json_array(iif(${wins}, NULL, category_title), iif(${wins}, category_title, NULL)))`
  const [, , , [nominee], after] = await db.batch([
    statement(
      db,
      sql`INSERT INTO audit_log (staff_id, action, user_id, target_type, target_id, reason, changes, created_at)
        SELECT ${staff.id}, 'award_winner', nominee_artist_id, 'awards', award_year, ${reason}, ${changes}, ${now}
        FROM award_categories CROSS JOIN (${artist})
        WHERE category_id = ${categoryId} AND ${isUncounted} AND ${isNamed} <> ${wins} AND (NOT ${wins} OR ${hasRoom})`,
    ),
    statement(
      db,
      sql`INSERT INTO award_nominations (category_id, kind, sketch_id, artist_id, created_at, votes_count, is_winner)
        SELECT category_id, kind, iif(kind = 'sketch', ${nomineeId}, NULL), nominee_artist_id, ${now}, 0, 1
        FROM award_categories CROSS JOIN (${artist})
        WHERE ${wins} AND category_id = ${categoryId} AND ${isUncounted} AND ${hasRoom}
        ON CONFLICT DO UPDATE SET is_winner = 1`,
    ),
    statement(
      db,
      sql`DELETE FROM award_nominations WHERE NOT ${wins} AND category_id = ${categoryId} AND ${isNominee(nomineeId)}
        AND is_winner = 1 AND EXISTS (SELECT 1 FROM award_categories
          WHERE award_categories.category_id = award_nominations.category_id AND ${isUncounted})`,
    ),
    artist,
    db
      .select({
        isUncounted: sql`(${isUncounted})`.mapWith(Boolean).as('is_uncounted'),
        isNamed: isNamed.mapWith(Boolean).as('is_named'),
      })
      .from(awardCategories)
      .where(eq(awardCategories.id, categoryId)),
  ])
  if (!nominee) return failure('not_found')
  if (!after[0]?.isUncounted) return failure('award_counted')
  return after[0].isNamed === isWinner ? DONE : failure('nominee_limit')
}

async function findCategory(db: Db, id: number): Promise<{ kind: AwardKind } | undefined> {
  return await db
    .select({ kind: awardCategories.kind })
    .from(awardCategories)
    .innerJoin(awardYears, eq(awardYears.year, awardCategories.year))
    .where(eq(awardCategories.id, id))
    .get()
}

import { eq, type SQL, sql } from 'drizzle-orm'
import { AWARD_NOMINEES_MAX } from '../../../contract/limits.ts'
import { isNominee } from '../../domain/awards/periods.ts'
import { awardCategories } from '../../domain/awards/schema.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import { type Db, type Statement, statement } from '../../lib/database.ts'
import { DONE, failure, type Result } from '../../lib/result.ts'
import { artistOf } from './nominating.ts'

type Change = { categoryId: number; nomineeId: number; reason: string; now: number }

/** The condition that staff may name the winners of a category: after the close, if nobody voted in it. */
const isUncounted = sql`EXISTS (SELECT 1 FROM award_years WHERE year = award_categories.award_year AND result_at IS NOT NULL)
  AND NOT EXISTS (SELECT 1 FROM award_votes WHERE award_votes.category_id = award_categories.category_id)`

const nominationOf = (nomineeId: number) => sql`FROM award_nominations
  WHERE award_nominations.category_id = award_categories.category_id AND ${isNominee(nomineeId)}`

const isNamed = (nomineeId: number) => sql`EXISTS (SELECT 1 ${nominationOf(nomineeId)} AND is_winner = 1)`

/**
 * Names a winner of a category in which nobody voted, because these awards were held elsewhere. Repeating the call
 * changes nothing. Fails with `award_counted` before the close, and if there are votes; with `own_nomination` for staff
 * who would win.
 */
export async function nameWinner(
  db: Db,
  staff: Viewer,
  { categoryId, nomineeId, reason, now }: Change,
): Promise<Result<void, 'not_found' | 'award_counted' | 'own_nomination' | 'nominee_limit'>> {
  const kind = await db
    .select({ kind: awardCategories.kind })
    .from(awardCategories)
    .where(eq(awardCategories.id, categoryId))
    .get()
  if (!kind) return failure('not_found')
  const artist = artistOf(db, staff, { kind: kind.kind, id: nomineeId })
  const candidate = sql`award_categories CROSS JOIN (${artist})`
  const mayBeNamed = sql`category_id = ${categoryId} AND nominee_artist_id <> ${staff.id} AND ${isUncounted}
    AND (EXISTS (SELECT 1 ${nominationOf(nomineeId)}) OR (SELECT count(*) FROM award_nominations AS other WHERE other.category_id = award_categories.category_id)
      < ${AWARD_NOMINEES_MAX})`
  const [, , [nominee], [after]] = await db.batch([
    logWinner(db, {
      ...{ staff, reason, now },
      artistId: sql`nominee_artist_id`,
      winner: sql`json_array(NULL, category_title)`,
      from: sql`${candidate} WHERE ${mayBeNamed} AND NOT ${isNamed(nomineeId)}`,
    }),
    statement(
      db,
      sql`INSERT INTO award_nominations (category_id, kind, sketch_id, artist_id, created_at, votes_count, is_winner)
        SELECT category_id, kind, iif(kind = 'sketch', ${nomineeId}, NULL), nominee_artist_id, ${now}, 0, 1
        FROM ${candidate} WHERE ${mayBeNamed}
        ON CONFLICT DO UPDATE SET is_winner = 1`,
    ),
    artist,
    selectWinner(db, { categoryId, nomineeId }),
  ])
  if (!nominee) return failure('not_found')
  if (nominee.artistId === staff.id) return failure('own_nomination')
  if (!after?.isUncounted) return failure('award_counted')
  return after.isNamed ? DONE : failure('nominee_limit')
}

/**
 * Removes a winner that staff named, even if the nominee is hidden from everyone now. A nominee of members stays a
 * nominee. Repeating the call changes nothing. Fails as `nameWinner` does.
 */
export async function removeWinner(
  db: Db,
  staff: Viewer,
  { categoryId, nomineeId, reason, now }: Change,
): Promise<Result<void, 'not_found' | 'award_counted'>> {
  const named = sql`category_id = ${categoryId} AND ${isNominee(nomineeId)} AND is_winner = 1 AND EXISTS (
    SELECT 1 FROM award_categories WHERE award_categories.category_id = award_nominations.category_id AND ${isUncounted})`
  const [, , , [after]] = await db.batch([
    logWinner(db, {
      ...{ staff, reason, now },
      artistId: sql`(SELECT artist_id ${nominationOf(nomineeId)})`,
      winner: sql`json_array(category_title, NULL)`,
      from: sql`award_categories WHERE category_id = ${categoryId} AND ${isUncounted} AND ${isNamed(nomineeId)}`,
    }),
    statement(db, sql`DELETE FROM award_nominations WHERE nominated_by IS NULL AND ${named}`),
    statement(db, sql`UPDATE award_nominations SET is_winner = 0 WHERE ${named}`),
    selectWinner(db, { categoryId, nomineeId }),
  ])
  if (!after) return failure('not_found')
  return after.isUncounted ? DONE : failure('award_counted')
}

type LoggedWinner = { staff: Viewer; reason: string; now: number; artistId: SQL; winner: SQL; from: SQL }

function logWinner(db: Db, { staff, reason, now, artistId, winner, from }: LoggedWinner): Statement {
  return statement(
    db,
    sql`INSERT INTO audit_log (staff_id, action, user_id, target_type, target_id, reason, changes, created_at)
      SELECT ${staff.id}, 'award_winner', ${artistId}, 'awards', award_year, ${reason}, json_object('winner', ${winner}), ${now}
      FROM ${from}`,
  )
}

function selectWinner(db: Db, { categoryId, nomineeId }: Pick<Change, 'categoryId' | 'nomineeId'>) {
  return db
    .select({
      isUncounted: sql`(${isUncounted})`.mapWith(Boolean).as('is_uncounted'),
      isNamed: isNamed(nomineeId).mapWith(Boolean).as('is_named'),
    })
    .from(awardCategories)
    .where(eq(awardCategories.id, categoryId))
}

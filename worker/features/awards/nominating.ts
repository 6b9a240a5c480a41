import { and, eq, type SQL, sql } from 'drizzle-orm'
import { type AwardKind, awardState } from '../../../contract/award-state.ts'
import { AWARD_NOMINATIONS_PER_MEMBER_MAX, AWARD_NOMINEES_MAX } from '../../../contract/limits.ts'
import {
  isNominating,
  isNominee,
  mayRemoveNominees,
  mayWithdrawNominations,
  timeColumns,
} from '../../domain/awards/periods.ts'
import { awardCategories, awardNominations, awardYears } from '../../domain/awards/schema.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import { listedFor, notBlocked } from '../../domain/sketches/visibility.ts'
import { users } from '../../domain/users/schema.ts'
import { isMember, isStaff, type Viewer } from '../../domain/users/viewer.ts'
import { type Db, statement } from '../../lib/database.ts'
import { DONE, failure, type Result } from '../../lib/result.ts'

export type Nominee = { kind: AwardKind; id: number }
type Nomination = { categoryId: number; nominee: Nominee; now: number }
type NominationFailure =
  | 'not_found'
  | 'bad_request'
  | 'own_nomination'
  | 'nominations_closed'
  | 'nominee_limit'
  | 'nominee_removed'
  | 'nomination_limit'

/** Selects the artist of a nominee that this member sees in lists; at most one row. */
export function artistOf(db: Db, member: Viewer, { kind, id }: Nominee) {
  const artistId = (column: SQL) => column.mapWith(Number).as('nominee_artist_id')
  return kind === 'sketch'
    ? db
        .select({ artistId: artistId(sql`${sketches.userId}`) })
        .from(sketches)
        .where(and(eq(sketches.id, id), listedFor(member)))
    : db
        .select({ artistId: artistId(sql`${users.id}`) })
        .from(users)
        .where(and(isMember(id), notBlocked(member, users.id)))
}

/** The condition that staff removed a nominee from a category. */
const isRemoved = ({ categoryId, nomineeId }: NomineePlace) =>
  sql`EXISTS (SELECT 1 FROM award_removals WHERE award_removals.category_id = ${categoryId} AND nominee_id = ${nomineeId})`

/**
 * Makes the statements that end the removal of a nominee whom staff nominated before them in the batch, on the staff
 * log.
 */
function endRemoval(db: Db, member: Viewer, { categoryId, nominee, now }: Nomination) {
  const nomineeId = nominee.id
  const column = sql.raw(nominee.kind === 'sketch' ? 'sketch_id' : 'artist_id')
  const ended = sql`${isStaff(member) ? 1 : 0} AND ${isRemoved({ categoryId, nomineeId })} AND EXISTS (SELECT 1 FROM award_nominations AS added
    WHERE added.category_id = ${categoryId} AND added.kind = ${nominee.kind} AND added.${column} = ${nomineeId})`
  return [
    statement(
      db,
      sql`INSERT INTO audit_log (staff_id, action, user_id, target_type, target_id, changes, created_at)
        SELECT ${member.id}, 'award_nominee_restore',
          iif(kind = 'sketch', (SELECT user_id FROM sketches WHERE id = ${nomineeId}), ${nomineeId}), 'awards', award_year,
          json_object(category_title, json_array(NULL, iif(kind = 'sketch', 'Sketch ', 'Artist ') || CAST(${nomineeId} AS INTEGER))), ${now}
        FROM award_categories WHERE category_id = ${categoryId} AND ${ended}`,
    ),
    statement(
      db,
      sql`DELETE FROM award_removals WHERE category_id = ${categoryId} AND nominee_id = ${nomineeId} AND changes() > 0`,
    ),
  ] as const
}

/**
 * Nominates an artist or a sketch. Repeating the call changes nothing. Nobody nominates themselves or their own sketch.
 * Only staff nominate a nominee that staff removed; members can nominate it again then.
 */
export async function nominate(
  db: Db,
  member: Viewer,
  { categoryId, nominee, now }: Nomination,
): Promise<Result<void, NominationFailure>> {
  const artist = artistOf(db, member, nominee)
  const sketchId = nominee.kind === 'sketch' ? nominee.id : null
  const place = { categoryId, nomineeId: nominee.id }
  const isOpen = isStaff(member) ? sql`true` : sql`NOT ${isRemoved(place)}`
  const [, , , [artistRow], [category]] = await db.batch([
    statement(
      db,
      sql`INSERT INTO award_nominations (category_id, kind, sketch_id, artist_id, nominated_by, created_at)
        SELECT category_id, kind, ${sketchId}, nominee_artist_id, ${member.id}, ${now}
        FROM award_categories JOIN award_years ON award_years.year = award_year CROSS JOIN (${artist})
        WHERE category_id = ${categoryId} AND kind = ${nominee.kind} AND nominee_artist_id <> ${member.id}
          AND ${isNominating(now)} AND ${isOpen} AND ${nomineesOf(categoryId)} < ${AWARD_NOMINEES_MAX}
          AND ${nominationsBy(member, categoryId)} < ${AWARD_NOMINATIONS_PER_MEMBER_MAX}
        ON CONFLICT DO NOTHING`,
    ),
    ...endRemoval(db, member, { categoryId, nominee, now }),
    artist,
    selectCategory(db, member, place),
  ])
  if (!category || !artistRow) return failure('not_found')
  if (artistRow.artistId === member.id) return failure('own_nomination')
  if (category.kind !== nominee.kind) return failure('bad_request')
  if (category.isNominated) return DONE
  if (awardState(category, now) !== 'nominating') return failure('nominations_closed')
  if (category.isRemoved && !isStaff(member)) return failure('nominee_removed')
  return failure(category.nominees >= AWARD_NOMINEES_MAX ? 'nominee_limit' : 'nomination_limit')
}

const nomineesOf = (categoryId: number) =>
  sql`(SELECT count(*) FROM award_nominations AS other WHERE other.category_id = ${categoryId})`
const nominationsBy = (member: Viewer, categoryId: number) =>
  sql`(SELECT count(*) FROM award_nominations AS other
    WHERE other.category_id = ${categoryId} AND other.nominated_by = ${member.id})`

type NomineePlace = { categoryId: number; nomineeId: number }

function selectCategory(db: Db, member: Viewer, { categoryId, nomineeId }: NomineePlace) {
  const nominated = sql`FROM award_nominations WHERE award_nominations.category_id = ${categoryId}
    AND ${isNominee(nomineeId)}`
  return db
    .select({
      ...timeColumns,
      kind: awardCategories.kind,
      nominees: nomineesOf(categoryId).mapWith(Number).as('nominees'),
      isRemoved: isRemoved({ categoryId, nomineeId }).mapWith(Boolean).as('is_removed'),
      isNominated: sql`EXISTS (SELECT 1 ${nominated})`.mapWith(Boolean).as('is_nominated'),
      isOwn: sql`EXISTS (SELECT 1 ${nominated} AND nominated_by = ${member.id})`.mapWith(Boolean).as('is_own'),
    })
    .from(awardCategories)
    .innerJoin(awardYears, eq(awardYears.year, awardCategories.year))
    .where(eq(awardCategories.id, categoryId))
}

/**
 * Withdraws the member's own nomination. Repeating the call changes nothing. Fails with `nomination_stays` in the last
 * hours of nominations: others who want the nominee did not nominate it again.
 */
export async function withdrawNomination(
  db: Db,
  member: Viewer,
  { categoryId, nomineeId, now }: NomineePlace & { now: number },
): Promise<Result<void, 'not_found' | 'forbidden' | 'nominations_closed' | 'nomination_stays'>> {
  const isOpen = sql`EXISTS (SELECT 1 FROM award_categories JOIN award_years ON award_years.year = award_year
    WHERE award_categories.category_id = ${categoryId} AND ${mayWithdrawNominations(now)})`
  const [, [category]] = await db.batch([
    db
      .delete(awardNominations)
      .where(
        and(
          eq(awardNominations.categoryId, categoryId),
          isNominee(nomineeId),
          eq(awardNominations.nominatedBy, member.id),
          isOpen,
        ),
      ),
    selectCategory(db, member, { categoryId, nomineeId }),
  ])
  if (!category) return failure('not_found')
  if (!category.isNominated) return DONE
  if (!category.isOwn) return failure('forbidden')
  return failure(awardState(category, now) === 'nominating' ? 'nomination_stays' : 'nominations_closed')
}

type Removal = NomineePlace & { reason: string; now: number }

/**
 * Removes a nominee and its votes as staff, so that others find a place. Members who voted for it vote again, and it
 * cannot be nominated again. Repeating the call changes nothing. Fails with `nominee_stays` in the last hours of voting
 * and after.
 */
export async function removeNominee(
  db: Db,
  staff: Viewer,
  { categoryId, nomineeId, reason, now }: Removal,
): Promise<Result<void, 'not_found' | 'nominee_stays'>> {
  const removed = sql`award_nominations.category_id = ${categoryId} AND ${isNominee(nomineeId)} AND EXISTS (
    SELECT 1 FROM award_categories JOIN award_years ON award_years.year = award_year
    WHERE award_categories.category_id = ${categoryId} AND ${mayRemoveNominees(now)})`
  const [, , , [category]] = await db.batch([
    statement(
      db,
      sql`INSERT INTO audit_log (staff_id, action, user_id, target_type, target_id, reason, changes, created_at)
        SELECT ${staff.id}, 'award_nominee_remove', artist_id, 'awards', award_year, ${reason},
          json_object(category_title, json_array(coalesce('Sketch ' || sketch_id, 'Artist ' || artist_id), NULL)), ${now}
        FROM award_nominations JOIN award_categories ON award_categories.category_id = award_nominations.category_id
        WHERE ${removed}`,
    ),
    statement(
      db,
      sql`INSERT INTO award_removals (category_id, nominee_id) SELECT category_id, ${nomineeId} FROM award_nominations
        WHERE ${removed} ON CONFLICT DO NOTHING`,
    ),
    statement(db, sql`DELETE FROM award_nominations WHERE ${removed}`),
    selectCategory(db, staff, { categoryId, nomineeId }),
  ])
  if (!category) return failure('not_found')
  return category.isNominated ? failure('nominee_stays') : DONE
}

import { and, eq, type SQL, sql } from 'drizzle-orm'
import { type AwardKind, awardState } from '../../../contract/award-state.ts'
import { AWARD_NOMINATIONS_PER_MEMBER_MAX, AWARD_NOMINEES_MAX } from '../../../contract/limits.ts'
import { isBeforeClose, isNominating, isNominee, timeColumns } from '../../domain/awards/periods.ts'
import { awardCategories, awardNominations, awardYears } from '../../domain/awards/schema.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import { listedFor, notBlocked } from '../../domain/sketches/visibility.ts'
import { users } from '../../domain/users/schema.ts'
import { isMember, type Viewer } from '../../domain/users/viewer.ts'
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

/**
 * Nominates an artist or a sketch. Repeating the call changes nothing. Nobody nominates themselves or their own sketch.
 */
export async function nominate(
  db: Db,
  member: Viewer,
  { categoryId, nominee, now }: Nomination,
): Promise<Result<void, NominationFailure>> {
  const artist = artistOf(db, member, nominee)
  const sketchId = nominee.kind === 'sketch' ? nominee.id : null
  const [, [artistRow], [category]] = await db.batch([
    statement(
      db,
      sql`INSERT INTO award_nominations (category_id, kind, sketch_id, artist_id, nominated_by, created_at)
        SELECT category_id, kind, ${sketchId}, nominee_artist_id, ${member.id}, ${now}
        FROM award_categories JOIN award_years ON award_years.year = award_year CROSS JOIN (${artist})
        WHERE category_id = ${categoryId} AND kind = ${nominee.kind} AND nominee_artist_id <> ${member.id}
          AND ${isNominating(now)} AND ${nomineesOf(categoryId)} < ${AWARD_NOMINEES_MAX}
          AND ${nominationsBy(member, categoryId)} < ${AWARD_NOMINATIONS_PER_MEMBER_MAX}
        ON CONFLICT DO NOTHING`,
    ),
    artist,
    selectCategory(db, member, { categoryId, nomineeId: nominee.id }),
  ])
  if (!category || !artistRow) return failure('not_found')
  if (artistRow.artistId === member.id) return failure('own_nomination')
  if (category.kind !== nominee.kind) return failure('bad_request')
  if (category.isNominated) return DONE
  if (awardState(category, now) !== 'nominating') return failure('nominations_closed')
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
      isNominated: sql`EXISTS (SELECT 1 ${nominated})`.mapWith(Boolean).as('is_nominated'),
      isOwn: sql`EXISTS (SELECT 1 ${nominated} AND nominated_by = ${member.id})`.mapWith(Boolean).as('is_own'),
    })
    .from(awardCategories)
    .innerJoin(awardYears, eq(awardYears.year, awardCategories.year))
    .where(eq(awardCategories.id, categoryId))
}

/** Withdraws the member's own nomination while nominations are open. Repeating the call changes nothing. */
export async function withdrawNomination(
  db: Db,
  member: Viewer,
  { categoryId, nomineeId, now }: NomineePlace & { now: number },
): Promise<Result<void, 'not_found' | 'forbidden' | 'nominations_closed'>> {
  const isOpen = sql`EXISTS (SELECT 1 FROM award_categories JOIN award_years ON award_years.year = award_year
    WHERE award_categories.category_id = ${categoryId} AND ${isNominating(now)})`
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
  return failure(category.isOwn ? 'nominations_closed' : 'forbidden')
}

type Removal = NomineePlace & { reason: string; now: number }

/**
 * Removes a nominee and its votes until the voting ends, as staff, so that others find a place. Members who voted
 * for it vote again. Repeating the call changes nothing.
 */
export async function removeNominee(
  db: Db,
  staff: Viewer,
  { categoryId, nomineeId, reason, now }: Removal,
): Promise<Result<void, 'not_found' | 'award_voting_closed'>> {
  const removed = sql`award_nominations.category_id = ${categoryId} AND ${isNominee(nomineeId)} AND EXISTS (
    SELECT 1 FROM award_categories JOIN award_years ON award_years.year = award_year
    WHERE award_categories.category_id = ${categoryId} AND ${isBeforeClose(now)})`
  const [, , [category]] = await db.batch([
    statement(
      db,
      sql`INSERT INTO audit_log (staff_id, action, user_id, target_type, target_id, reason, changes, created_at)
        SELECT ${staff.id}, 'award_nominee_remove', artist_id, 'awards', award_year, ${reason},
          json_object(category_title, json_array(coalesce('Sketch ' || sketch_id, 'Artist ' || artist_id), NULL)), ${now}
        FROM award_nominations JOIN award_categories ON award_categories.category_id = award_nominations.category_id
        WHERE ${removed}`,
    ),
    statement(db, sql`DELETE FROM award_nominations WHERE ${removed}`),
    selectCategory(db, staff, { categoryId, nomineeId }),
  ])
  if (!category) return failure('not_found')
  return category.isNominated ? failure('award_voting_closed') : DONE
}

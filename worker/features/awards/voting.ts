import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import { awardState } from '../../../contract/award-state.ts'
import { isNominee, isVoting, timeColumns } from '../../domain/awards/periods.ts'
import { awardCategories, awardNominations, awardVotes, awardYears } from '../../domain/awards/schema.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import { listedFor, notBlocked } from '../../domain/sketches/visibility.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import { type Db, statement } from '../../lib/database.ts'
import { DONE, failure, type Result } from '../../lib/result.ts'

type Choice = { categoryId: number; nomineeId: number; now: number }
type VoteFailure = 'not_found' | 'own_nomination' | 'award_voting_closed' | 'voted_already'

/** The condition that this viewer sees a nominee. */
const isSeen = (viewer: Viewer): SQL | undefined =>
  or(
    and(sql`${awardNominations.sketchId} IS NULL`, notBlocked(viewer, awardNominations.artistId)),
    and(sql`${awardNominations.sketchId} IS NOT NULL`, listedFor(viewer)),
  )

/**
 * Votes for a nominee. The same vote again changes nothing; another one fails with `voted_already` until the first is
 * cleared [1 §4].
 */
export async function voteForNominee(
  db: Db,
  voter: Viewer,
  { categoryId, nomineeId, now }: Choice,
): Promise<Result<void, VoteFailure>> {
  const [, [found]] = await db.batch([
    statement(
      db,
      sql`INSERT INTO award_votes (category_id, nomination_id, voter_id, created_at)
        SELECT award_nominations.category_id, nomination_id, ${voter.id}, ${now}
        FROM award_categories CROSS JOIN award_nominations
          ON award_nominations.category_id = award_categories.category_id
        JOIN award_years ON award_years.year = award_categories.award_year
        LEFT JOIN sketches ON sketches.id = award_nominations.sketch_id
        WHERE award_categories.category_id = ${categoryId} AND ${isNominee(nomineeId)} AND ${isVoting(now)}
          AND award_nominations.artist_id <> ${voter.id} AND ${isSeen(voter)}
        ON CONFLICT DO NOTHING`,
    ),
    selectChoice(db, voter, { categoryId, nomineeId }),
  ])
  if (!found) return failure('not_found')
  if (found.artistId === voter.id) return failure('own_nomination')
  if (found.voted === found.nominationId) return DONE
  if (awardState(found, now) !== 'voting') return failure('award_voting_closed')
  return failure(found.voted === null ? 'not_found' : 'voted_already')
}

function selectChoice(db: Db, voter: Viewer, { categoryId, nomineeId }: Omit<Choice, 'now'>) {
  return db
    .select({
      ...timeColumns,
      nominationId: awardNominations.id,
      artistId: awardNominations.artistId,
      voted: sql<number | null>`(SELECT award_votes.nomination_id FROM award_votes
        WHERE award_votes.category_id = ${categoryId} AND voter_id = ${voter.id})`.as('voted'),
    })
    .from(awardCategories)
    .crossJoin(awardNominations)
    .innerJoin(awardYears, eq(awardYears.year, awardCategories.year))
    .leftJoin(sketches, eq(sketches.id, awardNominations.sketchId))
    .where(
      and(
        eq(awardCategories.id, categoryId),
        eq(awardNominations.categoryId, awardCategories.id),
        isNominee(nomineeId),
        isSeen(voter),
      ),
    )
}

/** Clears the member's vote in a category, if there is one, so that it can be cast again. */
export async function clearVote(
  db: Db,
  voter: Viewer,
  { categoryId, now }: Omit<Choice, 'nomineeId'>,
): Promise<Result<void, 'not_found' | 'award_voting_closed'>> {
  const [, [category]] = await db.batch([
    db.delete(awardVotes).where(
      and(
        eq(awardVotes.categoryId, categoryId),
        eq(awardVotes.voterId, voter.id),
        sql`EXISTS (SELECT 1 FROM award_categories JOIN award_years ON award_years.year = award_year
          WHERE award_categories.category_id = ${categoryId} AND ${isVoting(now)})`,
      ),
    ),
    db
      .select(timeColumns)
      .from(awardCategories)
      .innerJoin(awardYears, eq(awardYears.year, awardCategories.year))
      .where(eq(awardCategories.id, categoryId)),
  ])
  if (!category) return failure('not_found')
  return awardState(category, now) === 'voting' ? DONE : failure('award_voting_closed')
}

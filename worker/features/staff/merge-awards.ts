import { sql } from 'drizzle-orm'
import { rowsOf } from '../../domain/users/row-steps.ts'
import { hasSame, type MergeStep, move } from './merge-moves.ts'

/** Votes of years that have no result. */
const isOpen = sql`(SELECT result_at FROM award_years JOIN award_categories ON award_year = award_years.year
  WHERE award_categories.category_id = award_votes.category_id) IS NULL`

/**
 * Moves votes, of which a member has one in a category. If both accounts have one, the vote of the source is deleted.
 * After the result it stays, without a voter.
 */
const moveVotes: MergeStep = {
  name: 'move award_votes.voter_id',
  references: ['award_votes.voter_id'],
  statements: ({ source, target }) => {
    const rows = sql`rowid IN (${rowsOf('award_votes', 'voter_id', source)})`
    const isSecond = hasSame('award_votes', 'voter_id', ['category_id'], target)
    return [
      sql`DELETE FROM award_votes WHERE ${rows} AND ${isSecond} AND ${isOpen} RETURNING 1`,
      // After the deletion, these are further rows.
      sql`UPDATE award_votes SET voter_id = iif(${isSecond}, NULL, ${target})
        WHERE ${rows} AND NOT (${isSecond} AND ${isOpen}) RETURNING 1`,
    ]
  },
}

/**
 * Moves nominations of the artist; those of sketches move with the sketches. If both artists are nominated in a
 * category, the target gets the votes of both.
 */
const moveNominations: MergeStep = {
  name: 'move award_nominations.artist_id',
  references: ['award_nominations.artist_id'],
  statements: ({ source, target }) => {
    const rows = sql`nomination_id IN (${rowsOf('award_nominations', 'artist_id', source)})`
    const other = (column: string) => sql`(SELECT ${sql.raw(column)} FROM award_nominations AS other
      WHERE other.category_id = award_votes.category_id AND other.artist_id = ${target} AND other.sketch_id IS NULL)`
    const isSecond = sql`EXISTS (SELECT 1 FROM award_nominations AS other
      WHERE other.category_id = award_nominations.category_id AND other.artist_id = ${target} AND other.sketch_id IS NULL)`
    const ofSource = sql`FROM award_nominations AS source WHERE source.category_id = award_nominations.category_id
      AND source.artist_id = ${source} AND source.sketch_id IS NULL
      AND source.nomination_id IN (${rowsOf('award_nominations', 'artist_id', source)})`
    return [
      sql`UPDATE award_nominations SET is_winner = max(is_winner, (SELECT is_winner ${ofSource})),
          votes_count = votes_count + (SELECT votes_count ${ofSource})
        WHERE artist_id = ${target} AND sketch_id IS NULL AND EXISTS (SELECT 1 ${ofSource})`,
      sql`UPDATE award_votes SET nomination_id = ${other('nomination_id')}
        WHERE nomination_id IN (SELECT nomination_id FROM award_nominations WHERE ${rows} AND ${isSecond})`,
      sql`DELETE FROM award_nominations WHERE ${rows} AND ${isSecond} RETURNING 1`,
      // After the deletion, these are further rows.
      sql`UPDATE award_nominations SET artist_id = ${target} WHERE ${rows} AND NOT ${isSecond} RETURNING 1`,
    ]
  },
}

/**
 * Deletes votes of the target for nominees of the source, because nobody votes for themselves. After the result they
 * stay.
 */
const removeOwnVotes: MergeStep = {
  name: 'remove own votes for awards',
  references: [],
  statements: ({ target }) => [
    sql`DELETE FROM award_votes WHERE voter_id = ${target} AND ${isOpen} AND EXISTS (SELECT 1 FROM award_nominations
      WHERE award_nominations.nomination_id = award_votes.nomination_id AND artist_id = ${target}) RETURNING 1`,
  ],
}

export const AWARD_STEPS: readonly MergeStep[] = [
  moveNominations,
  move('award_nominations', 'nominated_by'),
  moveVotes,
  removeOwnVotes,
]

import { type SQL, sql } from 'drizzle-orm'
import { STARS_PER_MONTH } from '../../../contract/limits.ts'
import { ROWS_AT_ONCE, rowsOf } from '../../domain/users/row-steps.ts'
import { type Accounts, hasSame, type MergeStep, move, moveCounts } from './merge-moves.ts'

/** Tables with a copy of the artist of a sketch. */
const ARTIST_COPIES = [
  'sketch_tags',
  'album_sketches',
  'challenge_entries',
  'group_sketches',
  'feed_sketches',
  'fan_outs',
  'award_nominations',
]

const beforeSketches = (isMoved: SQL, accounts: Accounts) => [
  ...moveCounts('sketches', isMoved, accounts, {
    sketches_count: 'unlisted = 0 AND violation IS NULL',
    sketches_for_all_count: 'listed_for_all',
    hearts_received: 'hearts_count',
    views_count: 'sketches.views_count',
    likes_received: 'likes_count',
    sketch_comments_count: 'sketches.comments_count',
    stored_bytes: 'bytes + attached_bytes',
    png_bytes: "iif(content_type = 'image/png', bytes, 0)",
    jpg_bytes: "iif(content_type = 'image/png', 0, bytes)",
  }),
  ...ARTIST_COPIES.map(
    (table) => sql`UPDATE ${sql.raw(table)} SET artist_id = ${accounts.target}
      WHERE sketch_id IN (SELECT id FROM sketches WHERE ${isMoved})`,
  ),
  // Both accounts may have entries in the same compo with the same slot.
  sql`UPDATE compo_entries SET artist_id = ${accounts.target}, slot = NULL
    WHERE sketch_id IN (SELECT id FROM sketches WHERE ${isMoved})`,
]

/** Moves the sketches with the copies of their artist in other tables. */
export const moveSketches = move('sketches', 'user_id', {
  // The same file, posted by both, is no longer recognised as the same.
  set: ({ target }) => sql`content_hash = iif(${hasSame('sketches', 'user_id', ['content_hash'], target)},
    content_hash || ':' || id, content_hash)`,
  before: beforeSketches,
})

/** Removes the target's own hearts or ratings on sketches of the source, which become the target's. */
export function removeOwnReactions(table: 'hearts' | 'ratings'): MergeStep {
  const name = sql.raw(table)
  return {
    name: `remove own ${table}`,
    references: [],
    statements: ({ source, target }) => [
      sql`DELETE FROM ${name} WHERE user_id = ${target} AND sketch_id IN (
        SELECT ${name}.sketch_id FROM ${name} JOIN sketches ON sketches.id = ${name}.sketch_id
        WHERE ${name}.user_id = ${target} AND sketches.user_id = ${source} LIMIT ${ROWS_AT_ONCE}) RETURNING 1`,
    ],
  }
}

/**
 * Moves hearts or ratings. Deletes those on sketches of the target, and those on sketches to which the target gave the
 * same.
 */
export function moveReactions(table: 'hearts' | 'ratings'): MergeStep {
  return move(table, 'user_id', {
    drop: ({ target }) =>
      sql`${hasSame(table, 'user_id', ['sketch_id'], target)} OR EXISTS (SELECT 1 FROM sketches
        WHERE sketches.id = ${sql.raw(table)}.sketch_id AND sketches.user_id = ${target})`,
  })
}

export const moveFeatures: MergeStep = {
  name: 'move features',
  references: ['features.user_id', 'sketches.featured_by'],
  statements: ({ source, target }) => {
    const rows = rowsOf('features', 'user_id', source)
    return [
      sql`UPDATE sketches SET featured_by = ${target}
        WHERE id IN (SELECT sketch_id FROM features WHERE rowid IN (${rows}))`,
      sql`UPDATE features SET user_id = ${target} WHERE rowid IN (${rows}) RETURNING 1`,
    ]
  },
}

export const addStars: MergeStep = {
  name: 'add stars',
  references: ['monthly_stars.user_id'],
  statements: ({ source, target }) => [
    sql`INSERT INTO monthly_stars (user_id, month, spent_count)
      SELECT ${target}, month, spent_count FROM monthly_stars WHERE user_id = ${source}
      ON CONFLICT (user_id, month) DO UPDATE SET spent_count = min(${STARS_PER_MONTH}, spent_count + excluded.spent_count)`,
    sql`DELETE FROM monthly_stars WHERE user_id = ${source} RETURNING 1`,
  ],
}

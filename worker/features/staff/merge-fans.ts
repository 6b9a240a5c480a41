import { type SQL, sql } from 'drizzle-orm'
import { rowsOf } from '../../domain/users/row-steps.ts'
import { hasSame, type MergeStep, move, moveCounts } from './merge-moves.ts'

/** Moves blocks as new rows, so that the triggers on new blocks run for the target. */
export function moveBlocks(column: 'user_id' | 'blocked_id'): MergeStep {
  const [own, other] = [sql.raw(column), sql.raw(column === 'user_id' ? 'blocked_id' : 'user_id')]
  return {
    name: `move blocks.${column}`,
    references: [`blocks.${column}`],
    statements: ({ source, target }) => {
      const rows = rowsOf('blocks', column, source)
      return [
        sql`INSERT OR IGNORE INTO blocks (${own}, ${other}, created_at)
          SELECT ${target}, ${other}, created_at FROM blocks WHERE rowid IN (${rows}) AND ${other} <> ${target}`,
        sql`DELETE FROM blocks WHERE rowid IN (${rows}) RETURNING 1`,
      ]
    },
  }
}

/**
 * The condition that a member cannot become a fan of an artist: they are the same member, the member is a fan already,
 * or a block is between them.
 */
function cannotBeFan(artist: SQL | number, fan: SQL | number): SQL {
  return sql`${artist} = ${fan}
    OR EXISTS (SELECT 1 FROM fans AS other WHERE other.user_id = ${artist} AND other.fan_id = ${fan})
    OR EXISTS (SELECT 1 FROM blocks WHERE (user_id = ${artist} AND blocked_id = ${fan})
      OR (user_id = ${fan} AND blocked_id = ${artist}))`
}

/** Fans of the source, and artists of whom the source is a fan. */
export const FAN_STEPS: readonly MergeStep[] = [
  move('fans', 'user_id', {
    drop: ({ target }) => cannotBeFan(target, sql`fans.fan_id`),
    before: (isMoved, accounts) =>
      moveCounts('fans', isMoved, accounts, { fans_count: '1', note_fans_count: 'notify_notes' }),
  }),
  move('fans', 'fan_id', { drop: ({ target }) => cannotBeFan(sql`fans.user_id`, target) }),
  move('feed_sketches', 'fan_id', {
    drop: ({ target }) => sql`artist_id = ${target} OR ${hasSame('feed_sketches', 'fan_id', ['sketch_id'], target)}`,
  }),
]

import { type Column, type SQL, sql } from 'drizzle-orm'
import { BLOCKS_COUNTED_MAX, HIDDEN_ENTRIES_COUNTED_MAX } from '../../../contract/limits.ts'
import type { Viewer } from '../users/viewer.ts'
import { seesOwnMature } from './visibility.ts'

type Entries = {
  /** Counters of the entries that are listed for members with mature sketches on, and for everyone. */
  listedCount: Column
  listedForAllCount: Column
  /** The table of the entries, the condition that one belongs here, and the index by which artists are found in it. */
  table: string
  belongs: SQL
  artistIndex: string
}

/**
 * A query of members whom a member blocked, and of those who blocked this member, up to a number of each. Counts leave
 * them out: each item of a list looks for each of them.
 */
export const countedBlocks = (memberId: number): SQL => sql`
  SELECT * FROM (SELECT blocked_id FROM blocks WHERE user_id = ${memberId} LIMIT ${BLOCKS_COUNTED_MAX})
  UNION SELECT * FROM (SELECT user_id FROM blocks WHERE blocked_id = ${memberId} LIMIT ${BLOCKS_COUNTED_MAX})`

/**
 * The number of entries of a challenge, compo or group that this viewer sees: without those of members across a block.
 * Both exceptions are counted up to a number, because each item of a list counts them.
 */
export function shownCount(viewer: Viewer | null, entries: Entries): SQL<number> {
  const { listedCount, listedForAllCount, belongs } = entries
  const count = viewer?.showMature ? listedCount : listedForAllCount
  if (!viewer) return sql<number>`${count}`
  const table = sql.identifier(entries.table)
  const listedColumn = sql.identifier(viewer.showMature ? 'listed' : 'listed_for_all')
  const ownMature = seesOwnMature(viewer)
    ? sql`(SELECT count(*) FROM (
        SELECT 1 FROM ${table} WHERE ${belongs} AND mature_by = ${viewer.id} LIMIT ${HIDDEN_ENTRIES_COUNTED_MAX}))`
    : sql`0`
  // The outer condition is evaluated once for all items: a lookup among no blocks would read a row for each.
  return sql<number>`${count} + ${ownMature} - iif(EXISTS (
      SELECT 1 FROM blocks WHERE user_id = ${viewer.id} UNION ALL SELECT 1 FROM blocks WHERE blocked_id = ${viewer.id}),
    (SELECT count(*) FROM (SELECT ${listedColumn} AS is_shown FROM ${table} INDEXED BY ${sql.identifier(entries.artistIndex)}
      WHERE ${belongs} AND artist_id IN (${countedBlocks(viewer.id)}) AND listed = 1 LIMIT ${HIDDEN_ENTRIES_COUNTED_MAX})
      WHERE is_shown = 1), 0)`
}

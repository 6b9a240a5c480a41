import { eq, type SQL, sql } from 'drizzle-orm'
import type { SketchList } from '../../../contract/http/sketches.ts'
import { groupSketches } from '../../domain/groups/schema.ts'
import { isGroupShown } from '../../domain/groups/visibility.ts'
import { itemColumns, sketchItemOf } from '../../domain/sketches/list-items.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import { listedFor, notBlocked, partsWithBlocked } from '../../domain/sketches/visibility.ts'
import { users } from '../../domain/users/schema.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts'
import type { Db } from '../../lib/database.ts'

/** The number of entries that are tried for a page after a cursor, if many are by blocked artists. */
export const ENTRIES_TRIED = 200

type Recents = { userId: number; limit: number; offset: number; cursor?: string | undefined }

/**
 * Lists the latest sketches of all groups of a member. The query merges the sorted sketches of the groups: an ordered
 * recursive query works as a priority queue that contains the next row of each group. It reads one row for each group
 * and one for each listed sketch. A page ends after a number of entries, and may be empty.
 * @throws InvalidCursor.
 */
export async function listGroupRecents(
  db: Db,
  viewer: Viewer | null,
  { userId, limit, offset, cursor }: Recents,
): Promise<SketchList> {
  const name = `groups of ${userId} recents`
  const [before] = decodeCursor(name, 1, cursor) ?? []
  const parts = partsWithBlocked(viewer, groupSketches)
  const nextOf = (part: SQL, group: SQL, below: SQL | undefined) =>
    sql`(SELECT max(entry_id) FROM group_sketches WHERE group_sketches.group_id = ${group} AND ${part}
      ${below ? sql`AND entry_id < ${below}` : sql``})`
  const isMemberShown = viewer
    ? sql` AND (SELECT ${notBlocked(viewer, users.id)} FROM users WHERE users.id = ${userId})`
    : sql``
  const first = parts.map(
    (
      part,
      index,
    ) => sql`SELECT ${nextOf(part, sql`member.group_id`, before === undefined ? undefined : sql`${before}`)},
      member.group_id, ${sql.raw(String(index))} FROM group_members AS member
      CROSS JOIN groups ON groups.id = member.group_id WHERE member.user_id = ${userId} AND ${isGroupShown(viewer)}${isMemberShown}`,
  )
  const cases = parts.map(
    (part, index) => sql`WHEN ${sql.raw(String(index))} THEN ${nextOf(part, sql`queue.group_id`, sql`queue.entry`)}`,
  )
  const skipped = cursor ? 0 : offset
  const tried = ENTRIES_TRIED + skipped
  const entries = sql`(WITH RECURSIVE queue(entry, group_id, part) AS (
      SELECT * FROM (${sql.join(first, sql` UNION ALL `)})
      UNION ALL SELECT CASE queue.part ${sql.join(cases, sql` `)} END, queue.group_id, queue.part
        FROM queue WHERE queue.entry IS NOT NULL
      ORDER BY 1 DESC)
    SELECT entry, row_number() OVER () AS position FROM queue WHERE entry IS NOT NULL LIMIT ${tried})`
  // The cross join finds `other` by the sketch. Otherwise SQLite tries all groups of the member.
  const isLatest = sql`NOT EXISTS (SELECT 1 FROM group_sketches AS other
    CROSS JOIN group_members AS member ON member.group_id = other.group_id AND member.user_id = ${userId}
    CROSS JOIN groups ON groups.id = other.group_id
    WHERE other.sketch_id = group_sketches.sketch_id AND other.entry_id > group_sketches.entry_id AND ${isGroupShown(viewer)})`
  const isShown = sql`(${isLatest} AND ${listedFor(viewer)})`
  // The last tried entry is read also if it is not shown: the next page begins after it. So skipped rows are left out
  // here, not by the query.
  const isLastTried = sql`found.position = ${tried}`
  const rows = await db
    .select({
      item: itemColumns,
      entry: groupSketches.id,
      isLastTried: isLastTried.mapWith(Boolean),
      isShown: sql`iif(${isLastTried}, ${isShown}, 1)`.mapWith(Boolean),
    })
    .from(sql`${entries} AS found`)
    .crossJoin(groupSketches)
    .crossJoin(sketches)
    .crossJoin(users)
    .where(
      sql`${eq(groupSketches.id, sql`found.entry`)} AND ${eq(sketches.id, groupSketches.sketchId)}
        AND (${isLastTried} OR ${isShown}) AND ${eq(users.id, sketches.userId)}`,
    )
    .limit(skipped + limit)
  const last = rows.at(-1)
  const end = rows.length === skipped + limit || last?.isLastTried ? last?.entry : undefined
  return {
    items: rows
      .slice(skipped)
      .filter(({ isShown }) => isShown)
      .map(({ item }) => sketchItemOf(item)),
    cursor: end === undefined ? '' : encodeCursor(name, [end]),
    done: end === undefined,
  }
}

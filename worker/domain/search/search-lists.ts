import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { GallerySort } from '../../../contract/http/galleries.ts'
import type { SketchList } from '../../../contract/http/sketches.ts'
import { GALLERY_PAGE_SIZE } from '../../../contract/limits.ts'
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts'
import type { Db } from '../../lib/database.ts'
import { itemColumns, sketchItemOf } from '../sketches/list-items.ts'
import { sketches } from '../sketches/schema.ts'
import { listedFor } from '../sketches/visibility.ts'
import { users } from '../users/schema.ts'
import type { Viewer } from '../users/viewer.ts'
import { greatestFirst, greatestOfNewest, type IndexQuery, newestFirst } from './candidates.ts'
import type { IndexSearch } from './match.ts'

/** A search with more parts is not repeated for each level of hearts, because each time reads the entries of all parts. */
const PARTS_BY_LEVEL_MAX = 2

type SearchList = {
  /** Part of the list's cursors. */
  name: string
  sort: GallerySort
  search: IndexSearch
  /** The number of parts of the search that can be in many sketches each. */
  parts?: number
  /** Conditions on the id, which the index applies. */
  idConditions?: SQL[]
  /** Conditions on the sketch, applied to the rows that were read from the index. */
  conditions?: SQL[]
  cursor: string | undefined
}

/**
 * Reads a page of matches. It reads exactly one page of the index, so a page is shorter if this viewer may not see some
 * of the matches. `matching` are the ids of all matches that were read.
 */
export async function readSearchList(
  db: Db,
  viewer: Viewer | null,
  { name, sort, search, parts = 1, idConditions, conditions, cursor }: SearchList,
): Promise<{ list: SketchList; matching: number[] }> {
  const [level, id] = decodeCursor(name, 2, cursor) ?? []
  const last = level === undefined || id === undefined ? null : { level, id }
  const query = { search, last, limit: GALLERY_PAGE_SIZE, idConditions }
  const candidates = sort === 'hearts' ? greatestOf(query, parts) : newestFirst('sketch_search', query)
  const rows = (await selectCandidates(db, viewer, { candidates, conditions })).sort(
    (a, b) => b.level - a.level || b.item.id - a.item.id,
  )
  const lastRow = rows.at(-1)
  const done = rows.length < GALLERY_PAGE_SIZE || !lastRow
  const list = {
    items: rows.filter(({ shown }) => shown).map(({ item }) => sketchItemOf(item)),
    cursor: done ? '' : encodeCursor(name, [lastRow.level, lastRow.item.id]),
    done,
  }
  return { list, matching: rows.map(({ item }) => item.id) }
}

const greatestOf = (query: IndexQuery, parts: number) =>
  parts > PARTS_BY_LEVEL_MAX ? greatestOfNewest(query) : greatestFirst('sketch_search', query)

/** Reads candidates without an order, because sorting them in SQL would read more rows. */
export function selectCandidates<Level = number>(
  db: Db,
  viewer: Viewer | null,
  { candidates, conditions = [] }: { candidates: SQL; conditions?: SQL[] | undefined },
) {
  const level = sql<Level>`found.level`
  return db
    .select({
      item: itemColumns,
      level,
      shown: sql`(${and(listedFor(viewer), ...conditions)})`.mapWith(Boolean),
      colours: sketches.colours,
      perceptualHash: sketches.perceptualHash,
    })
    .from(sql`${candidates} AS found`)
    .crossJoin(sketches)
    .crossJoin(users)
    .where(and(sql`${sketches.id} = found.id`, eq(users.id, sketches.userId)))
}

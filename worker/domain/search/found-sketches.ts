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
import { greatestFirst, newestFirst } from './candidates.ts'
import type { Match } from './match.ts'

/** A list that the index of words finds. `ranges` bound the ids; `also` is what it does not know exactly. */
type Found = { name: string; sort: GallerySort; match: Match; ranges?: SQL[]; also?: SQL[]; cursor: string | undefined }

/**
 * A page of what the index finds. It reads a page of the index and no more, whatever of it this viewer is not shown
 * (which the index mostly leaves out itself), so a page may be shorter than others before the list is done.
 */
export async function readFound(
  db: Db,
  viewer: Viewer | null,
  { name, sort, match, ranges, also, cursor }: Found,
): Promise<SketchList> {
  const [level, id] = decodeCursor(name, 2, cursor) ?? []
  const last = level === undefined || id === undefined ? null : { level, id }
  const read = sort === 'hearts' ? greatestFirst : newestFirst
  const candidates = read('sketch_search', { match, last, limit: GALLERY_PAGE_SIZE, ranges })
  const rows = (await selectFound(db, viewer, { candidates, also })).sort(
    (a, b) => b.level - a.level || b.item.id - a.item.id,
  )
  const end = rows.at(-1)
  const done = rows.length < GALLERY_PAGE_SIZE || !end
  return {
    items: rows.filter(({ shown }) => shown).map(({ item }) => sketchItemOf(item)),
    cursor: done ? '' : encodeCursor(name, [end.level, end.item.id]),
    done,
  }
}

/** Candidates, in no order, with all that lists show of them and whether this viewer is shown them. Sorting them here costs no rows. */
export function selectFound(
  db: Db,
  viewer: Viewer | null,
  { candidates, also = [] }: { candidates: SQL; also?: SQL[] | undefined },
) {
  const level = sql<number>`found.level`
  return db
    .select({
      item: itemColumns,
      level,
      shown: sql`(${and(listedFor(viewer), ...also)})`.mapWith(Boolean),
      colours: sketches.colours,
      perceptualHash: sketches.perceptualHash,
    })
    .from(sql`${candidates} AS found`)
    .crossJoin(sketches)
    .crossJoin(users)
    .where(and(sql`${sketches.id} = found.id`, eq(users.id, sketches.userId)))
}

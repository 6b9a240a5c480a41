import type { GallerySort } from '../../../contract/http/galleries.ts'
import type { SketchList } from '../../../contract/http/sketches.ts'
import { parseSearch } from '../../../contract/search-grammar.ts'
import { exactConditionsOf, idConditionsOf, matchSketches } from '../../domain/search/match.ts'
import { readSearchList } from '../../domain/search/search-lists.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import type { Db } from '../../lib/database.ts'

const EMPTY_LIST: SketchList = { items: [], cursor: '', done: true }

/** Finds sketches by words and filters. @throws InvalidCursor. */
export async function searchSketches(
  db: Db,
  viewer: Viewer | null,
  { query, sort, cursor }: { query: string; sort: GallerySort; cursor?: string | undefined },
): Promise<SketchList> {
  const terms = parseSearch(query)
  if (terms.length === 0) return EMPTY_LIST
  const idConditions = idConditionsOf(terms)
  const match = matchSketches(viewer, terms)
  return readSearchList(db, viewer, {
    name: `search ${sort}`,
    sort,
    match,
    idConditions,
    conditions: exactConditionsOf(terms),
    cursor,
  })
}

import type { GallerySort } from '../../../contract/http/galleries.ts'
import type { SketchSearchReply } from '../../../contract/http/search.ts'
import { GALLERY_PAGE_SIZE } from '../../../contract/limits.ts'
import { parseSearch } from '../../../contract/search-grammar.ts'
import { canMatch, countParts, exactConditionsOf, idConditionsOf, matchSketches } from '../../domain/search/match.ts'
import { findPartialMatches } from '../../domain/search/partial.ts'
import { readSearchList } from '../../domain/search/search-lists.ts'
import { sketchItemOf } from '../../domain/sketches/list-items.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import type { Db } from '../../lib/database.ts'

const NOTHING: SketchSearchReply = { items: [], matchingAll: 0, cursor: '', done: true }

/**
 * Finds sketches by words and filters. The page on which the matches end continues with sketches that match some of the
 * words, best first. @throws InvalidCursor.
 */
export async function searchSketches(
  db: Db,
  viewer: Viewer | null,
  { query, sort, cursor }: { query: string; sort: GallerySort; cursor?: string | undefined },
): Promise<SketchSearchReply> {
  const terms = parseSearch(query)
  if (terms.length === 0 || !canMatch(terms)) return NOTHING
  const { list, matching } = await readSearchList(db, viewer, {
    name: `search ${sort}`,
    sort,
    search: matchSketches(viewer, terms),
    parts: countParts(terms),
    idConditions: idConditionsOf(terms),
    conditions: exactConditionsOf(terms),
    cursor,
  })
  const matchingAll = list.items.length
  if (!list.done) return { ...list, matchingAll }
  const partial = await findPartialMatches(db, viewer, {
    terms,
    // The first page has all matches if it is not full.
    matching: cursor ? null : matching,
    limit: GALLERY_PAGE_SIZE - matchingAll,
  })
  return { ...list, items: [...list.items, ...partial.map(sketchItemOf)], matchingAll }
}

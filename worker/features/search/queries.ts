import type { GallerySort } from '../../../contract/http/galleries.ts'
import type { SketchList } from '../../../contract/http/sketches.ts'
import { parseSearch } from '../../../contract/search-grammar.ts'
import { readFound } from '../../domain/search/found-sketches.ts'
import { exactly, idsBetween, matchSketches } from '../../domain/search/match.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import type { Db } from '../../lib/database.ts'

const NOTHING: SketchList = { items: [], cursor: '', done: true }

/** Finds sketches by words and filters. @throws InvalidCursor. */
export async function searchSketches(
  db: Db,
  viewer: Viewer | null,
  { query, sort, cursor }: { query: string; sort: GallerySort; cursor?: string | undefined },
): Promise<SketchList> {
  const terms = parseSearch(query)
  if (terms.length === 0) return NOTHING
  const ranges = idsBetween(terms)
  const match = matchSketches(viewer, terms)
  return readFound(db, viewer, { name: `search ${sort}`, sort, match, ranges, also: exactly(terms), cursor })
}

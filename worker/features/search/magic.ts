import { eq, type SQL, sql } from 'drizzle-orm'
import type { SketchList } from '../../../contract/http/sketches.ts'
import { GALLERY_PAGE_SIZE } from '../../../contract/limits.ts'
import { parseSearch } from '../../../contract/search-grammar.ts'
import { newestFirst } from '../../domain/search/candidates.ts'
import {
  exactConditions,
  idRanges,
  type Match,
  matchAnyOf,
  matchColour,
  matchSketches,
} from '../../domain/search/match.ts'
import { selectCandidates } from '../../domain/search/search-lists.ts'
import { type Appearance, colourMatch, dissimilarity } from '../../domain/search/similarity.ts'
import { sketchItemOf } from '../../domain/sketches/list-items.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import { accessColumns, sketchAccess } from '../../domain/sketches/visibility.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts'
import type { Db } from '../../lib/database.ts'
import { parseStrings } from '../../lib/json.ts'
import { failure, type Result, success } from '../../lib/result.ts'

/** A search by look: colours as `#rrggbb`, a sketch to resemble, and words. Everything given must match. */
export type Magic = { query: string; colours: readonly string[]; like?: number | undefined }

/** Number of sketches from the index that are compared at a time. */
const COMPARED = 3 * GALLERY_PAGE_SIZE
/** Sketches less like the example than this are left out. */
const UNLIKE = 0.75

const LIST = 'magic'

/**
 * A page of the sketches that look as requested. Fails with `not_found` for an example that is hidden from the viewer.
 * @throws InvalidCursor.
 */
export async function searchBySimilarity(
  db: Db,
  viewer: Viewer | null,
  { cursor, ...magic }: Magic & { cursor?: string | undefined },
): Promise<Result<SketchList, 'not_found'>> {
  const [below = 0, skipped = 0] = decodeCursor(LIST, 2, cursor) ?? []
  const terms = parseSearch(magic.query)
  if (terms.length === 0 && magic.colours.length === 0 && magic.like === undefined) return success(pageOf([], 0, null))
  const last = below > 0 ? { level: 0, id: below } : null
  const colours = magic.colours.map(matchColour)
  const read = (looks: Match[]) => {
    const match = matchSketches(viewer, terms, [...colours, ...looks])
    const candidates = newestFirst('sketch_search', { match, last, limit: COMPARED, ranges: idRanges(terms) })
    return selectCandidates(db, viewer, { candidates, conditions: exactConditions(terms) })
  }
  if (magic.like !== undefined) {
    const [[example], alike, coloured] = await db.batch([
      selectExample(db, viewer, magic.like),
      read([matchAnyOf(pairsOf(bandsOf(magic.like)))]),
      read([matchAnyOf(pairsOf(cellsOf(magic.like)))]),
    ])
    if (!example || !sketchAccess(viewer, example).maySee) return failure('not_found')
    const found = new Map([...alike, ...coloured].map((row) => [row.item.id, row]))
    found.delete(magic.like)
    return success(pageOf(ranked([...found.values()], magic.colours, lookOf(example)), skipped, null))
  }
  const rows = await read([])
  const next = rows.length < COMPARED ? null : Math.min(...rows.map(({ item }) => item.id))
  return success(pageOf(ranked(rows, magic.colours, null), skipped, { below, next }))
}

type Row = Awaited<ReturnType<typeof selectCandidates>>[number]

function selectExample(db: Db, viewer: Viewer | null, id: number) {
  return db
    .select({
      ...accessColumns(viewer),
      colours: sketches.colours,
      perceptualHash: sketches.perceptualHash,
    })
    .from(sketches)
    .where(eq(sketches.id, id))
}

function lookOf({ colours, perceptualHash }: { colours: string; perceptualHash: string }): Appearance {
  return { colours: parseStrings(colours), perceptualHash }
}

/** What is shown, the best match first; equals stay newest first. */
function ranked(rows: Row[], colours: readonly string[], example: Appearance | null): Row[] {
  const scored = rows.flatMap((row) => {
    const look = lookOf(row)
    const off = colourMatch(colours, look.colours)
    const unlike = example ? dissimilarity(example, look) : 0
    return row.shown && off !== null && unlike <= UNLIKE ? [{ row, score: off + unlike }] : []
  })
  return scored.sort((a, b) => a.score - b.score || b.row.item.id - a.row.item.id).map(({ row }) => row)
}

/**
 * A page of what was ranked. Behind its end the next ones are compared, those below `next`; what is compared with an
 * example is compared once.
 */
function pageOf(rows: Row[], skipped: number, window: { below: number; next: number | null } | null): SketchList {
  const end = skipped + GALLERY_PAGE_SIZE
  const place = end < rows.length ? [window?.below ?? 0, end] : window?.next ? [window.next, 0] : null
  return {
    items: rows.slice(skipped, end).map(({ item }) => sketchItemOf(item)),
    cursor: place ? encodeCursor(LIST, place) : '',
    done: place === null,
  }
}

/**
 * Two of these words together, any two: pictures that look alike share more than one byte of their hashes and more than
 * one colour, and others seldom do.
 */
function pairsOf(words: SQL): SQL {
  return sql`WITH word(n, text) AS (${words})
    SELECT '(' || one.text || ' AND ' || other.text || ')' AS token FROM word AS one JOIN word AS other ON one.n < other.n`
}

/** The bytes of a sketch's hash as the index has them. Empty paper, all darker or none, is like too much. */
function bandsOf(id: number): SQL {
  return sql`SELECT band.value, 'h' || band.value || substr(perceptual_hash, 2 * band.value + 1, 2)
    FROM sketches, json_each('[0,1,2,3,4,5,6,7]') AS band
    WHERE sketches.id = ${id} AND substr(perceptual_hash, 2 * band.value + 1, 2) NOT IN ('00', 'ff')`
}

/** The cells of a sketch's first colours as the index has them. */
function cellsOf(id: number): SQL {
  const digit = (at: number) => sql.raw(`((instr('0123456789abcdef', substr(colour.value, ${at}, 1)) - 1) / 2)`)
  return sql`SELECT colour.key, 'c' || ${digit(2)} || ${digit(4)} || ${digit(6)}
    FROM sketches, json_each(sketches.colours) AS colour WHERE sketches.id = ${id} AND colour.key < 3`
}

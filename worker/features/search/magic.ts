import { eq, type SQL, sql } from 'drizzle-orm'
import type { SketchList } from '../../../contract/http/sketches.ts'
import { GALLERY_PAGE_SIZE } from '../../../contract/limits.ts'
import { parseSearch } from '../../../contract/search-grammar.ts'
import { newestFirst } from '../../domain/search/candidates.ts'
import {
  canMatch,
  exactConditionsOf,
  idConditionsOf,
  type Match,
  matchAnyOf,
  matchColour,
  matchSketches,
} from '../../domain/search/match.ts'
import { selectCandidates } from '../../domain/search/search-lists.ts'
import { type Appearance, colourMismatch, dissimilarity } from '../../domain/search/similarity.ts'
import { sketchItemOf } from '../../domain/sketches/list-items.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import { accessColumns, type Reader, sketchAccess } from '../../domain/sketches/visibility.ts'
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts'
import type { Db } from '../../lib/database.ts'
import { parseStrings } from '../../lib/json.ts'
import { failure, type Result, success } from '../../lib/result.ts'

/** A search by words, colours and an example sketch. Results match all conditions. */
export type MagicSearch = {
  query: string
  /** At most `SEARCH_COLOURS_MAX`, each written `#rrggbb`. */
  colours: readonly string[]
  /** The id of the example. */
  like?: number | undefined
}

const CANDIDATES_AT_ONCE = 3 * GALLERY_PAGE_SIZE
/** 0 is identical to the example. */
const DISSIMILARITY_MAX = 0.75

const LIST = 'magic'

/** Finds sketches by appearance. Fails with `not_found` for a hidden example. @throws InvalidCursor. */
export async function searchBySimilarity(
  db: Db,
  reader: Reader,
  { cursor, ...magic }: MagicSearch & { cursor?: string | undefined },
): Promise<Result<SketchList, 'not_found'>> {
  const { viewer } = reader
  const [below = 0, skipped = 0] = decodeCursor(LIST, 2, cursor) ?? []
  const terms = parseSearch(magic.query)
  const isEmpty = terms.length === 0 && magic.colours.length === 0 && magic.like === undefined
  if (isEmpty || !canMatch(terms)) return success(pageOf([], 0, null))
  const last = below > 0 ? { level: 0, id: below } : null
  const colours = magic.colours.map(matchColour)
  const readCandidates = (likenesses: Match[]) => {
    const candidates = newestFirst('sketch_search', {
      search: matchSketches(viewer, terms, [...colours, ...likenesses]),
      last,
      limit: CANDIDATES_AT_ONCE,
      idConditions: idConditionsOf(terms),
    })
    return selectCandidates(db, viewer, { candidates, conditions: exactConditionsOf(terms) })
  }
  if (magic.like !== undefined) {
    const [[example], similar, coloured] = await db.batch([
      selectExample(db, reader, magic.like),
      readCandidates([matchAnyOf(pairsOfWords(hashWordsOf(magic.like)))]),
      readCandidates([matchAnyOf(pairsOfWords(colourWordsOf(magic.like)))]),
    ])
    if (!example || !sketchAccess(viewer, example).maySee) return failure('not_found')
    const matches = new Map([...similar, ...coloured].map((row) => [row.item.id, row]))
    matches.delete(magic.like)
    return success(pageOf(rankRows([...matches.values()], magic.colours, appearanceOf(example)), skipped, null))
  }
  const rows = await readCandidates([])
  const next = rows.length < CANDIDATES_AT_ONCE ? null : Math.min(...rows.map(({ item }) => item.id))
  return success(pageOf(rankRows(rows, magic.colours, null), skipped, { below, next }))
}

type Row = Awaited<ReturnType<typeof selectCandidates>>[number]

function selectExample(db: Db, reader: Reader, id: number) {
  return db
    .select({
      ...accessColumns(reader),
      colours: sketches.colours,
      perceptualHash: sketches.perceptualHash,
    })
    .from(sketches)
    .where(eq(sketches.id, id))
}

function appearanceOf({ colours, perceptualHash }: { colours: string; perceptualHash: string }): Appearance {
  return { colours: parseStrings(colours), perceptualHash }
}

/** Sorts the visible rows by match, then newest first. */
function rankRows(rows: Row[], colours: readonly string[], example: Appearance | null): Row[] {
  const scored = rows.flatMap((row) => {
    const appearance = appearanceOf(row)
    const colourDifference = colourMismatch(colours, appearance.colours)
    const exampleDifference = example ? dissimilarity(example, appearance) : 0
    return row.shown && colourDifference !== null && exampleDifference <= DISSIMILARITY_MAX
      ? [{ row, score: colourDifference + exampleDifference }]
      : []
  })
  return scored.sort((a, b) => a.score - b.score || b.row.item.id - a.row.item.id).map(({ row }) => row)
}

/**
 * The candidates of a search without example: those with ids below `below`, or the newest for 0. The next candidates
 * are below `next`; null if there are none.
 */
type CandidateRange = { below: number; next: number | null }

/** Makes a page of ranked rows. After the last row, the cursor continues with the next candidates. */
function pageOf(rows: Row[], skipped: number, range: CandidateRange | null): SketchList {
  const end = skipped + GALLERY_PAGE_SIZE
  const position = end < rows.length ? [range?.below ?? 0, end] : range?.next ? [range.next, 0] : null
  return {
    items: rows.slice(skipped, end).map(({ item }) => sketchItemOf(item)),
    cursor: position ? encodeCursor(LIST, position) : '',
    done: position === null,
  }
}

/** All pairs of words. Similar pictures share two bytes of the hash or two colours, other pictures rarely do. */
function pairsOfWords(words: SQL): SQL {
  return sql`WITH word(n, text) AS (${words})
    SELECT '(' || a.text || ' AND ' || b.text || ')' AS token FROM word AS a JOIN word AS b ON a.n < b.n`
}

/** Index words of the bytes of a sketch's hash. Bytes of blank paper are left out because they match too much. */
function hashWordsOf(id: number): SQL {
  return sql`SELECT band.value, 'h' || band.value || substr(perceptual_hash, 2 * band.value + 1, 2)
    FROM sketches, json_each('[0,1,2,3,4,5,6,7]') AS band
    WHERE sketches.id = ${id} AND substr(perceptual_hash, 2 * band.value + 1, 2) NOT IN ('00', 'ff')`
}

/** Index words of a sketch's first three colours. */
function colourWordsOf(id: number): SQL {
  const digit = (at: number) => sql.raw(`((instr('0123456789abcdef', substr(colour.value, ${at}, 1)) - 1) / 2)`)
  return sql`SELECT colour.key, 'c' || ${digit(2)} || ${digit(4)} || ${digit(6)}
    FROM sketches, json_each(sketches.colours) AS colour WHERE sketches.id = ${id} AND colour.key < 3`
}

import { sql } from 'drizzle-orm'
import type { SearchTerm } from '../../../contract/search-grammar.ts'
import type { Db } from '../../lib/database.ts'
import type { Viewer } from '../users/viewer.ts'
import { newestFirst, newestOfGroups } from './candidates.ts'
import { distinctTerms, exactConditionsOf, idConditionsOf, isUnwanted, matchSketches, matchTerms } from './match.ts'
import { selectCandidates } from './search-lists.ts'

/** Maximum number of words that are looked up separately. A longer search uses its first words. */
const WORDS_MAX = 6
/**
 * Maximum number of words that all groups have together. Excluded ones count with each group, because each one repeats
 * them.
 */
const LOOKED_UP_MAX = 16
/** Maximum number of conditions beside which pairs of words are looked up, because each group of words repeats them all. */
const PAIRS_CONDITIONS_MAX = 2
/** Rows of the index that are read for all groups of words together. */
const INDEX_ROWS_MAX = 100
/** A search with more matches does not continue, because each group of words may read them all. */
const MATCHING_MAX = 100

type Row = Awaited<ReturnType<typeof selectCandidates<string>>>[number]

/**
 * Finds sketches that satisfy the conditions of a search and some of its words, but not all. Sorts them by their words:
 * rare words count more than frequent ones. Reads a limited number of the newest sketches with each word and with pairs
 * of words. `matching` are the ids of all sketches that match the whole search; null to look them up.
 */
export async function findPartialMatches(
  db: Db,
  viewer: Viewer | null,
  { terms, matching, limit }: { terms: readonly SearchTerm[]; matching: readonly number[] | null; limit: number },
): Promise<Row['item'][]> {
  const significant = distinctTerms(terms)
  const words = significant.filter((term) => term.kind === 'word' && !term.phrase && !term.not)
  if (words.length < 2) return []
  const conditions = significant.filter((term) => !words.includes(term))
  const groups = groupsWithin(Math.min(words.length, WORDS_MAX), {
    withPairs: conditions.length <= PAIRS_CONDITIONS_MAX,
    excluded: conditions.filter(isUnwanted).length,
  })
  const idConditions = idConditionsOf(terms)
  const perGroup = Math.floor(INDEX_ROWS_MAX / groups.length)
  const candidates = newestOfGroups({
    conditions: matchSketches(viewer, conditions),
    matching: matching
      ? sql`(SELECT value AS id FROM json_each(${JSON.stringify(matching)}))`
      : newestFirst('sketch_search', {
          search: matchSketches(viewer, terms),
          last: null,
          limit: MATCHING_MAX + 1,
          idConditions,
        }),
    matchingMax: MATCHING_MAX,
    words: matchTerms(words),
    groups,
    limit: perGroup,
    idConditions,
  })
  const rows = await selectCandidates<string>(db, viewer, { candidates, conditions: exactConditionsOf(terms) })
  return rankByWords(rows, words.length, perGroup).slice(0, limit)
}

/** The most groups, as bits, that have at most `LOOKED_UP_MAX` words together. Drops the pairs first, then the last words. */
function groupsWithin(words: number, { withPairs, excluded }: { withPairs: boolean; excluded: number }): number[] {
  const groups = groupsOf(words, withPairs)
  const lookedUp = groups.reduce((sum, group) => sum + group.length + excluded, 0)
  if (lookedUp <= LOOKED_UP_MAX || words === 1) {
    return groups.map((group) => group.reduce((bits, word) => bits | (1 << word), 0))
  }
  return groupsWithin(withPairs ? words : words - 1, { withPairs: false, excluded })
}

/** The groups to look up: each word, and maybe each pair of words. A long search has only pairs of neighbours. */
function groupsOf(words: number, withPairs: boolean): number[][] {
  const numbers = Array.from({ length: words }, (_, word) => word)
  const pairs = numbers.flatMap((first) =>
    numbers.filter((second) => second > first && (words <= 4 || second === first + 1)).map((second) => [first, second]),
  )
  // Both words of a search for two are a full match.
  return [...numbers.map((word) => [word]), ...(withPairs && words > 2 ? pairs : [])]
}

/** Sorts the visible rows by the rarity of their words, then newest first. `level` lists the groups of each row. */
function rankByWords(rows: Row[], words: number, perGroup: number): Row['item'][] {
  const found = rows.map((row) => ({ ...row, groups: row.level.split(',').map(Number) }))
  const newest = Math.max(...found.map(({ item }) => item.id))
  const rarities = Array.from({ length: words }, (_, word) => {
    const ids = found.filter(({ groups }) => groups.includes(1 << word)).map(({ item }) => item.id)
    return rarityOf(ids, newest, perGroup)
  })
  return found
    .filter(({ shown }) => shown)
    .map(({ item, groups }) => {
      const bits = groups.reduce((all, group) => all | group, 0)
      return { item, score: rarities.reduce((sum, rarity, word) => (bits & (1 << word) ? sum + rarity : sum), 0) }
    })
    .sort((a, b) => b.score - a.score || b.item.id - a.item.id)
    .map(({ item }) => item)
}

/** Estimates the rarity of a word from the age of the newest sketches with it. */
function rarityOf(ids: readonly number[], newest: number, perGroup: number): number {
  const range = ids.length < perGroup ? newest : newest - Math.min(...ids) + 1
  return Math.log(1 + range / Math.max(ids.length, 1))
}

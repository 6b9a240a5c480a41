import { type AnsweredSet, type PackedSets, SetPacker } from './answered-sets.ts'
import { type Fit, finishFit } from './fit.ts'

/** The result of an entry. `seen` and `picks` count answered sets. The average strength is 1. */
export type EntryResult = { id: number; place: number; strength: number; seen: number; picks: number }

/** Strengths with a smaller relative difference are equal, because the fit is not more precise. */
const TIE = 1e-9

/**
 * Computes the result of a compo whose sets fit into memory. The order of entries, sets and their members is
 * irrelevant.
 */
export function computeResult(entryIds: readonly number[], answered: readonly AnsweredSet[]): EntryResult[] {
  const packer = new SetPacker(entryIds, answered.length)
  for (const set of answered) packer.add(set)
  const sets = packer.pack()
  return rankEntries(sets, finishFit(sets))
}

/**
 * The entries by place, and by id within a place. Equally strong entries share a place, and the places after it are
 * skipped.
 */
export function rankEntries({ entryIds, seen, picks }: PackedSets, { strengths }: Fit): EntryResult[] {
  const results = entryIds
    .map((id, entry) => ({
      id,
      place: 1,
      strength: strengths[entry] ?? 0,
      seen: seen[entry] ?? 0,
      picks: picks[entry] ?? 0,
    }))
    .sort((a, b) => b.strength - a.strength)
  results.forEach((result, index) => {
    const before = results[index - 1]
    if (before) result.place = result.strength < before.strength * (1 - TIE) ? index + 1 : before.place
  })
  return results.sort((a, b) => a.place - b.place || a.id - b.id)
}

/** An entry of a published result. `place` is null for a disqualified entry, and for every entry if none was picked. */
export type PublishedResult = Omit<EntryResult, 'place'> & { place: number | null }

/**
 * The results as they are published. They have no places if no entry was picked, because all entries would share the
 * first place.
 */
export function publishedResults(
  results: readonly EntryResult[],
  disqualified: readonly number[] = [],
): PublishedResult[] {
  const hasPlaces = results.some(({ picks }) => picks > 0)
  return hasPlaces ? withoutDisqualified(results, disqualified) : results.map((result) => ({ ...result, place: null }))
}

/**
 * Removes the places of entries that were disqualified after the result. These come last, and the entries behind them
 * move up. Strengths stay as computed from the whole contest.
 */
export function withoutDisqualified(
  results: readonly EntryResult[],
  disqualified: readonly number[],
): PublishedResult[] {
  const out = new Set(disqualified)
  const placed = results.filter(({ id }) => !out.has(id))
  const lost = results.filter(({ id }) => out.has(id))
  const better = (place: number) => lost.filter((entry) => entry.place < place).length
  return [
    ...placed.map((result) => ({ ...result, place: result.place - better(result.place) })),
    ...lost.map((result) => ({ ...result, place: null })),
  ]
}

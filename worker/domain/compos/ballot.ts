import { COMPO_BALLOT_SETS_MAX, COMPO_SET_SIZE } from '../../../contract/limits.ts'

/**
 * An entry that the voter may judge: made by somebody else, and not hidden by a block or by the voter's settings.
 * `exposure` counts the sets with the entry that were given to voters who may see as much as this voter.
 */
export type BallotEntry = { id: number; exposure: number }

/** A ballot has enough sets for all entries, up to the maximum. A single entry cannot be compared. */
export function ballotSets(eligible: number): number {
  return eligible < 2 ? 0 : Math.min(COMPO_BALLOT_SETS_MAX, Math.ceil(eligible / COMPO_SET_SIZE))
}

/**
 * The next set of a ballot. It has the least exposed entries that the voter has not judged, and judged entries if those
 * are too few. The ballot's seed decides between equally exposed entries and shuffles the set.
 */
export function nextSet(eligible: readonly BallotEntry[], judged: ReadonlySet<number>, seed: number): number[] {
  const first: Candidate[] = []
  for (const { id, exposure } of eligible) {
    const candidate = { id, exposure, isJudged: Number(judged.has(id)), random: hash(seed, id) }
    const index = first.findIndex((other) => compare(candidate, other) < 0)
    if (index >= 0) first.splice(index, 0, candidate)
    else if (first.length < COMPO_SET_SIZE) first.push(candidate)
    if (first.length > COMPO_SET_SIZE) first.pop()
  }
  return first.sort(compareRandom).map(({ id }) => id)
}

type Candidate = BallotEntry & { isJudged: number; random: number }

const compare = (a: Candidate, b: Candidate) =>
  a.isJudged - b.isJudged || a.exposure - b.exposure || compareRandom(a, b)

const compareRandom = (a: Candidate, b: Candidate) => a.random - b.random || a.id - b.id

/** A pseudorandom number from 0 to below 2^32: the final mix of MurmurHash3 over both numbers. */
function hash(seed: number, id: number): number {
  let mixed = Math.imul(seed, 0x9e3779b1) ^ id
  for (const factor of [0x85ebca6b, 0xc2b2ae35]) {
    mixed ^= mixed >>> 16
    mixed = Math.imul(mixed, factor)
  }
  return (mixed ^ (mixed >>> 16)) >>> 0
}

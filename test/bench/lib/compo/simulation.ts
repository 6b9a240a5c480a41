import { COMPO_SET_SIZE } from '../../../../contract/limits.ts'
import { Rng } from '../../../../dev/seed/drawings/random.ts'
import type { AnsweredSet } from '../../../../worker/domain/compos/answered-sets.ts'
import { type BallotEntry, nextSet } from '../../../../worker/domain/compos/ballot.ts'

export type Choice = 'least seen' | 'random'
export type CompoPlan = { entries: number; voters: number; setsPerVoter: number; choice: Choice; seed: number }

/** `quality` is the logarithm of the true strength of each entry. The entry at index `i` has the id `i + 1`. */
export type CompoSimulation = { quality: Float64Array; sets: AnsweredSet[] }

/** Standard deviation of the quality. That of a voter's taste is 1.28. */
const QUALITY_DEVIATION = 1
/** Voters skip a set if its two best entries differ by less for them, which is true for 6 % of the sets. */
const SKIP_BELOW = 0.1
/** Share of the voters who leave before they answer one of their sets. */
export const LEAVING = 0.2
/** Voters who vote at the same time, and those of them who get a set before the sets of the others have counted. */
export const ACTIVE = 50
export const SIMULTANEOUS = 10
/** A set that was not answered no longer counts as exposure when the others have answered this many. */
const RESERVED_SETS = 4

type Voter = { number: number; judged: Set<number>; setsLeft: number; leaves: boolean }

/** Members vote on entries. The first of them have an entry each, which they do not get. */
export function simulateCompo(plan: CompoPlan): CompoSimulation {
  const random = new Rng(plan.seed)
  const quality = Float64Array.from({ length: plan.entries }, () => QUALITY_DEVIATION * normal(random))
  const pool = Array.from(quality, (_, index): BallotEntry => ({ id: index + 1, exposure: 0 }))
  const waiting = Array.from({ length: plan.voters }, (_, number) => newVoter(number, plan, random))
  const sets: AnsweredSet[] = []
  const unanswered: number[][] = Array.from({ length: RESERVED_SETS }, () => [])
  for (let active = waiting.splice(0, ACTIVE); active.length > 0; ) {
    count(pool, unanswered.shift() ?? [], -1)
    const { given, left } = giveSets(active, pool, plan, random)
    unanswered.push(left)
    for (const { voter, ids } of given) sets.push({ entries: ids, pick: pickOf(voter, ids, quality, plan.seed) })
    active = active.filter(({ setsLeft }) => setsLeft > 0)
    active.push(...waiting.splice(0, ACTIVE - active.length))
  }
  return { quality, sets }
}

type Given = { voter: Voter; ids: number[] }

/** Gives a set to each active voter; returns those that are answered, and the entries of the others. */
function giveSets(active: readonly Voter[], pool: BallotEntry[], plan: CompoPlan, random: Rng) {
  const given: Given[] = []
  const left: number[] = []
  for (let start = 0; start < active.length; start += SIMULTANEOUS) {
    const voters = active.slice(start, start + SIMULTANEOUS)
    for (const { voter, ids } of voters.map((voter) => ({ voter, ids: setFor(voter, pool, plan, random) }))) {
      count(pool, ids, 1)
      for (const id of ids) voter.judged.add(id)
      voter.setsLeft--
      if (voter.setsLeft === 0 && voter.leaves) left.push(...ids)
      else given.push({ voter, ids })
    }
  }
  return { given, left }
}

function count(pool: BallotEntry[], ids: readonly number[], difference: 1 | -1): void {
  for (const id of ids) {
    const entry = pool[id - 1]
    if (entry) entry.exposure += difference
  }
}

function newVoter(number: number, { entries, setsPerVoter }: CompoPlan, random: Rng): Voter {
  const sets = Math.min(setsPerVoter, Math.floor((entries - 1) / COMPO_SET_SIZE))
  const leaves = random.chance(LEAVING)
  return { number, judged: new Set(), setsLeft: leaves ? random.int(1, sets) : sets, leaves }
}

function setFor({ number, judged }: Voter, pool: BallotEntry[], { choice, seed }: CompoPlan, random: Rng): number[] {
  if (choice === 'least seen') return nextSet(pool.toSpliced(number, 1), judged, seed * 1_000_003 + number)
  const ids = new Set<number>()
  while (ids.size < COMPO_SET_SIZE) {
    const id = random.int(1, pool.length)
    if (id !== number + 1 && !judged.has(id)) ids.add(id)
  }
  return [...ids]
}

/** The voter's taste adds noise with Gumbel's distribution to the quality, which is the Plackett–Luce model. */
function pickOf({ number }: Voter, ids: readonly number[], quality: Float64Array, seed: number): number | null {
  const [best, second] = ids
    .map((id) => {
      const taste = new Rng(Math.imul(seed, 7919) ^ Math.imul(number + 1, 104_729) ^ Math.imul(id, 1_299_709))
      return { id, liking: (quality[id - 1] ?? 0) - Math.log(-Math.log(taste.next())) }
    })
    .sort((a, b) => b.liking - a.liking)
  return best && second && best.liking - second.liking >= SKIP_BELOW ? best.id : null
}

function normal(random: Rng): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())
}

import type { AnsweredSet } from './answered-sets.ts'

export type VoterSet = AnsweredSet & { ballotId: number }

/** The fit of a voter's picks to a result. Skipped sets do not count. */
export type VoterFit = {
  ballotId: number
  picks: number
  /** The probability that the result gives to a pick of this voter, as a geometric mean. */
  likelihood: number
  /**
   * Standard deviations from the mean of all voters, given the difficulty of the sets. Below zero, the picks are less
   * likely than those of others.
   */
  deviation: number
}

/** With a lower variance, all picks of a voter are equally likely. */
const NO_VARIANCE = 1e-12

/**
 * Compares the picks of voters with the strengths of a result. For each voter, the logarithm of the likelihood is
 * compared with the mean and the variance that the strengths predict for these sets; the differences are then compared
 * among all voters.
 */
export class VoterComparison {
  readonly #strengths: ReadonlyMap<number, number>
  readonly #tallies = new Map<number, Tally>()

  constructor(strengths: ReadonlyMap<number, number>) {
    this.#strengths = strengths
  }

  add({ ballotId, entries, pick }: VoterSet): void {
    const present = entries.filter((id) => this.#strengths.has(id))
    if (pick === null || present.length < 2 || !present.includes(pick)) return
    const tally = this.#tallies.get(ballotId) ?? { picks: 0, log: 0, expected: 0, variance: 0 }
    this.#tallies.set(ballotId, addSet(tally, setOf(present, pick, this.#strengths)))
  }

  /** The voters with a pick, the worst fit first. */
  compare(): VoterFit[] {
    const scored = [...this.#tallies].map(([ballotId, tally]) => ({ ballotId, tally, score: scoreOf(tally) }))
    const mean = sum(scored.map(({ score }) => score)) / scored.length
    const spread = Math.sqrt(sum(scored.map(({ score }) => (score - mean) ** 2)) / scored.length)
    return scored
      .map(({ ballotId, tally: { picks, log }, score }) => ({
        ballotId,
        picks,
        likelihood: Math.exp(log / picks),
        deviation: spread ** 2 < NO_VARIANCE ? 0 : (score - mean) / spread,
      }))
      .sort((a, b) => a.deviation - b.deviation || a.ballotId - b.ballotId)
  }
}

/** Sums over the picked sets of a voter: the logarithm of the likelihood, and its predicted mean and variance. */
type Tally = { picks: number; log: number; expected: number; variance: number }

function setOf(entries: readonly number[], pick: number, strengths: ReadonlyMap<number, number>): Omit<Tally, 'picks'> {
  const strengthOf = (id: number) => strengths.get(id) ?? 0
  const total = sum(entries.map(strengthOf))
  const logs = entries.map((id) => Math.log(strengthOf(id) / total))
  const expected = sum(logs.map((log) => Math.exp(log) * log))
  const variance = sum(logs.map((log) => Math.exp(log) * (log - expected) ** 2))
  return { log: Math.log(strengthOf(pick) / total), expected, variance }
}

function addSet(tally: Tally, { log, expected, variance }: Omit<Tally, 'picks'>): Tally {
  return {
    picks: tally.picks + 1,
    log: tally.log + log,
    expected: tally.expected + expected,
    variance: tally.variance + variance,
  }
}

const scoreOf = ({ log, expected, variance }: Tally) =>
  variance < NO_VARIANCE ? 0 : (log - expected) / Math.sqrt(variance)

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

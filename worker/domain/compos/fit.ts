import { COMPO_SET_SIZE } from '../../../contract/limits.ts'
import type { PackedSets } from './answered-sets.ts'

/** Strengths of the entries after some iterations, by their numbers. They are positive, and their mean is 1. */
export type Fit = { readonly iterations: number; readonly isDone: boolean; readonly strengths: Float64Array }

/**
 * The strength of the prior, in wins of an average entry. It keeps entries without a win, or with wins only, finite.
 */
const PRIOR_WINS = 1
/** Largest relative change of a strength in the last iteration. */
const CHANGE_MAX = 1e-11
/**
 * Maximum number of iterations. A fit converges slowly if parts of the compo were hardly ever compared with each other.
 */
const ITERATIONS_MAX = 1000

/** All entries are equally strong at first. */
export function startFit({ entryIds }: PackedSets): Fit {
  return { iterations: 0, isDone: entryIds.length === 0, strengths: new Float64Array(entryIds.length).fill(1) }
}

/**
 * Iterates until the strengths no longer change. Continuing an interrupted fit gives the same result as an
 * uninterrupted one.
 */
export function finishFit(sets: PackedSets, started: Fit = startFit(sets)): Fit {
  let fit = started
  while (!fit.isDone) fit = iterate(sets, fit)
  return fit
}

/**
 * An iteration of Hunter's MM algorithm (2004) for the Plackett–Luce model, in which an entry wins a set with a
 * probability in proportion to its strength. The prior is a gamma distribution with the mean 1.
 */
export function iterate({ members, wins }: PackedSets, { iterations, strengths }: Fit): Fit {
  const predicted = predictedWins(members, strengths)
  const raised = wins.map((count, entry) => (count + PRIOR_WINS) / (at(predicted, entry) + PRIOR_WINS))
  const mean = raised.reduce((sum, strength) => sum + strength, 0) / raised.length
  const next = raised.map((strength) => strength / mean)
  const change = next.reduce((max, strength, entry) => Math.max(max, Math.abs(strength / at(strengths, entry) - 1)), 0)
  const isDone = change <= CHANGE_MAX || iterations + 1 >= ITERATIONS_MAX
  return { iterations: iterations + 1, isDone, strengths: next }
}

/** The wins of each entry that the strengths predict, divided by its strength. */
function predictedWins(members: Uint16Array, strengths: Float64Array): Float64Array {
  // Small sets are filled with an additional entry of strength 0.
  const padded = new Float64Array(strengths.length + 1)
  padded.set(strengths)
  const predicted = new Float64Array(padded.length)
  for (let start = 0; start < members.length; start += COMPO_SET_SIZE) {
    const end = start + COMPO_SET_SIZE
    let sum = 0
    for (let index = start; index < end; index++) sum += at(padded, at(members, index))
    const share = 1 / sum
    for (let index = start; index < end; index++) {
      const entry = at(members, index)
      predicted[entry] = at(predicted, entry) + share
    }
  }
  return predicted
}

const at = (values: Float64Array | Uint16Array, index: number) => values[index] as number

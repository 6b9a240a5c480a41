import { SetPacker } from '../../../../worker/domain/compos/answered-sets.ts'
import { finishFit } from '../../../../worker/domain/compos/fit.ts'
import { kendallTau } from './kendall-tau.ts'
import { type CompoPlan, simulateCompo } from './simulation.ts'

/**
 * Agreement with the true order by three ways to a result, and the exposure of the least-seen entry beside the mean.
 */
export type Agreement = { ours: Tau; shares: Tau; randomSets: Tau; leastExposure: number }
type Tau = { a: number; b: number }

/** Means over the seeds 1, 2, … of the same compo with each way; `leastExposure` is the minimum. */
export function meanAgreement(plan: Omit<CompoPlan, 'choice' | 'seed'>, seeds: number): Agreement {
  const all = Array.from({ length: seeds }, (_, index) => agreementOf({ ...plan, seed: index + 1 }))
  const mean = (of: (agreement: Agreement) => number) => all.reduce((sum, each) => sum + of(each), 0) / seeds
  const meanTau = (of: (agreement: Agreement) => Tau) => ({
    a: mean((each) => of(each).a),
    b: mean((each) => of(each).b),
  })
  return {
    ours: meanTau(({ ours }) => ours),
    shares: meanTau(({ shares }) => shares),
    randomSets: meanTau(({ randomSets }) => randomSets),
    leastExposure: Math.min(...all.map(({ leastExposure }) => leastExposure)),
  }
}

function agreementOf(plan: Omit<CompoPlan, 'choice'>): Agreement {
  const { quality, sets } = packedCompo({ ...plan, choice: 'least seen' })
  const random = packedCompo({ ...plan, choice: 'random' })
  const { seen, picks } = sets
  const shares = Array.from(picks, (count, entry) => count / Math.max(1, seen[entry] ?? 0))
  const meanSeen = seen.reduce((sum, count) => sum + count, 0) / seen.length
  return {
    ours: kendallTau(quality, finishFit(sets).strengths),
    shares: kendallTau(quality, shares),
    randomSets: kendallTau(random.quality, finishFit(random.sets).strengths),
    leastExposure: Math.min(...seen) / meanSeen,
  }
}

function packedCompo(plan: CompoPlan) {
  const { quality, sets } = simulateCompo(plan)
  const packer = new SetPacker(
    Array.from(quality, (_, index) => index + 1),
    sets.length,
  )
  for (const set of sets) packer.add(set)
  return { quality, sets: packer.pack() }
}

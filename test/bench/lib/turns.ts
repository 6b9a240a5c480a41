import type { Mode } from './mode.ts'

/** A generator that is busier than `generatorCpuMax`, a share of its core, limits the figure. */
const PLANS = {
  full: { turns: 5, generatorCpuMax: 0.85 },
  short: { turns: 1, generatorCpuMax: Number.POSITIVE_INFINITY },
} satisfies Record<Mode, object>
/** Turns in all, the repeated ones included, for each that is wanted. */
const TRIES_MAX = 3

/**
 * Measures each host by turns and returns what was found of each. A turn in which the generator was too busy at the first
 * host is repeated; at the other hosts, which serve as yardsticks, its load is reported with their figures.
 */
export async function takeTurns<Found extends { generatorCpu: number }>(
  hosts: readonly (() => Promise<Found>)[],
  mode: Mode,
): Promise<Found[][]> {
  const plan = PLANS[mode]
  const turns: Found[][] = []
  for (let tries = 0; tries < TRIES_MAX * plan.turns && turns.length < plan.turns; tries++) {
    const turn: Found[] = []
    for (const measure of hosts) turn.push(await measure())
    if ((turn[0]?.generatorCpu ?? 0) <= plan.generatorCpuMax) turns.push(turn)
  }
  return hosts.map((_, index) => turns.flatMap((turn) => turn[index] ?? []))
}

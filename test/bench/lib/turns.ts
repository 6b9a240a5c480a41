import type { Mode } from './mode.ts'

/** A generator above `generatorCpuMax`, a share of its core, would limit the result. */
const PLANS = {
  full: { turns: 5, generatorCpuMax: 0.85 },
  short: { turns: 1, generatorCpuMax: Number.POSITIVE_INFINITY },
} satisfies Record<Mode, object>
/** Maximum number of turns, including repeated ones, per planned turn. */
const ATTEMPTS_MAX = 3

/**
 * Measures the hosts in turns. Repeats a turn whose generator was too busy at the first host. The other hosts are
 * yardsticks: their load is only reported.
 */
export async function takeTurns<Found extends { generatorCpu: number }>(
  hosts: readonly (() => Promise<Found>)[],
  mode: Mode,
): Promise<Found[][]> {
  const plan = PLANS[mode]
  const turns: Found[][] = []
  for (let attempts = 0; attempts < ATTEMPTS_MAX * plan.turns && turns.length < plan.turns; attempts++) {
    const turn: Found[] = []
    for (const measure of hosts) turn.push(await measure())
    if ((turn[0]?.generatorCpu ?? 0) <= plan.generatorCpuMax) turns.push(turn)
  }
  return hosts.map((_, index) => turns.flatMap((turn) => turn[index] ?? []))
}

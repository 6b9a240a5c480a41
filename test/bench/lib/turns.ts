const RUNS = 5
/** A generator that is busier than this is what limits the figure. */
const GENERATOR_CPU_MAX = 0.85
const TRIES_MAX = 3 * RUNS

/**
 * Lets each host be measured by turns, five times; answers what was found of each. Turns in which the generator was too
 * busy at the first host are taken again; what it is at the others, who are there to compare, is said with their figures.
 */
export async function takeTurns<Found extends { generatorCpu: number }>(
  hosts: readonly (() => Promise<Found>)[],
): Promise<Found[][]> {
  const turns: Found[][] = []
  for (let tries = 0; tries < TRIES_MAX && turns.length < RUNS; tries++) {
    const turn: Found[] = []
    for (const measure of hosts) turn.push(await measure())
    if ((turn[0]?.generatorCpu ?? 0) <= GENERATOR_CPU_MAX) turns.push(turn)
  }
  return hosts.map((_, index) => turns.flatMap((turn) => turn[index] ?? []))
}

/** How many times lay in each step; each step is a hundredth longer than the one before. */
export type Times = [step: number, count: number][]

const STEP = Math.log(1.01)

/** Counts times in milliseconds by their steps, so that millions of them are few to write. */
export function countTimes(times: readonly number[]): Times {
  const counts = new Map<number, number>()
  for (const time of times) {
    const step = Math.round(Math.log(time) / STEP)
    counts.set(step, (counts.get(step) ?? 0) + 1)
  }
  return [...counts]
}

/** The time in milliseconds, to a hundredth of it, that such a share of all, of 0 to 1, did not take longer than. */
export function quantile(all: readonly Times[], share: number): number {
  const sorted = all.flat().sort(([one], [other]) => one - other)
  let left = sorted.reduce((sum, [, count]) => sum + count, 0) * share
  for (const [step, count] of sorted) {
    left -= count
    if (left <= 0) return Math.exp(step * STEP)
  }
  return Number.NaN
}

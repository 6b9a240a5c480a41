/** Histogram of times; each step is one percent longer than the previous one. */
export type Times = [step: number, count: number][]

const STEP = Math.log(1.01)

/** Compresses millions of times (ms) for the output. */
export function countTimes(times: readonly number[]): Times {
  const counts = new Map<number, number>()
  for (const time of times) {
    const step = Math.round(Math.log(time) / STEP)
    counts.set(step, (counts.get(step) ?? 0) + 1)
  }
  return [...counts]
}

/** A quantile in ms, exact to one percent; `share` is from 0 to 1. */
export function quantile(all: readonly Times[], share: number): number {
  const sorted = all.flat().sort(([a], [b]) => a - b)
  let left = sorted.reduce((sum, [, count]) => sum + count, 0) * share
  for (const [step, count] of sorted) {
    left -= count
    if (left <= 0) return Math.exp(step * STEP)
  }
  return Number.NaN
}

/**
 * Kendall's tau of two rankings of the same things by value: pairs in the same order less those in the opposite order.
 * `a` divides by all pairs, so that a tie is half right; `b` divides by those without a tie, as statistics programs do.
 */
export function kendallTau(first: ArrayLike<number>, second: ArrayLike<number>): { a: number; b: number } {
  const pairs = Array.from(first, (x, index): Pair => [x, second[index] ?? Number.NaN])
  pairs.sort(([x1, y1], [x2, y2]) => x1 - x2 || y1 - y2)
  const all = (pairs.length * (pairs.length - 1)) / 2
  const tiedX = ties(pairs, ([x1], [x2]) => x1 === x2)
  const tiedBoth = ties(pairs, ([x1, y1], [x2, y2]) => x1 === x2 && y1 === y2)
  const opposite = sortByY(pairs)
  const tiedY = ties(pairs, ([, y1], [, y2]) => y1 === y2)
  const difference = all - tiedX - tiedY + tiedBoth - 2 * opposite
  return { a: difference / all, b: difference / Math.sqrt((all - tiedX) * (all - tiedY)) }
}

type Pair = readonly [x: number, y: number]

/** Pairs of equal things in a sorted list. */
function ties(sorted: readonly Pair[], areEqual: (one: Pair, other: Pair) => boolean): number {
  let count = 0
  let run = 0
  sorted.forEach((pair, index) => {
    const before = sorted[index - 1]
    run = before && areEqual(before, pair) ? run + 1 : 0
    count += run
  })
  return count
}

/** Sorts by merging, which counts the pairs that were in the opposite order (Knight's algorithm). */
function sortByY(pairs: Pair[]): number {
  if (pairs.length < 2) return 0
  const [left, right] = [pairs.slice(0, pairs.length >> 1), pairs.slice(pairs.length >> 1)]
  let opposite = sortByY(left) + sortByY(right)
  let [l, r] = [0, 0]
  for (let index = 0; index < pairs.length; index++) {
    const [lower, upper] = [left[l], right[r]]
    const takesRight = upper !== undefined && (lower === undefined || upper[1] < lower[1])
    pairs[index] = (takesRight ? upper : lower) as Pair
    if (takesRight) {
      opposite += left.length - l
      r++
    } else l++
  }
  return opposite
}

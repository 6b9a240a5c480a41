const STEPS = [1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 25, 30, 40, 50, 60, 80]

/** The smallest round even number that is no less than the greatest value. Half of it is the label of the middle. */
export function axisTop(values: readonly number[]): number {
  const half = Math.max(1, values.reduce((most, value) => Math.max(most, value), 0) / 2)
  const power = 10 ** Math.max(0, Math.floor(Math.log10(half)) - 1)
  return 2 * power * (STEPS.find((step) => step * power >= half) ?? 100)
}

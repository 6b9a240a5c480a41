import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { axisTop } from '../../../web/features/stats/axis.ts'

describe('the top of an axis', () => {
  it.each([
    [[], 2],
    [[0, 0], 2],
    [[1], 2],
    [[13], 16],
    [[21], 30],
    [[607], 800],
    [[1000], 1000],
    [[10_000_000], 10_000_000],
  ])('of %j it is %i', (values, top) => {
    expect(axisTop(values)).toBe(top)
  })

  it('the top of an axis is even, no less than any value, and at most twice the greatest one', () => {
    const property = fc.property(fc.array(fc.nat(1_000_000_000), { minLength: 1 }), (values) => {
      const top = axisTop(values)
      const most = Math.max(...values)
      expect(top).toBeGreaterThanOrEqual(most)
      expect(top).toBeLessThanOrEqual(Math.max(2, 2 * most))
      expect(Number.isInteger(top / 2)).toBe(true)
    })
    fc.assert(property)
  })
})

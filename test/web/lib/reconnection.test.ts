import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SOCKET_RETRIES } from '../../../contract/limits.ts'
import { reconnection } from '../../../web/lib/reconnection.ts'

const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

/** The delays of a page in milliseconds, as a reconnecting socket computes them. */
function delaysOf(random: () => number): number[] {
  const { minReconnectionDelay: first, maxReconnectionDelay: last, reconnectionDelayGrowFactor } = reconnection(random)
  return Array.from({ length: SOCKET_RETRIES }, (_, retry) =>
    Math.min(last, first * reconnectionDelayGrowFactor ** retry),
  )
}

/** Time from the loss until an attempt succeeds, if attempts fail at once while the site is down. */
function returnMs(delays: readonly number[], downMs: number): number {
  let now = 0
  for (const delay of delays) {
    now += delay
    if (now >= downMs) break
  }
  return now
}

describe('the delays before a page reconnects', () => {
  it('the first delay is between half a second and five seconds', () => {
    fc.assert(
      fc.property(chance, (random) => {
        const [first = 0] = delaysOf(() => random)
        expect(first).toBeGreaterThanOrEqual(500)
        expect(first).toBeLessThanOrEqual(5000)
      }),
    )
  })

  it('delays never shrink and never exceed half a minute', () => {
    fc.assert(
      fc.property(chance, (random) => {
        const delays = delaysOf(() => random)
        expect(delays).toEqual(delays.toSorted((a, b) => a - b))
        expect(delays.at(-1)).toBeLessThanOrEqual(30_000)
      }),
    )
  })

  it('a page is back within ten seconds if the site is back within four', () => {
    fc.assert(
      fc.property(chance, fc.integer({ min: 0, max: 4000 }), (random, downMs) => {
        expect(
          returnMs(
            delaysOf(() => random),
            downMs,
          ),
        ).toBeLessThanOrEqual(10_000)
      }),
    )
  })

  it('the first attempts of a thousand pages are spread evenly', () => {
    const pages = Array.from({ length: 1000 }, (_, page) => delaysOf(() => page / 1000)[0] ?? 0)
    const inSecond = (from: number) => pages.filter((delay) => delay >= from && delay < from + 1000).length
    expect(Math.max(...[500, 1500, 2500, 3500].map(inSecond))).toBeLessThanOrEqual(223)
  })
})

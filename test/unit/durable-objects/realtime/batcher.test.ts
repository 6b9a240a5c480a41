import { describe, expect, it } from 'vitest'
import { batchDelayMs, NO_RATE, nextRate, type Rate } from '../../../../durable-objects/realtime/Batcher.ts'

/** The rate after some seconds of so many items a second. */
function rateOf(perSecond: number, seconds = 10): Rate {
  let rate = NO_RATE
  for (let item = 1; item <= perSecond * seconds; item++) rate = nextRate(rate, 1, (item * 1000) / perSecond)
  return rate
}

describe('a batch is delayed', () => {
  it('by 5 ms while few items come, longer for more items and connections, and by 50 ms at most', () => {
    const delay = (perSecond: number, connections: number) => Math.round(batchDelayMs(rateOf(perSecond), connections))
    expect([delay(1, 5), delay(20, 500), delay(100, 500), delay(1000, 100), delay(1000, 5000)]).toEqual([
      5, 5, 10, 20, 50,
    ])
  })

  it('by 5 ms again after a quiet time', () => {
    const busy = rateOf(1000)
    expect(batchDelayMs(busy, 100)).toBeGreaterThan(19)
    expect(batchDelayMs(nextRate(busy, 1, busy.at + 10_000), 100)).toBe(5)
  })
})

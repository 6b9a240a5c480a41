import { describe, expect, it } from 'vitest'
import { batchDelayMs, NO_RATE, nextRate, type Rate } from '../../../../durable-objects/realtime/Batcher.ts'

/** Computes the rate after some seconds of `perSecond` items. */
function rateOf(perSecond: number, seconds = 10): Rate {
  let rate = NO_RATE
  for (let item = 1; item <= perSecond * seconds; item++) rate = nextRate(rate, 1, (item * 1000) / perSecond)
  return rate
}

describe('the delay of a batch', () => {
  const delay = (perSecond: number, connections: number) => Math.round(batchDelayMs(rateOf(perSecond), connections))

  it('the delay is 5 ms at a low rate', () => {
    expect([delay(1, 5), delay(20, 500)]).toEqual([5, 5])
  })

  it('the delay grows with items and connections', () => {
    expect([delay(100, 500), delay(1000, 100)]).toEqual([10, 20])
  })

  it('the delay is at most 50 ms', () => {
    expect(delay(1000, 5000)).toBe(50)
  })

  it('the delay returns to 5 ms after a quiet time', () => {
    const busy = rateOf(1000)
    expect(batchDelayMs(busy, 100)).toBeGreaterThan(19)
    expect(batchDelayMs(nextRate(busy, 1, busy.at + 10_000), 100)).toBe(5)
  })
})

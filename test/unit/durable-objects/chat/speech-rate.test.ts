import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  rememberedMs,
  type SpeechRates,
  secondsToWait,
  withMessage,
} from '../../../../durable-objects/chat/speech-rate.ts'

const LIMITS = { capacity: 8, perSecond: 1 }
const START = 1_000_000

describe('the rate of lines of a member', () => {
  it('the lines of a member never exceed the burst and the rate per second', () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 3000 }), { minLength: 1, maxLength: 200 })
    fc.assert(
      fc.property(gaps, (tries) => {
        let rates: SpeechRates = new Map()
        let now = START
        const allowedAt: number[] = []
        for (const gap of tries) {
          now += gap
          if (secondsToWait(rates.get(1), 0, now) > 0) continue
          rates = withMessage(rates, 1, LIMITS, 0, now)
          allowedAt.push(now)
        }
        for (const [i, from] of allowedAt.entries())
          for (const [j, to] of allowedAt.entries())
            if (j >= i)
              expect(j - i + 1).toBeLessThanOrEqual(LIMITS.capacity + ((to - from) / 1000) * LIMITS.perSecond + 1e-6)
      }),
    )
  })

  it('the wait for the next line is rounded up to whole seconds', () => {
    let rates: SpeechRates = new Map()
    for (let line = 0; line < LIMITS.capacity; line++) rates = withMessage(rates, 1, LIMITS, 0, START)
    const wait = secondsToWait(rates.get(1), 0, START)
    expect(wait).toBe(1)
    expect(secondsToWait(rates.get(1), 0, START + wait * 1000)).toBe(0)
  })

  it('slow mode allows one line in its interval', () => {
    const rates = withMessage(new Map(), 1, LIMITS, 30, START)
    expect(secondsToWait(rates.get(1), 30, START + 12_000)).toBe(18)
    expect(secondsToWait(rates.get(1), 30, START + 30_000)).toBe(0)
  })

  it('a member need not wait after the lines of others', () => {
    const rates = withMessage(new Map(), 1, LIMITS, 30, START)
    expect(secondsToWait(rates.get(2), 30, START)).toBe(0)
  })

  it('the bucket of a member is dropped once it is full again', () => {
    const rates = withMessage(new Map(), 1, LIMITS, 0, START)
    expect([...withMessage(rates, 2, LIMITS, 0, START + rememberedMs(LIMITS, 0)).keys()]).toEqual([2])
  })

  it('the bucket of a member is kept for the interval of slow mode', () => {
    const rates = withMessage(new Map(), 1, LIMITS, 0, START)
    expect([...withMessage(rates, 2, LIMITS, 60, START + rememberedMs(LIMITS, 0)).keys()]).toEqual([1, 2])
  })
})

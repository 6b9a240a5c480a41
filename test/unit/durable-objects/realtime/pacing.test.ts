import { describe, expect, it } from 'vitest'
import { type Flow, flowed, gatherMs, NO_FLOW } from '../../../../durable-objects/lib/pacing.ts'

/** What flows after some seconds of so many things a second. */
function flowOf(perSecond: number, seconds = 10): Flow {
  let flow = NO_FLOW
  for (let thing = 1; thing <= perSecond * seconds; thing++) flow = flowed(flow, 1, (thing * 1000) / perSecond)
  return flow
}

describe('a room gathers', () => {
  it('for 5 ms while little is told, for longer the more is told to the more, and never for more than 50 ms', () => {
    const gathered = (perSecond: number, listeners: number) => Math.round(gatherMs(flowOf(perSecond), listeners))
    expect([gathered(1, 5), gathered(20, 500), gathered(100, 500), gathered(1000, 100), gathered(1000, 5000)]).toEqual([
      5, 5, 10, 20, 50,
    ])
  })

  it('for 5 ms again once it is quiet', () => {
    const busy = flowOf(1000)
    expect(gatherMs(busy, 100)).toBeGreaterThan(19)
    expect(gatherMs(flowed(busy, 1, busy.at + 10_000), 100)).toBe(5)
  })
})

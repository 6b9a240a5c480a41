import { describe, expect, it } from 'vitest'
import { gatherMs } from '../../durable-objects/lib/pacing.ts'

describe('a room gathers', () => {
  it('for 5 ms while few listen, for longer the more they are, and never for more than 50 ms', () => {
    expect([1, 100, 500, 1000, 5000].map(gatherMs)).toEqual([5, 5, 25, 50, 50])
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MARK_INTERVAL_UNITS } from '../../../../contract/socket/sockets.ts'
import { AckWindow } from '../../../../durable-objects/realtime/AckWindow.ts'

describe('the acknowledgement window', () => {
  it('the window ends at the last returned mark, and invented marks are ignored', () => {
    const stepArbitrary = fc.oneof(
      fc.record({ do: fc.constant('send' as const), units: fc.integer({ min: 0, max: 200_000 }), soon: fc.boolean() }),
      fc.record({ do: fc.constant('return' as const), which: fc.nat() }),
      fc.record({ do: fc.constant('lie' as const), mark: fc.nat() }),
    )
    const property = fc.property(fc.array(stepArbitrary, { maxLength: 60 }), (steps) => {
      const acks = new AckWindow()
      const marks: { mark: number; at: number }[] = []
      let [sent, read] = [0, 0]
      for (const step of steps) {
        if (step.do === 'send') {
          sent += step.units
          acks.count(step.units)
          const mark = acks.nextMark(0, step.soon)
          if (mark !== null) marks.push({ mark, at: sent })
        } else if (step.do === 'return') {
          const back = marks[step.which % Math.max(1, marks.length)]
          acks.acknowledge(back?.mark ?? 0)
          read = Math.max(read, back?.at ?? 0)
        } else if (marks.every(({ mark }) => mark !== step.mark)) acks.acknowledge(step.mark)
        expect([acks.sent, acks.read]).toEqual([sent, read])
      }
    })
    fc.assert(property, { numRuns: 300 })
  })

  it('a mark is sent after every 64 Ki, or earlier with `soon`, but never without data', () => {
    const acks = new AckWindow()
    expect([acks.nextMark(0), acks.nextMark(0, true)]).toEqual([null, null])
    acks.count(MARK_INTERVAL_UNITS)
    expect(acks.nextMark(0)).not.toBeNull()
    expect([acks.nextMark(0), acks.nextMark(0, true)]).toEqual([null, null])
    acks.count(1)
    expect(acks.nextMark(0)).toBeNull()
    expect(acks.nextMark(0, true)).not.toBeNull()
  })
})

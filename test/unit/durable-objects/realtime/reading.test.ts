import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MARK_EVERY_UNITS } from '../../../../contract/socket/sockets.ts'
import { Reading } from '../../../../durable-objects/lib/reading.ts'

describe('how much of a socket was read', () => {
  it('is what was sent up to the last mark that came back, whatever else comes', () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant('send' as const), units: fc.integer({ min: 0, max: 200_000 }), soon: fc.boolean() }),
      fc.record({ do: fc.constant('return' as const), which: fc.nat() }),
      fc.record({ do: fc.constant('lie' as const), mark: fc.nat() }),
    )
    const property = fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const reading = new Reading()
      const marks: { mark: number; at: number }[] = []
      let [sent, read] = [0, 0]
      for (const one of steps) {
        if (one.do === 'send') {
          sent += one.units
          reading.count(one.units)
          const mark = reading.nextMark(0, one.soon)
          if (mark !== null) marks.push({ mark, at: sent })
        } else if (one.do === 'return') {
          const back = marks[one.which % Math.max(1, marks.length)]
          reading.returned(back?.mark ?? 0)
          read = Math.max(read, back?.at ?? 0)
        } else if (marks.every(({ mark }) => mark !== one.mark)) reading.returned(one.mark)
        expect([reading.sent, reading.read]).toEqual([sent, read])
      }
    })
    fc.assert(property, { numRuns: 300 })
  })

  it('is asked for at least every 64 Ki, and for less where it is wanted soon, but never for nothing', () => {
    const reading = new Reading()
    expect([reading.nextMark(0), reading.nextMark(0, true)]).toEqual([null, null])
    reading.count(MARK_EVERY_UNITS)
    expect(reading.nextMark(0)).not.toBeNull()
    expect([reading.nextMark(0), reading.nextMark(0, true)]).toEqual([null, null])
    reading.count(1)
    expect(reading.nextMark(0)).toBeNull()
    expect(reading.nextMark(0, true)).not.toBeNull()
  })
})

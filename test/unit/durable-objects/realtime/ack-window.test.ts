import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MARK_INTERVAL_UNITS } from '../../../../contract/socket/sockets.ts'
import { AckWindow } from '../../../../durable-objects/realtime/AckWindow.ts'

describe('the acknowledgement window', () => {
  const send = fc.record({
    ...{ do: fc.constant('send' as const), units: fc.integer({ min: 0, max: 200_000 }), soon: fc.boolean() },
  })
  const returnMark = fc.record({ do: fc.constant('return' as const), which: fc.nat() })
  const inventMark = fc.record({ do: fc.constant('invent' as const), mark: fc.nat() })
  type Step = typeof send | typeof returnMark | typeof inventMark

  /** Checks after each step that the read data ends at the last returned mark. */
  function checkSteps(...kinds: Step[]): void {
    const property = fc.property(fc.array(fc.oneof(...kinds), { maxLength: 60 }), (steps) => {
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
  }

  it('the window ends at the last returned mark', () => {
    checkSteps(send, returnMark)
  })

  it('an invented mark is ignored', () => {
    checkSteps(send, returnMark, inventMark)
  })

  /** A window with units since the last mark. */
  const windowWith = (units: number) => {
    const acks = new AckWindow()
    acks.count(MARK_INTERVAL_UNITS)
    acks.nextMark(0)
    acks.count(units)
    return acks
  }

  it('a mark is sent after every 64 Ki', () => {
    expect(windowWith(MARK_INTERVAL_UNITS - 1).nextMark(0)).toBeNull()
    expect(windowWith(MARK_INTERVAL_UNITS).nextMark(0)).not.toBeNull()
  })

  it('a mark is sent after any data with `soon`', () => {
    expect(windowWith(1).nextMark(0, true)).not.toBeNull()
  })

  it.each([
    ['at the start', () => new AckWindow()],
    ['after the last mark', () => windowWith(0)],
  ])('no mark is sent without data: %s', (_time, makeWindow) => {
    expect([makeWindow().nextMark(0), makeWindow().nextMark(0, true)]).toEqual([null, null])
  })
})

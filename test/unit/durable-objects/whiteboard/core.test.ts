import { describe, expect, it } from 'vitest'
import { BOARD_DAY_DRAWING, BOARD_DRAWING } from '../../../../contract/limits.ts'
import { type DrawCommand, encodeCommands } from '../../../../contract/socket/draw-commands.ts'
import { TokenBucket } from '../../../../durable-objects/realtime/TokenBucket.ts'
import {
  advanceDrawingClock,
  isRunning,
  nextScrollAt,
  nextShift,
  remainingSlide,
  SCROLL_INTERVAL_MS,
} from '../../../../durable-objects/whiteboard/clock.ts'
import {
  type Batch,
  commandsOn,
  decideBatch,
  findDrawRefusal,
  nextFlush,
  splitIntoRows,
  untilDayOldMs,
} from '../../../../durable-objects/whiteboard/core.ts'
import { block, line } from '../../../support/unit/board.ts'

const px = (pixels: number) => pixels * 256
const batchOf = (client: number, shiftIndex: number, ...commands: DrawCommand[]): Batch => ({
  ...{ client, sequence: 1, shiftIndex, commands },
})

describe('late commands on a board that has scrolled [2 §7]', () => {
  it('late commands move by 100 pixels for each scroll', () => {
    const [, rectangle, curve] = commandsOn(3, [
      batchOf(1, 1, block(20, 2, 16) as DrawCommand, line(300, 10, 650, 20) as DrawCommand),
    ])
    expect(rectangle).toMatchObject({ x: px(320 - 200), y: px(32) })
    expect(curve).toMatchObject({ x: px(100), cx: px(275), x2: px(450), y: px(10) })
  })

  it('a late command is dropped only if nothing of it is left on the board', () => {
    const drawn = [line(10, 0, 70, 0), line(10, 0, 90, 0), block(1, 0, 32), block(3, 0, 32)] as DrawCommand[]
    expect(commandsOn(1, [batchOf(1, 0, ...drawn)]).slice(1)).toEqual([
      expect.objectContaining({ do: 'dqc', x2: px(-10) }),
      expect.objectContaining({ do: 'dr', x: px(-4) }),
    ])
  })

  it('a mark beside the board is left out on every side, and one that touches it is kept', () => {
    const pen: DrawCommand = { do: 'slw', width: px(50) }
    const beside = [
      line(730, 9, 764, 9),
      line(9, -40, 600, -30),
      line(9, 560, 9, 580),
      block(11, 3, 64),
      block(0, -1, 64),
    ]
    const touching = [
      line(720, 9, 764, 9),
      line(9, -20, 9, -30),
      line(9, 540, 9, 580),
      block(10, 3, 64),
      block(-1, 0, 64),
    ]
    const commandsOf = (marks: readonly unknown[]) => commandsOn(0, [batchOf(1, 0, pen, ...(marks as DrawCommand[]))])
    expect(commandsOf(beside)).toEqual([{ do: 'cs', client: 1 }, pen])
    expect(commandsOf(touching.slice(0, 4)).slice(2)).toEqual(touching.slice(0, 4))
    expect(commandsOf(touching.slice(4))).toHaveLength(2)
  })

  it('late pen changes still apply', () => {
    expect(commandsOn(9, [batchOf(4, 0, { do: 'scr', colour: 5 }, line(0, 0, 9, 9) as DrawCommand)])).toEqual([
      { do: 'cs', client: 4 },
      { do: 'scr', colour: 5 },
    ])
  })
})

describe('a flush', () => {
  const head = { number: 7, shiftIndex: 0, clock: { drawnMs: 0, at: 1000 } }

  it('a flush contains the commands of all clients in order, marked with their client', () => {
    const [ofFirst, ofSecond, more] = [line(0, 0, 9, 9), line(5, 5, 9, 9), block(1, 1, 4)] as DrawCommand[]
    const batches = [batchOf(1, 0, ofFirst as DrawCommand), batchOf(2, 0, ofSecond as DrawCommand)]
    const { flush } = nextFlush(head, [...batches, { ...batchOf(2, 0, more as DrawCommand), sequence: 5 }], 1250)
    expect(flush).toEqual({
      number: 8,
      shiftIndex: 0,
      clock: { drawnMs: 250, at: 1250 },
      text: `cs 1\n${encodeCommands([ofFirst as DrawCommand])}cs 2\n${encodeCommands([ofSecond, more] as DrawCommand[])}`,
      drawn: [
        [1, 1],
        [2, 5],
      ],
    })
  })

  it('a flush scrolls once after ten minutes of drawing', () => {
    const almostDue = { ...head, clock: { drawnMs: SCROLL_INTERVAL_MS - 100, at: 1000 } }
    const { flush } = nextFlush(almostDue, [], 1100)
    expect(flush).toMatchObject({ text: 'fo 64\n', shiftIndex: 1, clock: { drawnMs: 0, at: 1100 } })
    expect(nextFlush(flush, [], 1200).flush).toMatchObject({ text: '', shiftIndex: 1 })
  })

  it('a flush too large for a row is split', () => {
    const large = batchOf(1, 0, ...(Array(20_000).fill(line(0, 0, 9, 9)) as DrawCommand[]))
    const rows = [...splitIntoRows([large, batchOf(2, 0), large, large])]
    expect(rows.map((row) => row.map(({ client }) => client))).toEqual([[1, 2], [1], [1]])
  })
})

describe('the drawing clock', () => {
  const empty = { number: 0, shiftIndex: 0, clock: { drawnMs: 0, at: 0 } }
  const now = Date.UTC(2026, 10, 21)

  it('the clock of a board on which nobody has drawn is at zero', () => {
    expect(nextShift(empty.clock, now)).toMatchObject({ drawnMs: 0, running: false })
  })

  it('the first stroke starts the clock at zero', () => {
    const { clock } = nextFlush(empty, [batchOf(1, 0, block(0, 0, 4) as DrawCommand)], now).flush
    expect(nextShift(clock, now + 250)).toMatchObject({ drawnMs: 250, running: true })
  })

  it('the clock runs while someone draws', () => {
    expect(advanceDrawingClock({ drawnMs: 500, at: 1000 }, 4000)).toEqual({ drawnMs: 3500, at: 4000 })
  })

  it('the clock stops after ten seconds of a pause', () => {
    const clock = { drawnMs: 4500, at: 4000 }
    expect(advanceDrawingClock(clock, 3_600_000).drawnMs).toBe(14_500)
    expect([isRunning(clock, 13_999), isRunning(clock, 14_000)]).toEqual([true, false])
  })

  it('the clock schedules a scroll in a pause only if the pause is long enough', () => {
    expect(nextScrollAt({ drawnMs: SCROLL_INTERVAL_MS - 10_001, at: 5000 })).toBeNull()
    expect(nextScrollAt({ drawnMs: SCROLL_INTERVAL_MS - 10_000, at: 5000 })).toBe(15_000)
  })
})

describe('the slide of the board after a scroll [2 §3]', () => {
  const scrolled = nextFlush(
    { number: 7, shiftIndex: 0, clock: { drawnMs: SCROLL_INTERVAL_MS, at: 1000 } },
    [],
    5000,
  ).flush

  it('the board slides by a slice within a second', () => {
    expect([5000, 5400, 5999, 6000, 3_600_000].map((now) => remainingSlide(scrolled, now))).toEqual([100, 60, 0, 0, 0])
  })

  it('the board slides as fast while someone draws', () => {
    const { flush } = nextFlush(scrolled, [batchOf(1, 1, block(0, 0, 4) as DrawCommand)], 5300)
    expect([5300, 5750, 6300].map((now) => remainingSlide(flush, now))).toEqual([70, 25, 0])
  })

  it.each([0, 5000])('a board that has not scrolled does not slide (last stroke at %i)', (at) => {
    expect(remainingSlide({ shiftIndex: 0, clock: { drawnMs: 0, at } }, 5200)).toBe(0)
  })
})

describe('a flooding client', () => {
  it('a client may draw two thousand short curves at once', () => {
    expect(new TokenBucket(BOARD_DRAWING).spend(2000, 0)?.delayMs).toBe(0)
  })

  it('a client may draw four hundred more curves each second', () => {
    const more = new TokenBucket(BOARD_DRAWING).spend(2000, 0)?.spend(400, 0)
    expect(more?.delayMs).toBe(1000)
    expect(more?.spend(400, 2000)?.delayMs).toBe(0)
  })

  it('a curve costs as much as the pieces that it is drawn in', () => {
    const delayOf = (curve: DrawCommand) => {
      const commands = encodeCommands([
        { do: 'scr', colour: 0 },
        { do: 'slw', width: px(50) },
        ...Array<DrawCommand>(500).fill(curve),
      ])
      const member = { id: 1, nickname: 'Mira', avatar: null, flags: '', registeredAt: 0 }
      const board = { shiftIndex: 0, policy: { frozen: false, excludesNewMembers: false } }
      const from = {
        client: 1,
        member,
        drawState: { sequence: 0, hasPen: false },
        bucket: new TokenBucket(BOARD_DRAWING),
        budget: new TokenBucket(BOARD_DAY_DRAWING),
      }
      const decision = decideBatch({ type: 'draw', sequence: 1, shiftIndex: 0, commands }, from, board, 0)
      return decision.do === 'draw' && decision.delayMs
    }
    expect(delayOf(line(0, 0, 30, 30) as DrawCommand)).toBe(0)
    expect(delayOf(line(0, 0, 600, 0) as DrawCommand)).toBeGreaterThan(5000)
  })

  it('a client is disconnected when more than four thousand curves are delayed', () => {
    const spent = new TokenBucket(BOARD_DRAWING).spend(6000, 0)
    expect(spent).not.toBeNull()
    expect(spent?.spend(1, 0)).toBeNull()
  })
})

describe('permission to draw [2 §6]', () => {
  const member = { id: 1, nickname: 'Mira', avatar: null, flags: '', registeredAt: 1000 }
  const DAY_MS = 86_400_000

  const open = { frozen: false, excludesNewMembers: false }
  const withoutNewMembers = { frozen: false, excludesNewMembers: true }

  it('every member may draw on an open board', () => {
    expect(findDrawRefusal(open, member, 2000)).toBeNull()
  })

  it('a member younger than a day cannot draw while new members are excluded', () => {
    expect(findDrawRefusal(withoutNewMembers, member, 1000 + DAY_MS - 1)).toBe('too_new')
    expect(findDrawRefusal(withoutNewMembers, member, 1000 + DAY_MS)).toBeNull()
  })

  it('staff may draw while new members are excluded', () => {
    expect(findDrawRefusal(withoutNewMembers, { ...member, flags: 'm' }, 2000)).toBeNull()
  })

  it('nobody may draw on a frozen board', () => {
    expect(findDrawRefusal({ ...open, frozen: true }, { ...member, flags: 'a' }, 2000)).toBe('frozen')
  })

  it('a member is new for a day', () => {
    expect(untilDayOldMs(member, 2000)).toBe(DAY_MS - 1000)
    expect(untilDayOldMs(member, 2000 + DAY_MS)).toBe(0)
  })

  it('staff are never new', () => {
    expect(untilDayOldMs({ ...member, flags: 'm' }, 2000)).toBe(0)
  })
})

import { describe, expect, it } from 'vitest'
import {
  BOARD_BATCH_COST,
  BOARD_DAY_DRAWING,
  BOARD_DRAWING,
  BOARD_REFUSED_DRAWING,
} from '../../../../contract/limits.ts'
import { encodeCommands } from '../../../../contract/socket/draw-commands.ts'
import { TokenBucket, TokenBuckets } from '../../../../durable-objects/realtime/TokenBucket.ts'
import { type Batch, decideBatch } from '../../../../durable-objects/whiteboard/core.ts'
import { DrawIntake } from '../../../../durable-objects/whiteboard/DrawIntake.ts'

const BOARD = {
  head: { number: 0, shiftIndex: 0, clock: { drawnMs: 0, at: 0 } },
  policy: { frozen: false, excludesNewMembers: false },
  clients: { sequenceOf: () => 0 },
}
const member = (id: number) => ({ id, nickname: 'Mira', avatar: null, flags: '', registeredAt: 0 })

/** Makes a batch of a cost, including its pen. */
const batchOf = (cost: number) =>
  encodeCommands([
    { do: 'scr', colour: 0 },
    { do: 'slw', width: 1024 },
    ...Array.from({ length: cost - 2 }, () => ({ do: 'dr' as const, x: 0, y: 0, width: 1, height: 1 })),
  ])

/** Makes an intake and collects the accepted batches. */
function arrivals(policy = BOARD.policy) {
  const drawn: Batch[] = []
  const accepted = { add: (batches: readonly Batch[]) => void drawn.push(...batches), flush: () => undefined }
  const budgets = new TokenBuckets(BOARD_DAY_DRAWING)
  const intake = new DrawIntake({ ...BOARD, policy, budgets }, { hasPen: () => true }, accepted)
  const send = (client: number, userId: number, sequence: number, cost: number, now = 0) => {
    const draw = { type: 'draw' as const, sequence, shiftIndex: 0, commands: batchOf(cost) }
    const decision = intake.receive(draw, { client, member: member(userId) }, now)
    if (decision.do === 'refuse') return decision.code
    return decision.do === 'draw' ? decision.delayMs : decision.do
  }
  return { drawn, intake, send }
}

describe('a flooding member [2 §7]', () => {
  it('repeated batches do not count as refused drawing', () => {
    const { send } = arrivals()
    send(1, 7, 1, 3)
    const repeated = Array.from({ length: BOARD_REFUSED_DRAWING.capacity + 1 }, () => send(1, 7, 1, 3))
    expect(new Set(repeated)).toEqual(new Set(['nothing']))
  })

  it('the sockets of a member share one limit', () => {
    const { drawn, send } = arrivals()
    expect([send(1, 7, 1, 2000), send(2, 7, 1, 400), send(3, 7, 1, 3600)]).toEqual([0, 1000, 10_000])
    expect(send(4, 7, 1, 3)).toBe('close')
    expect(drawn.map(({ client }) => client)).toEqual([1])
  })

  it('the batches of a member do not delay those of others', () => {
    const { drawn, send } = arrivals()
    send(1, 7, 1, 2000)
    send(2, 7, 1, 4000)
    expect(send(5, 8, 1, 2000)).toBe(0)
    expect(drawn.map(({ client }) => client)).toEqual([1, 5])
  })

  describe('a disconnected member', () => {
    /** Disconnects a member with as many waiting batches as possible. */
    function disconnect() {
      const { intake, send } = arrivals()
      send(1, 7, 1, 2000)
      send(1, 7, 2, 4000)
      expect(send(1, 7, 3, 3)).toBe('close')
      intake.drop(1)
      return send
    }

    it('a disconnected member may resend the waiting batches', () => {
      expect(disconnect()(2, 7, 1, 4000)).toBe(10_000)
    })

    it('a disconnected member has the same limit as before', () => {
      const send = disconnect()
      send(2, 7, 1, 4000)
      expect(send(2, 7, 2, 3)).toBe('close')
    })
  })

  it('a member draws a limited amount in a day, over all their sockets', () => {
    const { send } = arrivals()
    const { capacity, perSecond } = BOARD_DRAWING
    let [sequence, now] = [0, 0]
    const drawAgain = () => {
      sequence += 1
      now += (capacity / perSecond) * 1000
      return send(1 + (sequence % 2), 7, sequence, capacity, now)
    }
    let outcome = drawAgain()
    while (outcome === 0) outcome = drawAgain()
    expect(outcome).toBe('day_limit')
    const drawn = (sequence - 1) * capacity
    expect([drawn >= BOARD_DAY_DRAWING.capacity, drawn < BOARD_DAY_DRAWING.capacity * 1.05]).toEqual([true, true])
    expect(send(5, 8, 1, capacity, now)).toBe(0)
    expect(send(3, 7, 1, capacity, now + 86_400_000)).toBe(0)
  })

  it('each batch costs more of a day than its commands', () => {
    const { send } = arrivals()
    let [batches, now] = [0, 0]
    while (send(1, 7, batches + 1, 3, now) === 0) {
      batches += 1
      now += 20
    }
    const most = BOARD_DAY_DRAWING.capacity / (3 + BOARD_BATCH_COST)
    expect([batches >= most, batches < most * 1.05]).toEqual([true, true])
  })

  it('an artist who draws for twelve hours with pauses is never refused', () => {
    const { send } = arrivals()
    // The pen is on the board for every other quarter of a second.
    const outcomes = Array.from({ length: 12 * 3600 * 2 }, (_, index) => send(1, 7, index + 1, 2 + 15, 500 * index))
    expect(new Set(outcomes)).toEqual(new Set([0]))
  })

  it('a batch above the limit of a day is refused also without a pen', () => {
    // The batch with the pen may have been refused.
    const empty = new TokenBucket({ capacity: 0, perSecond: 0 })
    const sender = {
      ...{ client: 1, member: member(7), drawState: { sequence: 0, hasPen: false } },
      ...{ bucket: new TokenBucket(BOARD_DRAWING), budget: empty },
    }
    const commands = encodeCommands([{ do: 'dr', x: 0, y: 0, width: 1, height: 1 }])
    const draw = { type: 'draw' as const, sequence: 1, shiftIndex: 0, commands }
    const board = { shiftIndex: 0, policy: BOARD.policy }
    expect(decideBatch(draw, sender, board, 0)).toMatchObject({ do: 'refuse', code: 'day_limit' })
  })

  describe('refused batches', () => {
    const frozen = { frozen: true, excludesNewMembers: false }

    it('a member who keeps drawing on a frozen board is disconnected, over all their sockets', () => {
      const { send } = arrivals(frozen)
      expect([send(1, 7, 1, 2000), send(2, 7, 1, 2000), send(1, 7, 2, 2000)]).toEqual(['frozen', 'frozen', 'frozen'])
      expect([send(1, 7, 3, 3), send(2, 7, 2, 3)]).toEqual(['close', 'close'])
      expect(send(3, 8, 1, 2000)).toBe('frozen')
    })

    it('a member who keeps drawing above the limit of a day is disconnected', () => {
      const { send } = arrivals()
      const { capacity, perSecond } = BOARD_DRAWING
      let [sequence, now] = [1, 0]
      while (send(1, 7, sequence, capacity, now) !== 'day_limit') {
        sequence += 1
        now += (capacity / perSecond) * 1000
      }
      const further = [1, 2, 3].map((index) => send(1, 7, sequence + index, capacity, now))
      expect(further).toEqual(['day_limit', 'day_limit', 'close'])
    })

    it('a member who draws at an allowed speed is only refused', () => {
      const { send } = arrivals(frozen)
      const outcomes = Array.from({ length: 240 }, (_, index) => send(1, 7, index + 1, 100, 250 * index))
      expect(new Set(outcomes)).toEqual(new Set(['frozen']))
    })
  })

  it('batches that a disconnected member may resend do not count twice in a day', () => {
    const { intake, send } = arrivals()
    for (let round = 1; round <= 200; round++) {
      const now = 5000 * round
      expect([send(1, 7, 1, 2000, now), send(1, 7, 2, 4000, now)]).toEqual([0, 10_000])
      intake.drop(1)
    }
  })

  it('a member whose limit has fully recovered is dropped from memory', () => {
    const buckets = new TokenBuckets(BOARD_DRAWING)
    const draw = (userId: number, now: number) => buckets.spend(userId, 400, now)
    for (let userId = 1; userId <= 1000; userId++) draw(userId, userId < 500 ? 0 : 500)
    draw(1001, 1000)
    expect(buckets.size).toBe(502)
    draw(1002, 2000)
    expect(buckets.size).toBe(1)
  })
})

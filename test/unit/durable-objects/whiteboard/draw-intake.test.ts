import { describe, expect, it } from 'vitest'
import { encodeCommands } from '../../../../contract/socket/draw-commands.ts'
import { TokenBuckets } from '../../../../durable-objects/realtime/TokenBucket.ts'
import { type Batch, DRAWING } from '../../../../durable-objects/whiteboard/core.ts'
import { DrawIntake } from '../../../../durable-objects/whiteboard/DrawIntake.ts'

const BOARD = { shiftIndex: 0, policy: { frozen: false, excludesNewMembers: false } }
const member = (id: number) => ({ id, nickname: 'Mira', avatar: null, flags: '', since: 0 })

/** A batch of a cost, with its pen. */
const batchOf = (cost: number) =>
  encodeCommands([
    { do: 'scr', colour: 0 },
    { do: 'slw', width: 1024 },
    ...Array.from({ length: cost - 2 }, () => ({ do: 'dr' as const, x: 0, y: 0, width: 1, height: 1 })),
  ])

/** What arrives at a board, and goes on to be drawn. */
function arrivals() {
  const drawn: Batch[] = []
  const accepted = { add: (batches: readonly Batch[]) => void drawn.push(...batches), flush: () => undefined }
  const intake = new DrawIntake({ sequenceOf: () => 0 }, { hasPen: () => true }, accepted)
  const send = (client: number, userId: number, sequence: number, cost: number) => {
    const draw = { type: 'draw' as const, sequence, shiftIndex: 0, commands: batchOf(cost) }
    const verdict = intake.take(draw, { client, member: member(userId) }, BOARD, 0)
    return verdict.do === 'draw' ? verdict.delayMs : verdict.do
  }
  return { drawn, intake, send }
}

describe('a member who floods [2 §7]', () => {
  it('by one socket after another is slowed and cut as by one; others are not', () => {
    const { drawn, send } = arrivals()
    expect([send(1, 7, 1, 2000), send(2, 7, 1, 400), send(3, 7, 1, 3600)]).toEqual([0, 1000, 10_000])
    expect(send(4, 7, 1, 3)).toBe('close')
    expect(send(5, 8, 1, 2000)).toBe(0)
    expect(drawn.map(({ client }) => client)).toEqual([1, 5])
  })

  it('and is cut may send again what waited, and no more than before', () => {
    const { intake, send } = arrivals()
    send(1, 7, 1, 2000)
    send(1, 7, 2, 4000)
    expect(send(1, 7, 3, 3)).toBe('close')
    intake.drop(1)
    expect(send(2, 7, 1, 4000)).toBe(10_000)
    expect(send(2, 7, 2, 3)).toBe('close')
  })

  it('is forgotten once they may draw as much at once as before', () => {
    const buckets = new TokenBuckets(DRAWING)
    const draw = (userId: number, now: number) => buckets.spend(userId, 400, now)
    for (let userId = 1; userId <= 1000; userId++) draw(userId, userId < 500 ? 0 : 500)
    draw(1001, 1000)
    expect(buckets.size).toBe(502)
    draw(1002, 2000)
    expect(buckets.size).toBe(1)
  })
})

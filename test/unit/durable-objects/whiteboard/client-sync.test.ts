import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Connection } from '../../../../durable-objects/realtime/Connection.ts'
import { ClientSync } from '../../../../durable-objects/whiteboard/ClientSync.ts'
import type { BoardConnection, BoardSocketState, Flush } from '../../../../durable-objects/whiteboard/core.ts'

const PICTURE = new Uint8Array(1_100_000)
const WINDOW_UNITS = 1.25 * 2 ** 20

/** A board with a snapshot after each three hundred flushes, and one page, whose budget is `room.budget`. */
function makeBoard() {
  const frames: (string | Uint8Array)[] = []
  const room = { budget: 2 ** 26, now: 0, flushes: [] as Flush[], drops: 0 }
  const state = { client: 1, member: { id: 1, nickname: 'Mira', avatar: null }, expiresAt: 1 } as BoardSocketState
  const connection: BoardConnection = new Connection(
    { send: (frame: string | Uint8Array) => frames.push(frame) } as unknown as WebSocket,
    state,
    {
      ...{ windowUnits: WINDOW_UNITS, frames: { capacity: 60, perSecond: 30 } },
      budget: { for: () => room.budget, spend: () => undefined },
    },
  )
  const snapshotNumber = () => Math.floor(room.flushes.length / 300) * 300
  const store = {
    get head() {
      return { number: room.flushes.length, shiftIndex: 0, clock: { drawnMs: 0, at: 0 } }
    },
    lastRewriteNumber: () => 0,
    flushesAfter: (number: number) => room.flushes.slice(number),
    textLengthAfter: (number: number) => room.flushes.slice(number).reduce((sum, { text }) => sum + text.length, 0),
    snapshot: () => ({ number: snapshotNumber(), shiftIndex: 0, pens: '', picture: PICTURE }),
  }
  const deps = {
    ...{ store, raster: {}, batcher: { flush: () => undefined } },
    snapshots: { take: async () => undefined, number: 0 },
    connections: { authenticated: () => [connection], has: () => true },
    drop: () => {
      room.drops += 1
    },
  }
  const sync = new ClientSync(deps as unknown as ConstructorParameters<typeof ClientSync>[0])
  const draw = (text: string) => {
    const flush: Flush = { ...store.head, number: room.flushes.length + 1, text, drawn: [] }
    room.flushes.push(flush)
    if (!sync.isWaiting(connection)) connection.send(sync.flushFrame(flush, false, Date.now()), Date.now())
    sync.noteMissed(flush)
  }
  const pictures = () => frames.filter((frame) => typeof frame !== 'string').length
  /** The numbers of the flushes that the page was sent. */
  const numbers = () =>
    frames.flatMap((frame) =>
      typeof frame === 'string'
        ? [...frame.matchAll(/"number":(\d+),"text"/g)].map(([, number]) => Number(number))
        : [],
    )
  return { connection, sync, draw, pictures, numbers, room }
}

describe('pages that could not be sent everything', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('a page whose board was refused because of other sockets gets it once there is room, and no flushes before', async () => {
    const { connection, sync, draw, pictures, numbers, room } = makeBoard()
    room.budget = 0
    await sync.sendBoard(connection, undefined)
    draw('one')
    await vi.advanceTimersByTimeAsync(5000)
    expect([pictures(), numbers()]).toEqual([0, []])
    room.budget = 2 ** 26
    await vi.advanceTimersByTimeAsync(1000)
    draw('two')
    expect([pictures(), numbers()]).toEqual([1, [1, 2]])
  })

  it('a page that is refused its board for more than thirty seconds is closed', async () => {
    const { connection, sync, room } = makeBoard()
    room.budget = 0
    await sync.sendBoard(connection, undefined)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(room.drops).toBe(0)
    await vi.advanceTimersByTimeAsync(1000)
    expect(room.drops).toBeGreaterThan(0)
  })

  it('a slow line that has read its snapshot gets the flushes that it missed, and no other snapshot', async () => {
    const { connection, sync, draw, pictures, numbers } = makeBoard()
    await sync.sendBoard(connection, undefined)
    for (let flushes = 0; flushes < 400; flushes++) draw('x'.repeat(600))
    expect(numbers().length).toBeLessThan(400)
    vi.spyOn(connection.acks, 'unread', 'get').mockReturnValue(0)
    connection.acknowledge(0)
    await sync.catchUp(connection)
    draw('last')
    expect(pictures()).toBe(1)
    expect(numbers()).toEqual(Array.from({ length: 401 }, (_, index) => index + 1))
  })
})

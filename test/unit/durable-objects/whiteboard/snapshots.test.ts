import { describe, expect, it } from 'vitest'
import type { BoardSnapshot } from '../../../../durable-objects/whiteboard/core.ts'
import { Snapshots } from '../../../../durable-objects/whiteboard/Snapshots.ts'

/** Makes a board whose snapshots complete on demand. */
function board() {
  const making: PromiseWithResolvers<BoardSnapshot>[] = []
  const kept: number[] = []
  let stored: BoardSnapshot | null = null
  const store = {
    head: { number: 0, shiftIndex: 0, clock: { drawnMs: 0, at: 0 } },
    lastSnapshot: () => stored,
    snapshot: () => stored,
    addSnapshot: (snapshot: BoardSnapshot) => {
      stored = snapshot
      kept.push(snapshot.number)
    },
  }
  const raster = {
    async snapshot() {
      const { number, shiftIndex } = store.head
      const made = Promise.withResolvers<BoardSnapshot>()
      making.push(made)
      await made.promise
      return { number, shiftIndex, picture: new Uint8Array(), pens: '' }
    },
  }
  const intake = { drawingClients: () => [], removeInactive: () => undefined }
  const snapshots = new Snapshots({ store, raster, intake, connections: { all: () => [] } })
  const end = async (how: 'resolve' | 'reject') => {
    making.at(-1)?.[how](undefined as never)
    await snapshots.take()
  }
  const flush = (number: number, shiftIndex = 0) => {
    store.head = { ...store.head, number, shiftIndex }
    snapshots.takeIfDue()
    return making.length
  }
  /** The last snapshot that a correction leaves. */
  const rewrite = (number: number) => {
    stored = { number, shiftIndex: 0, picture: new Uint8Array(), pens: '' }
    snapshots.reset()
  }
  return {
    snapshots,
    flush,
    rewrite,
    kept,
    made: () => end('resolve'),
    failed: () => end('reject'),
    begun: () => making.length,
  }
}

describe('snapshots of the board', () => {
  it('a snapshot is taken after three hundred flushes and after each scroll, one at a time', async () => {
    const { snapshots, flush, made, kept } = board()
    expect([flush(299), flush(300), flush(301), flush(700, 1)]).toEqual([0, 1, 1, 1])
    expect(snapshots.number).toBeNull()
    await made()
    expect([snapshots.number, kept]).toEqual([300, [300]])
    expect([flush(701, 1), flush(702, 1)]).toEqual([2, 2])
    await made()
    expect(kept).toEqual([300, 701])
  })

  it('a request for an up-to-date snapshot waits for one that started after the request', async () => {
    const { snapshots, flush, made, kept } = board()
    flush(300)
    flush(310)
    let isUpToDate = false
    const upToDate = snapshots.picture().then(() => {
      isUpToDate = true
    })
    await made()
    expect(isUpToDate).toBe(false)
    await made()
    await upToDate
    expect(kept).toEqual([300, 310])
    await snapshots.picture()
    expect(kept).toHaveLength(2)
  })

  it('a failed snapshot leaves the previous one and is not retried with each flush', async () => {
    const { snapshots, flush, made, failed, kept, begun } = board()
    flush(300)
    await made()
    flush(600)
    await failed()
    expect([snapshots.number, kept]).toEqual([300, [300]])
    expect([flush(601), flush(899)]).toEqual([2, 2])
    flush(900)
    await made()
    expect([snapshots.number, begun()]).toEqual([900, 3])
  })

  it('a snapshot made during a rollback is discarded', async () => {
    const { snapshots, flush, rewrite, made, kept } = board()
    flush(300)
    rewrite(120)
    await made()
    expect([snapshots.number, kept]).toEqual([120, []])
    flush(420)
    await made()
    expect(kept).toEqual([420])
  })
})

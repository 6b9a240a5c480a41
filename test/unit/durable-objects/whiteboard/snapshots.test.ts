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
  it('a snapshot is taken after three hundred flushes', async () => {
    const { snapshots, flush, made, kept } = board()
    expect([flush(299), flush(300)]).toEqual([0, 1])
    expect(snapshots.number).toBeNull()
    await made()
    expect([snapshots.number, kept]).toEqual([300, [300]])
  })

  it('a snapshot is taken after each scroll', async () => {
    const { flush, made, kept } = board()
    expect([flush(10), flush(11, 1)]).toEqual([0, 1])
    await made()
    expect([flush(12, 1), flush(13, 2)]).toEqual([1, 2])
    await made()
    expect(kept).toEqual([11, 13])
  })

  it('snapshots are taken one at a time', async () => {
    const { flush, made, kept } = board()
    expect([flush(300), flush(301), flush(700, 1)]).toEqual([1, 1, 1])
    await made()
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
  })

  it('a request is answered from a stored snapshot that is up to date', async () => {
    const { snapshots, flush, made, begun } = board()
    flush(300)
    await made()
    await snapshots.picture()
    expect(begun()).toBe(1)
  })

  describe('a failed snapshot', () => {
    /** A board with one stored snapshot, after which one failed. */
    async function afterFailure() {
      const parts = board()
      parts.flush(300)
      await parts.made()
      parts.flush(600)
      await parts.failed()
      return parts
    }

    it('a failed snapshot leaves the previous one', async () => {
      const { snapshots, kept } = await afterFailure()
      expect([snapshots.number, kept]).toEqual([300, [300]])
    })

    it('a failed snapshot is not retried with each flush', async () => {
      const { flush } = await afterFailure()
      expect([flush(601), flush(899)]).toEqual([2, 2])
    })

    it('a failed snapshot is retried after three hundred flushes', async () => {
      const { snapshots, flush, made, begun } = await afterFailure()
      flush(900)
      await made()
      expect([snapshots.number, begun()]).toEqual([900, 3])
    })
  })

  describe('a rollback while a snapshot is made', () => {
    /** A board that was rewritten up to flush 120 while a snapshot of flush 300 was made. */
    async function afterRollback() {
      const parts = board()
      parts.flush(300)
      parts.rewrite(120)
      await parts.made()
      return parts
    }

    it('a snapshot made during a rollback is discarded', async () => {
      const { snapshots, kept } = await afterRollback()
      expect([snapshots.number, kept]).toEqual([120, []])
    })

    it('snapshots are taken again after a rollback', async () => {
      const { flush, made, kept } = await afterRollback()
      flush(420)
      await made()
      expect(kept).toEqual([420])
    })
  })
})

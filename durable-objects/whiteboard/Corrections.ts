import type { Rollback, RollbackReply } from '../../contract/http/whiteboard.ts'
import type { AlarmScheduler } from '../realtime/AlarmScheduler.ts'
import { storeOrRestart } from '../realtime/store-or-restart.ts'
import { type BoardRaster, PNG } from './BoardRaster.ts'
import type { BoardStore } from './BoardStore.ts'
import type { ClientSync } from './ClientSync.ts'
import type { RewrittenLog } from './core.ts'
import { LogReplay, type Rewrite, removingMarks } from './LogReplay.ts'
import type { Snapshots } from './Snapshots.ts'

/** Number of flushes that are replayed in one turn, so that other work is not blocked. */
const FLUSHES_AT_ONCE = 50

type Deps = {
  ctx: DurableObjectState
  store: BoardStore
  raster: BoardRaster
  snapshots: Snapshots
  sync: ClientSync
  alarms: AlarmScheduler
  batcher: { flush(): void }
}

/** Rolls back marks and restores them, by rewriting the log and drawing it again. Drawing continues meanwhile. */
export class Corrections {
  readonly #deps: Deps
  #last: Promise<unknown> = Promise.resolve()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Removes a member's marks. With `minutes`, only marks of the last minutes; with `area`, only marks in the area. */
  rollback({ userId, minutes, area }: Rollback, now: number): Promise<RollbackReply> {
    const { store, batcher } = this.#deps
    return this.#inTurn(async () => {
      const since = minutes === null ? 0 : now - minutes * 60_000
      const clients = new Set(store.clients.clientsOf(userId))
      batcher.flush()
      const first = store.firstFlushOf(clients, since)
      if (first === null) return { marks: 0, revision: store.revision() }
      const marks = await this.#replay(first, removingMarks({ clients, area }, since), false)
      return { marks, revision: store.revision() }
    })
  }

  /**
   * Restores the marks that the rollback of this revision removed. False if it is not the last rollback or was restored
   * already.
   */
  restore(revision: number): Promise<boolean> {
    const { store } = this.#deps
    return this.#inTurn(async () => {
      const first = store.rollbacks.firstChanged(revision)
      if (first === null) return false
      const rewrite: Rewrite = ({ number }) => ({ text: store.rollbacks.oldText(revision, number), removed: 0 })
      await this.#replay(first, rewrite, true)
      store.rollbacks.deleteOldTexts(revision)
      return true
    })
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work)
    this.#last = done.catch(() => undefined)
    return done
  }

  /** Replays the log from the flush `first` on and stores the result. Returns the number of removed marks. */
  async #replay(first: number, rewrite: Rewrite, isRestore: boolean): Promise<number> {
    const { store, batcher } = this.#deps
    const replay = new LogReplay(store.snapshotBefore(first), rewrite, PNG)
    try {
      while (!(await this.#replaySome(replay))) await new Promise((resolve) => setTimeout(resolve))
      // Synchronous from here to the write, so that no flush is added in between.
      batcher.flush()
      for (const flush of store.flushesAfter(replay.number)) replay.add(flush)
      if (replay.hasChanges) this.#store(replay.result, isRestore)
    } finally {
      store.removeStaged()
    }
    return replay.removed
  }

  /** Replays the next flushes. True if these were the last ones. */
  async #replaySome(replay: LogReplay): Promise<boolean> {
    const { store } = this.#deps
    const snapshots = store.snapshotNumbers()
    let count = 0
    for (const flush of [...take(store.flushesAfter(replay.number), FLUSHES_AT_ONCE)]) {
      replay.add(flush)
      count++
      if (snapshots.has(flush.number)) await replay.addSnapshot()
    }
    // The texts and pictures of a day do not fit into memory.
    store.stage(replay.result)
    return count < FLUSHES_AT_ONCE
  }

  #store(log: RewrittenLog, isRestore: boolean): void {
    const { ctx, store, raster, snapshots, sync, alarms } = this.#deps
    storeOrRestart(ctx, () => store.rewrite(log, isRestore))
    raster.reset()
    if (log.slices.length > 0) alarms.set('slices', Date.now())
    snapshots.reset()
    sync.sendBoardToAll()
  }
}

function* take<T>(all: Iterable<T>, count: number): Iterable<T> {
  let taken = 0
  for (const item of all) {
    if (taken++ === count) return
    yield item
  }
}

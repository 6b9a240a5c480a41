import type { RollbackBody, RollbackReply } from '../../contract/http/whiteboard.ts'
import type { Pictures } from './BoardRaster.ts'
import type { BoardStore } from './BoardStore.ts'
import type { RewrittenLog } from './core.ts'
import { LogReplay, type Rewrite, removingMarks } from './LogReplay.ts'

/** Flushes that are drawn again before other work gets its turn. */
const FLUSHES_AT_ONCE = 50

/** Stores a rewritten log and sends everyone the board; with `restores` its old texts are not kept. Answers the revision. */
type StoreRewritten = (log: RewrittenLog, restores: boolean) => number

/** Rolls marks back, and restores them: the log is rewritten and drawn again, while drawing goes on. */
export class Corrections {
  readonly #store: BoardStore
  readonly #pictures: Pictures
  readonly #pending: { flush(): void }
  readonly #storeRewritten: StoreRewritten
  /** Corrections run one after the other. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(store: BoardStore, pictures: Pictures, pending: { flush(): void }, storeRewritten: StoreRewritten) {
    this.#store = store
    this.#pictures = pictures
    this.#pending = pending
    this.#storeRewritten = storeRewritten
  }

  /** Rolls back what a member drew up to now; answers the number of marks and the revision of the log. */
  rollback({ userId, minutes, area }: RollbackBody, now: number): Promise<RollbackReply> {
    return this.#inTurn(async () => {
      const since = minutes === null ? 0 : now - minutes * 60_000
      const clients = new Set(this.#store.clients.ofMember(userId))
      this.#pending.flush()
      const first = this.#store.firstOf(clients, since)
      if (first === null) return { marks: 0, revision: this.#store.revision() }
      let marks = 0
      const rewrite = removingMarks({ clients, area }, since, (count) => {
        marks += count
      })
      return { revision: await this.#replay(first, rewrite, false), marks }
    })
  }

  /** Restores what was rolled back at a revision of the log; false where something was rolled back since. */
  restore(revision: number): Promise<boolean> {
    return this.#inTurn(async () => {
      const texts = this.#store.undoTexts(revision)
      if (texts.size === 0) return false
      await this.#replay(Math.min(...texts.keys()), ({ number }) => texts.get(number) ?? null, true)
      this.#store.removeUndo(revision)
      return true
    })
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work)
    this.#last = done.catch(() => undefined)
    return done
  }

  /** Draws the log again from before a flush; answers its revision then. */
  async #replay(first: number, rewrite: Rewrite, restores: boolean): Promise<number> {
    const replay = new LogReplay(this.#store.snapshotBefore(first), rewrite, this.#pictures)
    while (!(await this.#drawSome(replay))) await new Promise((resolve) => setTimeout(resolve))
    // Synchronous from here to the write, so that no flush comes between.
    this.#pending.flush()
    for (const flush of this.#store.flushesAfter(replay.number)) replay.add(flush)
    if (replay.result.texts.size === 0) return this.#store.revision()
    return this.#storeRewritten(replay.result, restores)
  }

  /** Draws some flushes; answers true after the last. */
  async #drawSome(replay: LogReplay): Promise<boolean> {
    const snapshots = this.#store.snapshotNumbers()
    let count = 0
    for (const flush of [...take(this.#store.flushesAfter(replay.number), FLUSHES_AT_ONCE)]) {
      replay.add(flush)
      count++
      if (snapshots.has(flush.number)) await replay.picture()
    }
    return count < FLUSHES_AT_ONCE
  }
}

function* take<T>(all: Iterable<T>, count: number): Iterable<T> {
  let taken = 0
  for (const item of all) {
    if (taken++ === count) return
    yield item
  }
}

import type { TakeBackBody, TakeBackReply } from '../../contract/http/whiteboard.ts'
import type { Pictures } from './paper.ts'
import { Redrawing, type Redrawn, type Rewrite, takingOut } from './redrawing.ts'
import type { BoardStore } from './store.ts'

/** So many flushes are drawn again before others have their turn. */
const FLUSHES_AT_ONCE = 50

/** What corrections need of the board that they are made on. */
type Surroundings = {
  /** Keeps what was gathered. */
  settle: () => void
  /** Keeps what the log has come to and tells it to everyone; answers the revision of the log. */
  rewrite: (redrawn: Redrawn, forgets: boolean) => number
}

/** Takes marks back, and gives them back: the log is written otherwise and drawn again, while drawing goes on. */
export class Corrections {
  readonly #store: BoardStore
  readonly #pictures: Pictures
  readonly #board: Surroundings
  /** One is made after the other. */
  #turn: Promise<unknown> = Promise.resolve()

  constructor(store: BoardStore, pictures: Pictures, board: Surroundings) {
    this.#store = store
    this.#pictures = pictures
    this.#board = board
  }

  /** Takes back what a member drew up to now; answers how many marks that were. */
  takeBack({ userId, minutes, area }: TakeBackBody, now: number): Promise<TakeBackReply> {
    return this.#inTurn(async () => {
      const since = minutes === null ? 0 : now - minutes * 60_000
      const clients = new Set(this.#store.clients.ofMember(userId))
      this.#board.settle()
      const first = this.#store.firstOf(clients, since)
      if (first === null) return { marks: 0, revision: this.#store.revision() }
      let marks = 0
      const rewrite = takingOut({ clients, area }, since, (count) => {
        marks += count
      })
      return { revision: await this.#redraw(first, rewrite, false), marks }
    })
  }

  /** Gives back what was taken back at a revision of the log; false where something was taken back since. */
  giveBack(revision: number): Promise<boolean> {
    return this.#inTurn(async () => {
      const said = this.#store.saidBefore(revision)
      if (said.size === 0) return false
      await this.#redraw(Math.min(...said.keys()), ({ number }) => said.get(number) ?? null, true)
      this.#store.forgetSaid(revision)
      return true
    })
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work)
    this.#turn = done.catch(() => undefined)
    return done
  }

  /** Draws the log again from before a flush, and answers its revision then. */
  async #redraw(first: number, rewrite: Rewrite, forgets: boolean): Promise<number> {
    const redrawing = new Redrawing(this.#store.snapshotBefore(first), rewrite, this.#pictures)
    while (!(await this.#goOn(redrawing))) await new Promise((resolve) => setTimeout(resolve))
    // From here on nothing else has its turn.
    this.#board.settle()
    for (const flush of this.#store.flushesAfter(redrawing.number)) redrawing.add(flush)
    return redrawing.redrawn.texts.size === 0 ? this.#store.revision() : this.#board.rewrite(redrawing.redrawn, forgets)
  }

  /** Draws some flushes of the log again; answers whether those were all. */
  async #goOn(redrawing: Redrawing): Promise<boolean> {
    const pictured = this.#store.snapshotNumbers()
    let count = 0
    for (const flush of [...take(this.#store.flushesAfter(redrawing.number), FLUSHES_AT_ONCE)]) {
      redrawing.add(flush)
      count++
      if (pictured.has(flush.number)) await redrawing.picture()
    }
    return count < FLUSHES_AT_ONCE
  }
}

function* take<T>(all: Iterable<T>, count: number): Iterable<T> {
  let taken = 0
  for (const one of all) {
    if (taken++ === count) return
    yield one
  }
}

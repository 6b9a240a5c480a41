import { costOf } from '../../contract/board/board.ts'
import type { BoardClientMessage } from '../../contract/socket/whiteboard-messages.ts'
import { DelayQueue } from '../realtime/DelayQueue.ts'
import { TokenBuckets } from '../realtime/TokenBucket.ts'
import { Artists } from './artists.ts'
import type { Batch } from './batch.ts'
import type { BoardStamp } from './entry.ts'
import { DRAWING } from './pace.ts'
import { type BoardNow, judge, type Verdict } from './sheet.ts'

/** A batch that waits, and who drew it. */
export type Waiting = { client: number; member: BoardStamp['member']; batch: Batch }

type Surroundings = {
  /** Up to where the batches of a client are kept. */
  sequenceOf: (client: number) => number
  /** Whether everyone knows the pen of a client. */
  hasPen: (client: number) => boolean
  /** Lets a batch go on to the board. */
  goOn: (batch: Batch) => void
  /** Keeps what went on. */
  settle: () => void
}

/** What clients send on its way to the board: judged as it arrives, and held up where a client floods. */
export class Incoming {
  readonly #artists: Artists
  readonly #slowed: DelayQueue<Waiting>
  readonly #settle: () => void
  readonly #paces = new TokenBuckets(DRAWING)

  constructor({ sequenceOf, hasPen, goOn, settle }: Surroundings) {
    this.#settle = settle
    this.#artists = new Artists(sequenceOf, hasPen)
    this.#slowed = new DelayQueue(({ batch }) => goOn(batch))
  }

  /** Judges a batch of whoever is behind a socket; one that may be drawn goes on to the board, at once or after a while. */
  take(
    draw: Extract<BoardClientMessage, { type: 'draw' }>,
    { client, member }: Pick<BoardStamp, 'client' | 'member'>,
    board: BoardNow,
    now: number,
  ): Verdict {
    const [artist, pace] = [this.#artists.of(client), this.#paces.of(member.id)]
    const verdict = judge(draw, { client, member, artist, pace }, board, now)
    if (verdict.do !== 'draw') return verdict
    this.#artists.set(client, verdict.artist)
    this.#paces.set(member.id, verdict.pace)
    this.#slowed.add({ client, member, batch: verdict.batch }, now + verdict.waitMs, now)
    return verdict
  }

  /** Someone comes in, or back. */
  comesIn(client: number): void {
    this.#artists.comesIn(client)
  }

  /** Nothing of what waits of a client is drawn, and it may send it again. */
  drop(client: number): void {
    // What went on before has their pen: it is kept while they are known to draw.
    this.#settle()
    for (const { member, batch } of this.#slowed.drop(client)) this.#paces.refund(member.id, costOf(batch.commands))
    this.#artists.forget(client)
  }

  /** Drops what waits of some clients: those of whom something waits that is meant. Answers who they are. */
  dropWhere(isMeant: (waiting: Waiting) => boolean): Set<number> {
    const clients = new Set(this.#slowed.clients(isMeant))
    for (const client of clients) this.drop(client)
    return clients
  }

  /** Lets what waits of a member go on to the board now. */
  release(userId: number): void {
    for (const client of this.#slowed.clients(({ member }) => member.id === userId)) this.#slowed.release(client)
  }

  /** The clients of whom something is known, or may still be on its way. */
  known(): Iterable<number> {
    return this.#artists.known()
  }

  /** Forgets those who are not here, and of whom nothing waits. */
  forgetGone(here: ReadonlySet<number>): void {
    this.#artists.forgetAll((client) => !here.has(client) && !this.#slowed.has(client))
  }
}

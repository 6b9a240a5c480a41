import type { Person } from '../../contract/http/users.ts'
import type { BoardOrder } from '../../contract/http/whiteboard.ts'
import { BOARD } from '../../contract/limits.ts'
import type { BoardServerEvent } from '../../contract/socket/whiteboard-messages.ts'
import type { Connection, ConnectionState } from '../realtime/Connection.ts'
import type { ConnectionRegistry, DropReason } from '../realtime/ConnectionRegistry.ts'
import { newForMs } from './batch.ts'
import { drawnUntil, isRunning, SCROLL_MS, slidesBy } from './clock.ts'
import { commandsOf, type Sheet } from './sheet.ts'
import type { Snapshots } from './snapshots.ts'
import type { BoardStore } from './store.ts'

/** Who comes is told no more letters of commands than these: rather a new snapshot. */
const TAIL_MAX_LETTERS = 32_768

/** Who is behind a socket of the board, and as which client; 0 before they are in. */
export type BoardStamp = ConnectionState & { client: number }

type BoardListener = Connection<BoardStamp>

type Surroundings = {
  store: BoardStore
  snapshots: Snapshots
  listeners: ConnectionRegistry<BoardStamp>
  /** Hands over what was gathered, and says how the board stands then. */
  flushed: () => Sheet
  order: () => BoardOrder
  /** These hear no more. */
  drop: (drop: readonly [BoardListener, DropReason][]) => void
}

/** Tells the board to who comes in, or missed something of it, and all that is drawn to who knows the board. */
export class Entry {
  readonly #board: Surroundings
  readonly #waiting = new Set<BoardListener>()

  constructor(board: Surroundings) {
    this.#board = board
  }

  /** Tells who comes in how things stand, and the others who has come. */
  async welcome(listener: BoardListener, last: number | undefined): Promise<void> {
    const { store, listeners, order, drop } = this.#board
    const now = Date.now()
    const { client, member } = listener.state
    const here = listeners.all().filter(({ isAuthenticated }) => isAuthenticated)
    const artists = here.map(({ state }) => artistIn(state))
    const events: BoardServerEvent[] = [
      { type: 'client', client, sequence: store.clients.of(client)?.sequence ?? 0, newForMs: newForMs(member, now) },
      { type: 'artists', artists },
      { type: 'order', ...order() },
    ]
    listener.send(JSON.stringify(events), now)
    const isOther = ({ state }: BoardListener) => state.client !== client
    const came = frameOf({ type: 'artists', artists: [artistIn(listener.state)] })
    drop(listeners.broadcast(came, now, isOther))
    await this.tell(listener, last)
  }

  /** Tells a flush to all but those who wait for the board that it is in. */
  tellFlush(frame: string, now: number): void {
    const hears = (listener: BoardListener) => !this.#waiting.has(listener)
    this.#board.drop(this.#board.listeners.broadcast(frame, now, hears))
  }

  /** Tells everyone the board as it is now. */
  tellAll(): void {
    for (const listener of this.#board.listeners.all())
      if (listener.isAuthenticated) void this.tell(listener, undefined)
  }

  /**
   * Tells one client what it missed since a number, or where that is long, a picture and what came after. Where one is made
   * for that, or is being made, they wait for it.
   */
  async tell(listener: BoardListener, last: number | undefined): Promise<void> {
    if (this.#waiting.has(listener)) return
    const sheet = this.#board.flushed()
    const { number } = this.#board.snapshots
    // What lies before the last snapshot is not looked into: the log is long. Nor is a board that was drawn otherwise since.
    const from = Math.max(number ?? 0, this.#board.store.rewrittenAt())
    const isKnown = last !== undefined && last >= from && last <= sheet.number
    if (isKnown && this.#isShort(last)) return this.#send(listener, sheet, last)
    if (number === null || !this.#isShort(number)) {
      this.#waiting.add(listener)
      await this.#board.snapshots.taken()
    }
    const now = this.#board.flushed()
    this.#waiting.delete(listener)
    if (this.#board.listeners.of(listener.socket) === listener) this.#sendPicture(listener, now)
  }

  #isShort(after: number): boolean {
    return this.#board.store.lettersAfter(after) <= TAIL_MAX_LETTERS
  }

  #sendPicture(listener: BoardListener, sheet: Sheet): void {
    const snapshot = this.#board.store.snapshot()
    if (!snapshot) {
      // No picture could be made: then all that was ever drawn is in the log still.
      this.#send(listener, sheet, 0)
      return
    }
    const { picture, ...words } = snapshot
    listener.send(picture, Date.now())
    this.#send(listener, sheet, words.number, [{ type: 'snapshot', ...words }])
  }

  /** Sends how the board stands, and the commands after a number. */
  #send(listener: BoardListener, sheet: Sheet, after: number, picture: BoardServerEvent[] = []): void {
    const now = Date.now()
    const size = { width: BOARD.width, height: BOARD.height }
    const events: BoardServerEvent[] = [
      { type: 'info', shiftIndex: sheet.shiftIndex, animShiftX: slidesBy(sheet.clock, now), ...size },
      nextShift(sheet, now),
      ...picture,
      ...[...this.#board.store.flushesAfter(after)].map(commandsOf),
    ]
    listener.send(JSON.stringify(events), now)
  }
}

/** When the board scrolls next, by the clock of its drawing. */
export function nextShift({ clock }: Sheet, now: number): Extract<BoardServerEvent, { type: 'nextShift' }> {
  const { drawnMs } = drawnUntil(clock, now)
  return { type: 'nextShift', drawnMs, ofMs: SCROLL_MS, running: isRunning(clock, now) }
}

/** Who is behind the client of a socket. */
function artistIn({ client, member: { id, nickname, avatar } }: BoardStamp): { client: number; person: Person } {
  return { client, person: { id, nickname, avatar } }
}

export const frameOf = (event: BoardServerEvent) => JSON.stringify([event])

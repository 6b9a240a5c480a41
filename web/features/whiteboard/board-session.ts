import { draw } from '../../../contract/board/board.ts'
import type { Pen } from '../../../contract/board/ink.ts'
import { withoutMarks } from '../../../contract/board/marks.ts'
import { pixelsOf } from '../../../contract/board/picture.ts'
import { placedAt } from '../../../contract/board/placed.ts'
import { sliceOf } from '../../../contract/board/slice.ts'
import { BOARD, BOARD_FLUSH_MS, BOARD_SLICE } from '../../../contract/limits.ts'
import { type DrawnCommand, decodeCommands } from '../../../contract/socket/whiteboard.ts'
import {
  BOARD_SOCKET_PATH,
  type BoardClientMessage,
  type BoardServerEvent,
  boardServerEvent,
} from '../../../contract/socket/whiteboard-messages.ts'
import { LiveConnection } from '../../lib/live-connection.ts'
import { takeTicket } from '../chat/queries.ts'
import type { BoardReader, BoardState, BoardWatcher, BoardWithout } from './board-state.ts'
import { handsAfter, handsLater } from './hands.ts'
import { KeptBatches } from './kept-batches.ts'
import { Layer } from './layer.ts'
import { messageOf, Replica } from './replica.ts'
import { checkOften } from './self-check.ts'
import { sendable } from './sending.ts'
import type { Place } from './stroke.ts'
import { Unbatched } from './unbatched.ts'

/** What was sent and stands by then nowhere was lost with a socket that only seems to be there. */
const UNANSWERED_MS = 15_000

type EventOf<Type extends BoardServerEvent['type']> = Extract<BoardServerEvent, { type: Type }>

/**
 * The whiteboard for one member in this tab: its socket, the board that follows it, and what is drawn here, which is
 * gathered, sent, and kept in this browser until it stands.
 */
export class BoardSession {
  readonly layer = new Layer()
  readonly #me: number
  readonly #kept: KeptBatches
  readonly #listeners = new Set<() => void>()
  readonly #watchers = new Set<BoardWatcher>()
  readonly #readers = new Set<BoardReader>()
  #replica = new Replica(pixelsOf)
  #without: BoardWithout | null = null
  #state: BoardState = {
    ...{ connection: { state: 'connecting' }, hasBoard: false, shift: null },
    ...{ order: { frozen: false, membersOfDay: false }, isNew: false },
    ...{ artists: new Map(), hands: new Map() },
  }
  #connection: LiveConnection<BoardClientMessage, BoardServerEvent> | null = null
  readonly #drawn = new Unbatched()
  /** Up to which number batches went out on this socket; undefined while the board takes none. */
  #sent: number | undefined
  /** When last something of one's own was answered, or nothing waited, by `performance.now()`. */
  #answeredAt = 0
  /** Until when this member is one of less than a day, by `performance.now()`. */
  #newUntil = 0
  #users = 0
  #leave: (() => void) | null = null

  constructor(me: number) {
    this.#me = me
    this.#kept = new KeptBatches(me)
  }

  readonly state = (): BoardState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  watch(watcher: BoardWatcher): () => void {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  readonly read = (reader: BoardReader): (() => void) => {
    this.#readers.add(reader)
    return () => this.#readers.delete(reader)
  }

  /** Shows this board, which stands where everyone's stands, until theirs is another one; null for everyone's. */
  showWithout(without: BoardWithout | null): void {
    this.#without = without
    this.#follow(null)
  }

  /** Comes to the board, or stays at it, until what is answered is called. */
  readonly enter = (): (() => void) => {
    this.#users++
    this.#leave ??= this.#come()
    return () => {
      this.#users--
      // A part of the page that is only put up anew stays.
      setTimeout(() => {
        if (this.#users > 0) return
        this.#leave?.()
        this.#leave = null
      })
    }
  }

  #come(): () => void {
    let end: (() => void) | undefined
    const letGo = this.#kept.hold(() => {
      end = this.#begin()
    })
    return () => {
      end?.()
      letGo()
    }
  }

  /** Answers what ends it. */
  #begin(): () => void {
    this.#replica = new Replica(pixelsOf, this.#kept.read())
    this.#connection = new LiveConnection({
      url: new URL(BOARD_SOCKET_PATH, location.href.replace(/^http/, 'ws')).href,
      ticket: () => takeTicket('whiteboard'),
      auth: (chatId) => {
        const { client, number } = this.#replica
        return { type: 'auth', chatId, board: 0, userId: this.#me, client, last: number }
      },
      events: boardServerEvent,
      letsIn: ({ type }) => type === 'client',
      onEvents: (events) => this.#hear(events),
      onBytes: (bytes) => this.#replica.hearPicture(bytes),
      onChange: (connection) => {
        if (connection.state !== 'in') this.#sent = undefined
        this.#answeredAt = performance.now()
        this.#change({ connection })
      },
    })
    const ticks = setInterval(() => this.#tick(), BOARD_FLUSH_MS)
    const endChecks = checkOften(() => this.#connection?.say({ type: 'hash' }))
    const [pause, keep] = [() => this.#connection?.pause(), () => this.#takeUp()]
    addEventListener('offline', pause)
    addEventListener('online', this.tryNow)
    addEventListener('pagehide', keep)
    return () => {
      this.#takeUp()
      clearInterval(ticks)
      endChecks()
      removeEventListener('offline', pause)
      removeEventListener('online', this.tryNow)
      removeEventListener('pagehide', keep)
      this.#connection?.leave()
      this.#connection = null
    }
  }

  readonly tryNow = (): void => this.#connection?.tryNow()

  /** How often the board has moved left. */
  get shiftIndex(): number {
    return this.#replica.shiftIndex
  }

  /** Draws something with a pen: at once here, and within a quarter of a second for everyone. */
  draw(pen: Pen, commands: readonly DrawnCommand[]): void {
    if (commands.length === 0) return
    this.layer.add(this.#drawn.add(pen, commands))
    if (this.#drawn.isFull) this.#takeUp()
    this.#tellPixels()
  }

  /** The colour of a place of the board, 0xrrggbb; null off the board. */
  colourAt({ x, y }: Place): number | null {
    const [column, row] = [Math.floor(x), Math.floor(y)]
    if (column < 0 || row < 0 || column >= BOARD.width || row >= BOARD.height) return null
    const pixel = this.layer.pixels[row * BOARD.width + column] ?? 0
    return ((pixel & 0xff) << 16) | (pixel & 0xff00) | ((pixel >> 16) & 0xff)
  }

  #tick(): void {
    this.#takeUp()
    this.#watchUnanswered()
    const hands = handsLater(this.#state.hands)
    if (hands !== this.#state.hands) this.#change({ hands })
    if (this.#state.isNew && performance.now() >= this.#newUntil) this.#change({ isNew: false })
  }

  #watchUnanswered(): void {
    const now = performance.now()
    if (this.#replica.own.length === 0 || this.#state.connection.state !== 'in') this.#answeredAt = now
    else if (now - this.#answeredAt > UNANSWERED_MS) this.tryNow()
  }

  /** Makes a batch of what was drawn, and sends what can go. */
  #takeUp(): void {
    if (!this.#drawn.isEmpty) {
      const { pen, commands } = this.#drawn.all
      this.#replica.add(commands, pen)
      this.#drawn.clear()
      this.#keepOwn()
    }
    this.#send()
  }

  #send(): void {
    if (this.#sent === undefined) return
    for (const batch of sendable(this.#replica.own, this.#sent)) {
      if (!this.#connection?.say(messageOf(batch))) return
      this.#sent = batch.sequence
    }
  }

  #answered(): void {
    this.#answeredAt = performance.now()
    this.#keepOwn()
  }

  /** Keeps what waits now. */
  #keepOwn(): void {
    const { client, own } = this.#replica
    this.#kept.write(client, own)
  }

  #hear(events: BoardServerEvent[]): void {
    const info = events.find((event) => event.type === 'info')
    let left: Int32Array | null = null
    for (const event of events) {
      if (event.type === 'commands') left = this.#hearCommands(event, info !== undefined) ?? left
      else this.#hearOther(event)
    }
    const by = info ? info.animShiftX : left && BOARD_SLICE
    if (by) for (const { onSlide } of this.#watchers) onSlide(by, left)
    this.#send()
  }

  #hearOther(event: Exclude<BoardServerEvent, EventOf<'commands'>>): void {
    const { own } = this.#replica
    const change = this.#replica.hear(event)
    if (event.type === 'artists')
      this.#change({
        artists: new Map([
          ...this.#state.artists,
          ...event.artists.map(({ client, person }) => [client, person] as const),
        ]),
      })
    if (event.type === 'order') this.#change({ order: { frozen: event.frozen, membersOfDay: event.membersOfDay } })
    // A board that is not what everyone has is told anew.
    if (event.type === 'hash' && this.#replica.differsFrom(event)) this.#connection?.say({ type: 'info' })
    if (event.type === 'nextShift') this.#change({ shift: { ...event, at: performance.now() } })
    if (event.type === 'client') this.#hearClient(event)
    // Before this it is not known how often the board has moved.
    if (event.type === 'info') this.#sent ??= 0
    if (event.type === 'refused') for (const { onRefused } of this.#watchers) onRefused(event.code)
    if (change) this.#beginAnew()
    if (this.#replica.own !== own) this.#answered()
    if (change || event.type === 'refused') this.#follow(null)
  }

  #hearClient({ newForMs }: EventOf<'client'>): void {
    this.#sent = undefined
    this.#newUntil = performance.now() + newForMs
    this.#change({ isNew: newForMs > 0 })
  }

  #beginAnew(): void {
    this.#without = null
    this.#change({ hasBoard: true })
    for (const { onBoard } of this.#readers) onBoard()
  }

  /** Answers the slice that leaves the board with these commands; null for none. */
  #hearCommands(event: EventOf<'commands'>, isEntry: boolean): Int32Array | null {
    const commands = decodeCommands(event.text) ?? []
    const scrolls = commands.some((command) => command.do === 'fo')
    // What was drawn until now was drawn where the board stood until now.
    if (scrolls) this.#takeUp()
    const slice = scrolls ? sliceOf(this.layer.pixels) : null
    const { own } = this.#replica
    if (!this.#replica.hear(event)) return null
    if (this.#replica.own !== own) this.#answered()
    for (const { onFlush } of this.#readers) onFlush(event.number, event.text)
    if (this.#without) {
      const { board, clients } = this.#without
      draw(board, withoutMarks(commands, { clients, area: null }, { board, shiftIndex: 0 }))
    }
    // What was drawn while one was away is no sign of where someone is now.
    if (!isEntry) this.#change({ hands: handsAfter(this.#state.hands, commands, this.#replica.client) })
    this.#follow(commands)
    return slice
  }

  /** Shows the board as it is after commands, or after all changed, with what is drawn here above it. */
  #follow(commands: Parameters<Layer['follow']>[1]): void {
    const { board, own, shiftIndex } = this.#replica
    const above = own.map((batch) => placedAt(shiftIndex, batch))
    const { pen, commands: drawn } = this.#drawn.all
    if (drawn.length > 0) above.push([...pen, ...drawn])
    this.layer.follow(this.#without?.board ?? board, commands, above)
    this.#tellPixels()
  }

  #tellPixels(): void {
    for (const { onPixels } of this.#watchers) onPixels()
  }

  #change(changed: Partial<BoardState>): void {
    this.#state = { ...this.#state, ...changed }
    for (const listener of this.#listeners) listener()
  }
}

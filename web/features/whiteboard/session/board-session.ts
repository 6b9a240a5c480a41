import { drawCommands } from '../../../../contract/board/board.ts'
import { decodeBoardPng } from '../../../../contract/board/board-png.ts'
import type { Pen } from '../../../../contract/board/ink.ts'
import { withoutMarks } from '../../../../contract/board/marks.ts'
import { shiftCommands } from '../../../../contract/board/shift.ts'
import { cutSlice } from '../../../../contract/board/slice.ts'
import { BOARD, BOARD_FLUSH_MS, BOARD_SLICE_WIDTH } from '../../../../contract/limits.ts'
import { type DrawCommand, decodeCommands } from '../../../../contract/socket/draw-commands.ts'
import {
  BOARD_SOCKET_PATH,
  type BoardClientMessage,
  type BoardServerEvent,
  boardServerEvent,
} from '../../../../contract/socket/whiteboard-messages.ts'
import { type LiveRoom, LiveSession } from '../../../lib/live-session.ts'
import type { Point } from '../drawing/stroke.ts'
import type { BoardReader, BoardState, BoardWatcher, PartialBoard, ShownBoard } from './board-state.ts'
import { cursorsAfter, tickCursors } from './cursors.ts'
import { Layer } from './layer.ts'
import { drawMessage, Replica } from './replica.ts'
import { StrokeBuffer } from './stroke-buffer.ts'
import { sendable, UnsentBatches } from './unsent-batches.ts'

/** Time after which an unconfirmed batch counts as lost with its socket. */
const REPLY_TIMEOUT_MS = 15_000
/** Interval of the comparison with the server's board while the page is visible. */
const CHECK_MS = 60_000

type EventOf<Type extends BoardServerEvent['type']> = Extract<BoardServerEvent, { type: Type }>

const NO_BOARD: BoardState = {
  connection: { state: 'connecting' },
  hasBoard: false,
  shift: null,
  policy: { frozen: false, excludesNewMembers: false },
  isNew: false,
  artists: new Map(),
  cursors: new Map(),
}

/**
 * A member's session at the whiteboard in this tab: socket, replica of the board, and own strokes, which are batched,
 * sent, and stored in the browser until the board confirms them.
 */
export class BoardSession extends LiveSession<BoardState, BoardClientMessage, BoardServerEvent> {
  readonly layer = new Layer()
  protected readonly room: LiveRoom<BoardClientMessage, BoardServerEvent>
  readonly #unsent: UnsentBatches
  readonly #watchers = new Set<BoardWatcher>()
  readonly #readers = new Set<BoardReader>()
  readonly #strokes = new StrokeBuffer()
  #replica = new Replica(decodeBoardPng)
  #partial: PartialBoard | null = null
  /** Highest batch number sent on this socket; undefined while the board accepts none. */
  #sent: number | undefined
  /** End of the member's first day, by `performance.now()`. */
  #newUntil = 0
  #onLeave: (() => void)[] = []

  constructor(userId: number) {
    super(NO_BOARD, { lingerMs: 0, replyTimeoutMs: REPLY_TIMEOUT_MS })
    this.#unsent = new UnsentBatches(userId)
    this.room = {
      path: BOARD_SOCKET_PATH,
      channel: 'whiteboard',
      auth: (chatId) => {
        const { client, number } = this.#replica
        return { type: 'auth', chatId, board: 0, userId, client, last: number }
      },
      events: boardServerEvent,
      isAdmission: ({ type }) => type === 'client',
    }
  }

  /** Reports changed pixels, scrolls and refusals until the returned function is called. */
  watch(watcher: BoardWatcher): () => void {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  /** Reports every flush and every replaced board until the returned function is called. */
  readonly read = (reader: BoardReader): (() => void) => {
    this.#readers.add(reader)
    return () => this.#readers.delete(reader)
  }

  /** Shows a board without some members' marks until the shared board is replaced; null shows the whole board. */
  showPartial(partial: PartialBoard | null): void {
    this.#partial = partial
    this.#updateLayer(null)
  }

  /** Describes what the pixels of `layer` show now. */
  get shown(): ShownBoard {
    const { number = 0, client = null, outgoing } = this.#replica
    const hasUnconfirmed = outgoing.length > 0 || !this.#strokes.isEmpty
    return { number, hidden: this.#partial?.clients ?? null, unconfirmed: hasUnconfirmed ? client : null }
  }

  get shiftIndex(): number {
    return this.#replica.shiftIndex
  }

  /** Draws at once in this tab, and within a quarter of a second for everyone. */
  draw(pen: Pen, commands: readonly DrawCommand[]): void {
    if (commands.length === 0) return
    this.layer.add(this.#strokes.add(pen, commands))
    if (this.#strokes.isFull) this.saveUnsent()
    this.#notifyPixels()
  }

  /** Colour at a position as 0xrrggbb, or null off the board. */
  colourAt({ x, y }: Point): number | null {
    const [column, row] = [Math.floor(x), Math.floor(y)]
    if (column < 0 || row < 0 || column >= BOARD.width || row >= BOARD.height) return null
    const pixel = this.layer.pixels[row * BOARD.width + column] ?? 0
    return ((pixel & 0xff) << 16) | (pixel & 0xff00) | ((pixel >> 16) & 0xff)
  }

  /** Connects once it is known whether this tab owns the browser's unsent batches. */
  protected override onEnter(): void {
    const release = this.#unsent.acquire(() => {
      this.#replica = new Replica(decodeBoardPng, this.#unsent.read())
      this.connect()
      this.expectReply(this.#replica.outgoing.length > 0)
      const ticks = setInterval(() => this.#tick(), BOARD_FLUSH_MS)
      this.#onLeave.push(() => clearInterval(ticks), this.#checkRegularly())
    })
    this.#onLeave.push(release)
  }

  protected override onLeave(): void {
    for (const end of this.#onLeave) end()
    this.#onLeave = []
  }

  protected override onConnection(connection: BoardState['connection']): void {
    if (connection.state !== 'open') this.#sent = undefined
    super.onConnection(connection)
  }

  protected override onBytes(bytes: ArrayBuffer): void {
    this.#replica.receivePicture(bytes)
  }

  protected override onEvents(events: BoardServerEvent[]): void {
    const info = events.find((event) => event.type === 'info')
    let slice: Int32Array | null = null
    for (const event of events) {
      if (event.type === 'commands') slice = this.#onCommands(event, info !== undefined) ?? slice
      else this.#onEvent(event)
    }
    const by = info ? info.animShiftX : slice && BOARD_SLICE_WIDTH
    if (by) for (const { onSlide } of this.#watchers) onSlide(by, slice)
    this.#send()
  }

  /** Turns buffered strokes into a batch, stores it, and sends the batches that the board accepts now. */
  protected override saveUnsent(): void {
    if (!this.#strokes.isEmpty) {
      const isFirst = this.#replica.outgoing.length === 0
      const { pen, commands } = this.#strokes.all
      this.#replica.add(commands, pen)
      this.#strokes.clear()
      this.#storeOutgoing()
      if (isFirst) this.expectReply(true)
    }
    this.#send()
  }

  #tick(): void {
    this.saveUnsent()
    const cursors = tickCursors(this.state().cursors)
    if (cursors !== this.state().cursors) this.setState({ cursors })
    if (this.state().isNew && performance.now() >= this.#newUntil) this.setState({ isNew: false })
  }

  /** Requests the board's hash every minute and when the page becomes visible. */
  #checkRegularly(): () => void {
    const check = () => {
      if (document.visibilityState === 'visible') this.send({ type: 'hash' })
    }
    const timer = setInterval(check, CHECK_MS)
    document.addEventListener('visibilitychange', check)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', check)
    }
  }

  #send(): void {
    if (this.#sent === undefined) return
    for (const batch of sendable(this.#replica.outgoing, this.#sent)) {
      if (!this.send(drawMessage(batch))) return
      this.#sent = batch.sequence
    }
  }

  #onAnswered(): void {
    this.expectReply(this.#replica.outgoing.length > 0)
    this.#storeOutgoing()
  }

  #storeOutgoing(): void {
    this.#unsent.write(this.#replica.client, this.#replica.outgoing)
  }

  #onEvent(event: Exclude<BoardServerEvent, EventOf<'commands'>>): void {
    const { outgoing } = this.#replica
    const hasChanged = this.#replica.receive(event)
    if (event.type === 'artists') {
      const named = event.artists.map(({ client, person }) => [client, person] as const)
      this.setState({ artists: new Map([...this.state().artists, ...named]) })
    }
    if (event.type === 'policy')
      this.setState({ policy: { frozen: event.frozen, excludesNewMembers: event.excludesNewMembers } })
    // A replica that differs from the board is reloaded.
    if (event.type === 'hash' && this.#replica.differsFrom(event)) this.send({ type: 'info' })
    if (event.type === 'nextShift') this.setState({ shift: { ...event, at: performance.now() } })
    if (event.type === 'client') this.#onClient(event)
    // Batches need the board's shift index, which `info` brings.
    if (event.type === 'info') this.#sent ??= 0
    if (event.type === 'refused') for (const { onRefused } of this.#watchers) onRefused(event.code)
    if (hasChanged) this.#onNewBoard()
    if (this.#replica.outgoing !== outgoing) this.#onAnswered()
    if (hasChanged || event.type === 'refused') this.#updateLayer(null)
  }

  #onClient({ untilDayOldMs }: EventOf<'client'>): void {
    this.#sent = undefined
    this.#newUntil = performance.now() + untilDayOldMs
    this.setState({ isNew: untilDayOldMs > 0 })
  }

  #onNewBoard(): void {
    this.#partial = null
    this.setState({ hasBoard: true })
    for (const { onBoard } of this.#readers) onBoard()
  }

  /** Applies a flush; returns the slice that it scrolls off the board, or null. */
  #onCommands(event: EventOf<'commands'>, isCatchUp: boolean): Int32Array | null {
    const commands = decodeCommands(event.text) ?? []
    const scrolls = commands.some((command) => command.do === 'fo')
    // Earlier strokes belong to the board before it moves.
    if (scrolls) this.saveUnsent()
    const slice = scrolls ? cutSlice(this.layer.pixels) : null
    const { outgoing } = this.#replica
    if (!this.#replica.receive(event)) return null
    if (this.#replica.outgoing !== outgoing) this.#onAnswered()
    for (const { onFlush } of this.#readers) onFlush(event.number, event.text)
    if (this.#partial) {
      const { board, clients } = this.#partial
      drawCommands(board, withoutMarks(commands, { clients, area: null }, { board, shiftIndex: 0 }))
    }
    // Flushes from before the entry do not show current positions.
    if (!isCatchUp) this.setState({ cursors: cursorsAfter(this.state().cursors, commands, this.#replica.client) })
    this.#updateLayer(commands)
    return slice
  }

  /** Updates the shown board after commands, or entirely, with own strokes on top. */
  #updateLayer(commands: Parameters<Layer['follow']>[1]): void {
    const { board, outgoing, shiftIndex } = this.#replica
    const above = outgoing.map((batch) => shiftCommands(shiftIndex, batch))
    const { pen, commands: buffered } = this.#strokes.all
    if (buffered.length > 0) above.push([...pen, ...buffered])
    this.layer.follow(this.#partial?.board ?? board, commands, above)
    this.#notifyPixels()
  }

  #notifyPixels(): void {
    for (const { onPixels } of this.#watchers) onPixels()
  }
}

import type WebSocket from 'ws'
import * as z from 'zod/mini'
import { decodeBoardPng } from '../../../contract/board/board-png.ts'
import { type DrawCommand, SUBPIXELS } from '../../../contract/socket/draw-commands.ts'
import {
  BOARD_SOCKET_PATH,
  type BoardClientMessage,
  type BoardServerEvent,
  boardServerEvent,
} from '../../../contract/socket/whiteboard-messages.ts'
import { drawMessage, type OutgoingBatch, Replica } from '../../../web/features/whiteboard/session/replica.ts'
import { type ChatMember, ticketOf } from '../chat/members.ts'
import { onEachFrame, openSocketTo } from '../open-socket.ts'

const frame = z.array(boardServerEvent)

/** Batches per connection: the board disconnects clients that send too many. */
const BATCHES_MAX = 40
/** Batches sent but not yet confirmed. */
const PENDING_MAX = 4

type ArtistOptions = {
  /** Returns a colour that is unique on the board. */
  nextMark: () => number
  /** Called once the client has entered and resent its pending batches. */
  onEntered: () => void
  onFrame: () => void
  /** Signs a ticket, where the test knows the site's secret, or requests one. Default: signs. */
  ticket?: (member: ChatMember) => Promise<string>
  /** Closes the connection once everything is confirmed: a proxy breaks only on traffic. */
  closesWhenDone?: boolean
}

/**
 * A member who draws like the page, over connections that break: unconfirmed batches are resent under their numbers,
 * and some confirmed ones too. Each batch has a unique colour, which identifies it in the log.
 */
export class BoardArtist {
  readonly replica = new Replica(decodeBoardPng)
  /** Colours of all batches. */
  readonly marks: number[] = []
  readonly closeCodes = new Set<number>()
  /** The latest hash that the board sent on this connection. */
  boardHash: Extract<BoardServerEvent, { type: 'hash' }> | null = null
  hasDiverged = false
  readonly #member: ChatMember
  readonly #options: ArtistOptions
  readonly #batches: OutgoingBatch[] = []
  #socket: WebSocket | null = null
  #draws = true
  #remaining = 0
  #isDone = false

  constructor(member: ChatMember, options: ArtistOptions) {
    this.#member = member
    this.#options = options
  }

  /** Connects, or reconnects, until the connection closes. @throws if no socket opens */
  async connectUntilClosed(origin: string, draws = true): Promise<void> {
    const socket = await openSocketTo(origin, BOARD_SOCKET_PATH, this.#member)
    this.#socket = socket
    this.#draws = draws
    this.#remaining = 0
    this.#isDone = false
    const closed = new Promise<number>((resolve) => socket.once('close', resolve))
    socket.on('error', () => socket.terminate())
    onEachFrame(socket, (data, isPicture) => this.#onMessage(data, isPicture))
    const { client, number: last } = this.replica
    const { ticket = ticketOf } = this.#options
    this.#send({ type: 'auth', chatId: await ticket(this.#member), board: 0, userId: this.#member.id, client, last })
    this.closeCodes.add(await closed)
    this.boardHash = null
  }

  requestHash(): void {
    this.#send({ type: 'hash' })
  }

  close(): void {
    this.#socket?.close(1000)
  }

  /** Breaks the connection without a close frame. */
  terminate(): void {
    this.#socket?.terminate()
  }

  #send(message: BoardClientMessage): void {
    this.#socket?.send(JSON.stringify(message))
  }

  #onMessage(data: Buffer, isPicture: boolean): void {
    if (isPicture) {
      this.replica.receivePicture(new Uint8Array(data).buffer)
      return
    }
    const events = frame.parse(JSON.parse(String(data)))
    for (const event of events) {
      this.replica.receive(event)
      if (event.type === 'hash') this.#compare(event)
    }
    if (events.some(({ type }) => type === 'info')) this.#enter()
    while (this.#remaining > 0 && this.replica.outgoing.length < PENDING_MAX) this.#draw()
    if (this.#options.closesWhenDone && this.#isDone && this.replica.outgoing.length === 0) this.close()
    this.#options.onFrame()
  }

  #compare(event: Extract<BoardServerEvent, { type: 'hash' }>): void {
    this.boardHash = event
    this.hasDiverged ||= this.replica.differsFrom(event)
  }

  /** Resends pending batches once or twice, and some confirmed ones; then continues drawing. */
  #enter(): void {
    for (const batch of this.replica.outgoing)
      for (let times = 1 + Math.round(Math.random()); times > 0; times--) this.#send(drawMessage(batch))
    const confirmed = this.#batches.filter((batch) => !this.replica.outgoing.includes(batch))
    for (const batch of confirmed.slice(-1 - Math.floor(Math.random() * 3))) this.#send(drawMessage(batch))
    this.#send({ type: 'hash' })
    this.#remaining = this.#draws ? BATCHES_MAX : 0
    this.#options.onEntered()
  }

  #draw(): void {
    this.#remaining--
    this.#isDone = this.#remaining === 0
    const mark = this.#options.nextMark()
    this.marks.push(mark)
    const pen: DrawCommand[] = [
      { do: 'scr', colour: mark },
      { do: 'slw', width: 4 * SUBPIXELS },
    ]
    const batch = this.replica.add([strokeOf(mark)], pen)
    this.#batches.push(batch)
    this.#send(drawMessage(batch))
  }
}

/** A short stroke at a place derived from the mark. */
function strokeOf(mark: number): DrawCommand {
  const [x, y] = [((mark * 97) % 650) * SUBPIXELS, ((mark * 61) % 500) * SUBPIXELS]
  const step = 12 * SUBPIXELS
  return { do: 'dqc', x, y, cx: x + step, cy: y, x2: x + step, y2: y + step }
}

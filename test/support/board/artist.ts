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
import { eachFrame, openSocketAt } from '../chat/socket.ts'

const frame = z.array(boardServerEvent)

/** Batches of one connection: a listener's frames are counted, and whoever sends too many is cut by the board itself. */
const BATCHES_MAX = 40
/** So many batches are on their way at once. */
const ON_THEIR_WAY = 4

type Surroundings = {
  /** A colour that nothing else on the board has. */
  nextMark: () => number
  /** They are in, and have said again what waits. */
  onEntered: () => void
  /** Something was heard. */
  onHeard: () => void
  /** A ticket for the board: one of their own, where they know what a site signs them with, or one that it gives them. */
  ticket?: (who: ChatMember) => Promise<string>
  /** Whether they go when all that they may draw on a connection stands: a line on which nothing is said would not break. */
  goesWhenDone?: boolean
}

/**
 * A member who draws as a page does, on lines that break: what was not heard of is sent again under its number, and some of
 * what was heard of too. Each batch has a colour of its own, by which it is found in the log.
 */
export class BoardArtist {
  readonly replica = new Replica(decodeBoardPng)
  /** The colours of all that was drawn. */
  readonly marks: number[] = []
  /** With which codes sockets were closed. */
  readonly closedWith = new Set<number>()
  /** The last hash that the board told of itself on this socket, and whether any that it told was another than theirs. */
  told: Extract<BoardServerEvent, { type: 'hash' }> | null = null
  hasDiffered = false
  readonly #who: ChatMember
  readonly #around: Surroundings
  readonly #drawn: OutgoingBatch[] = []
  #socket: WebSocket | null = null
  #draws = true
  #mayDraw = 0
  /** Whether they have drawn on this connection all that they may. */
  #hasDrawn = false

  constructor(who: ChatMember, around: Surroundings) {
    this.#who = who
    this.#around = around
  }

  /** Comes to the board, or back, until the line breaks; only looks where `draws` is false. @throws where none opens */
  async stay(origin: string, draws = true): Promise<void> {
    const socket = await openSocketAt(origin, BOARD_SOCKET_PATH, this.#who)
    this.#socket = socket
    this.#draws = draws
    this.#mayDraw = 0
    this.#hasDrawn = false
    const closed = new Promise<number>((resolve) => socket.once('close', resolve))
    socket.on('error', () => socket.terminate())
    eachFrame(socket, (data, isPicture) => this.#hear(data, isPicture))
    const { client, number: last } = this.replica
    const { ticket = ticketOf } = this.#around
    this.#say({ type: 'auth', chatId: await ticket(this.#who), board: 0, userId: this.#who.id, client, last })
    this.closedWith.add(await closed)
    this.told = null
  }

  /** Asks the board for its hash. */
  askHash(): void {
    this.#say({ type: 'hash' })
  }

  leave(): void {
    this.#socket?.close(1000)
  }

  /** Breaks the line, as if it had broken by itself. */
  hangUp(): void {
    this.#socket?.terminate()
  }

  #say(message: BoardClientMessage): void {
    this.#socket?.send(JSON.stringify(message))
  }

  #hear(data: Buffer, isPicture: boolean): void {
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
    while (this.#mayDraw > 0 && this.replica.outgoing.length < ON_THEIR_WAY) this.#draw()
    if (this.#around.goesWhenDone && this.#hasDrawn && this.replica.outgoing.length === 0) this.leave()
    this.#around.onHeard()
  }

  #compare(told: Extract<BoardServerEvent, { type: 'hash' }>): void {
    this.told = told
    this.hasDiffered ||= this.replica.differsFrom(told)
  }

  /** Says again what waits, once or twice, and then something that stands already; draws on after that. */
  #enter(): void {
    for (const batch of this.replica.outgoing)
      for (let times = 1 + Math.round(Math.random()); times > 0; times--) this.#say(drawMessage(batch))
    const stood = this.#drawn.filter((batch) => !this.replica.outgoing.includes(batch))
    for (const batch of stood.slice(-1 - Math.floor(Math.random() * 3))) this.#say(drawMessage(batch))
    this.#say({ type: 'hash' })
    this.#mayDraw = this.#draws ? BATCHES_MAX : 0
    this.#around.onEntered()
  }

  #draw(): void {
    this.#mayDraw--
    this.#hasDrawn = this.#mayDraw === 0
    const mark = this.#around.nextMark()
    this.marks.push(mark)
    const pen: DrawCommand[] = [
      { do: 'scr', colour: mark },
      { do: 'slw', width: 4 * SUBPIXELS },
    ]
    const batch = this.replica.add([strokeOf(mark)], pen)
    this.#drawn.push(batch)
    this.#say(drawMessage(batch))
  }
}

/** A short stroke somewhere on the board, by its mark. */
function strokeOf(mark: number): DrawCommand {
  const [x, y] = [((mark * 97) % 650) * SUBPIXELS, ((mark * 61) % 500) * SUBPIXELS]
  const step = 12 * SUBPIXELS
  return { do: 'dqc', x, y, cx: x + step, cy: y, x2: x + step, y2: y + step }
}

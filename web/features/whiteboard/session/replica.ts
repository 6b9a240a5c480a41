import { type Board, blankBoard, boardOf, draw } from '../../../../contract/board/board.ts'
import { hashOf } from '../../../../contract/board/hash.ts'
import {
  type BoardCommand,
  type DrawnCommand,
  decodeCommands,
  encodeCommands,
} from '../../../../contract/socket/whiteboard.ts'
import type { BoardClientMessage, BoardServerEvent } from '../../../../contract/socket/whiteboard-messages.ts'

/** What was drawn here and is not yet known to stand on the board. */
export type OutgoingBatch = { sequence: number; shiftIndex: number; commands: readonly DrawnCommand[] }

/** What a client had drawn that is not known to stand, oldest first. */
export type StoredBatches = { client: number; outgoing: readonly OutgoingBatch[] }

/** What an event changed: the whole board, or what these commands drew. */
export type Change = { what: 'board' } | { what: 'commands'; commands: readonly BoardCommand[] }

type DrawMessage = Extract<BoardClientMessage, { type: 'draw' }>

/**
 * The whiteboard as this client knows it: the pixels after the last flush that it was told of, and what it drew since that
 * has not come back. It draws what it is told, in the order in which it is told, and nothing else.
 */
export class Replica {
  readonly #pixelsOf: (picture: Uint8Array) => Int32Array
  board: Board = blankBoard()
  /** The last flush that is on the board; undefined before there was one. */
  number: number | undefined
  shiftIndex = 0
  client: number | undefined
  /** Oldest first. */
  outgoing: readonly OutgoingBatch[] = []
  #picture: Uint8Array | null = null
  #sequence = 0

  /** `pixelsOf` reads the picture of a board; `kept` is what was drawn before, and as which client. */
  constructor(pixelsOf: (picture: Uint8Array) => Int32Array, stored?: StoredBatches) {
    this.#pixelsOf = pixelsOf
    if (!stored) return
    this.client = stored.client
    this.outgoing = stored.outgoing
    this.#sequence = stored.outgoing.at(-1)?.sequence ?? 0
  }

  /** A picture, which belongs to the event that follows. */
  receivePicture(bytes: ArrayBuffer): void {
    this.#picture = new Uint8Array(bytes)
  }

  receive(event: BoardServerEvent): Change | null {
    if (event.type === 'client') this.#onClient(event.client, event.sequence)
    if (event.type === 'info') this.#dropAfter(event.shiftIndex)
    if (event.type === 'refused') this.outgoing = this.outgoing.filter(({ sequence }) => sequence !== event.sequence)
    if (event.type === 'snapshot') return this.#loadSnapshot(event)
    return event.type === 'commands' ? this.#applyCommands(event) : null
  }

  #onClient(client: number, sequence: number): void {
    if (client !== this.client) {
      // Another client's numbers: what waits is numbered anew, after what that one has.
      this.outgoing = this.outgoing.map((batch, index) => ({ ...batch, sequence: sequence + index + 1 }))
      this.#sequence = sequence + this.outgoing.length
    }
    this.client = client
    this.#dropUpTo(sequence)
    this.#sequence = Math.max(this.#sequence, sequence)
  }

  /**
   * A board that has moved less often than what waits was begun anew, and has no place for it. How often this one has moved
   * is counted by what is drawn on it alone: `info` is ahead of what follows it.
   */
  #dropAfter(shiftIndex: number): void {
    if (this.outgoing.some((batch) => batch.shiftIndex > shiftIndex))
      this.outgoing = this.outgoing.filter((batch) => batch.shiftIndex <= shiftIndex)
  }

  #loadSnapshot({ number, shiftIndex, pens }: Extract<BoardServerEvent, { type: 'snapshot' }>): Change {
    if (!this.#picture) throw new Error('a snapshot came without its picture')
    this.board = boardOf(this.#pixelsOf(this.#picture))
    this.#picture = null
    draw(this.board, decodeCommands(pens) ?? [])
    this.number = number
    this.shiftIndex = shiftIndex
    return { what: 'board' }
  }

  #applyCommands({ number, text, drawn }: Extract<BoardServerEvent, { type: 'commands' }>): Change | null {
    if (number <= (this.number ?? 0)) return null
    const commands = decodeCommands(text) ?? []
    draw(this.board, commands)
    this.number = number
    this.shiftIndex += commands.filter((command) => command.do === 'fo').length
    const mine = drawn.findIndex((client, at) => at % 2 === 0 && client === this.client)
    if (mine >= 0) this.#dropUpTo(drawn[mine + 1] ?? 0)
    return { what: 'commands', commands }
  }

  #dropUpTo(upTo: number): void {
    if (this.outgoing.some(({ sequence }) => sequence <= upTo))
      this.outgoing = this.outgoing.filter(({ sequence }) => sequence > upTo)
  }

  /**
   * Takes up what was drawn here while the board stood as it stands; `pen` says the colour and width that it begins with.
   */
  add(commands: readonly DrawnCommand[], pen: readonly DrawnCommand[]): OutgoingBatch {
    const batch = { sequence: ++this.#sequence, shiftIndex: this.shiftIndex, commands: [...pen, ...commands] }
    this.outgoing = [...this.outgoing, batch]
    return batch
  }

  hash(): number {
    return hashOf(this.board.pixels)
  }

  /** Whether this board is another than the one that the hash is of, after the same flush. */
  differsFrom({ number, hash }: Extract<BoardServerEvent, { type: 'hash' }>): boolean {
    return this.number === number && this.hash() !== hash
  }
}

/** The message that brings a batch to the board. */
export function drawMessage({ sequence, shiftIndex, commands }: OutgoingBatch): DrawMessage {
  return { type: 'draw', sequence, shiftIndex, commands: encodeCommands(commands) }
}

import { type BoardCanvas, blankBoard, boardFromPixels, drawCommands } from '../../../../contract/board/board.ts'
import { hashPixels } from '../../../../contract/board/hash.ts'
import { type DrawCommand, decodeCommands, encodeCommands } from '../../../../contract/socket/draw-commands.ts'
import type { BoardClientMessage, BoardServerEvent } from '../../../../contract/socket/whiteboard-messages.ts'

/** An own batch that the board has not confirmed. */
export type OutgoingBatch = { sequence: number; shiftIndex: number; commands: readonly DrawCommand[] }

export type StoredBatches = { client: number; outgoing: readonly OutgoingBatch[] }

type DrawMessage = Extract<BoardClientMessage, { type: 'draw' }>

/**
 * This client's copy of the whiteboard: the board after the last received flush, and own unconfirmed batches. Events
 * are applied in the order of arrival.
 */
export class Replica {
  readonly #decodePicture: (picture: Uint8Array) => Int32Array
  board: BoardCanvas = blankBoard()
  /** Number of the last applied flush; undefined before the first. */
  number: number | undefined
  shiftIndex = 0
  client: number | undefined
  outgoing: readonly OutgoingBatch[] = []
  #picture: Uint8Array | null = null
  #sequence = 0

  /** `decodePicture` returns the pixels of a board's picture; `stored` are batches of an earlier visit. */
  constructor(decodePicture: (picture: Uint8Array) => Int32Array, stored?: StoredBatches) {
    this.#decodePicture = decodePicture
    if (!stored) return
    this.client = stored.client
    this.outgoing = stored.outgoing
    this.#sequence = stored.outgoing.at(-1)?.sequence ?? 0
  }

  /** The picture precedes its snapshot event. */
  receivePicture(bytes: ArrayBuffer): void {
    this.#picture = new Uint8Array(bytes)
  }

  /** Applies an event; true when it changed the board. */
  receive(event: BoardServerEvent): boolean {
    if (event.type === 'client') this.#onClient(event.client, event.sequence)
    if (event.type === 'info') this.#dropAfter(event.shiftIndex)
    if (event.type === 'refused') this.outgoing = this.outgoing.filter(({ sequence }) => sequence !== event.sequence)
    if (event.type === 'snapshot') this.#loadSnapshot(event)
    return event.type === 'snapshot' || (event.type === 'commands' && this.#applyCommands(event))
  }

  #onClient(client: number, sequence: number): void {
    if (client !== this.client) {
      // A new client has its own numbers: outgoing batches are renumbered after its last one.
      this.outgoing = this.outgoing.map((batch, index) => ({ ...batch, sequence: sequence + index + 1 }))
      this.#sequence = sequence + this.outgoing.length
    }
    this.client = client
    this.#dropUpTo(sequence)
    this.#sequence = Math.max(this.#sequence, sequence)
  }

  /**
   * Drops batches drawn before the board was reset, whose shift index is higher. The replica's own index counts applied
   * commands, because `info` runs ahead of them.
   */
  #dropAfter(shiftIndex: number): void {
    if (this.outgoing.some((batch) => batch.shiftIndex > shiftIndex))
      this.outgoing = this.outgoing.filter((batch) => batch.shiftIndex <= shiftIndex)
  }

  #loadSnapshot({ number, shiftIndex, pens }: Extract<BoardServerEvent, { type: 'snapshot' }>): void {
    if (!this.#picture) throw new Error('a snapshot came without its picture')
    this.board = boardFromPixels(this.#decodePicture(this.#picture))
    this.#picture = null
    drawCommands(this.board, decodeCommands(pens) ?? [])
    this.number = number
    this.shiftIndex = shiftIndex
  }

  #applyCommands({ number, text, drawn }: Extract<BoardServerEvent, { type: 'commands' }>): boolean {
    if (number <= (this.number ?? 0)) return false
    const commands = decodeCommands(text) ?? []
    drawCommands(this.board, commands)
    this.number = number
    this.shiftIndex += commands.filter((command) => command.do === 'fo').length
    const ownIndex = drawn.findIndex((client, at) => at % 2 === 0 && client === this.client)
    if (ownIndex >= 0) this.#dropUpTo(drawn[ownIndex + 1] ?? 0)
    return true
  }

  #dropUpTo(upTo: number): void {
    if (this.outgoing.some(({ sequence }) => sequence <= upTo))
      this.outgoing = this.outgoing.filter(({ sequence }) => sequence > upTo)
  }

  /** Adds a batch drawn on the current board; `pen` sets its first colour and width. */
  add(commands: readonly DrawCommand[], pen: readonly DrawCommand[]): OutgoingBatch {
    const batch = { sequence: ++this.#sequence, shiftIndex: this.shiftIndex, commands: [...pen, ...commands] }
    this.outgoing = [...this.outgoing, batch]
    return batch
  }

  hash(): number {
    return hashPixels(this.board.pixels)
  }

  /** True when the server's hash of the same flush differs. */
  differsFrom({ number, hash }: Extract<BoardServerEvent, { type: 'hash' }>): boolean {
    return this.number === number && this.hash() !== hash
  }
}

export function drawMessage({ sequence, shiftIndex, commands }: OutgoingBatch): DrawMessage {
  return { type: 'draw', sequence, shiftIndex, commands: encodeCommands(commands) }
}

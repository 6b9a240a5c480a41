import { type BoardCanvas, blankBoard, boardFromPixels, drawCommands } from '../../../../contract/board/board.ts'
import { hashPixels } from '../../../../contract/board/hash.ts'
import {
  type BoardCommand,
  type DrawCommand,
  decodeCommands,
  encodeCommands,
} from '../../../../contract/socket/draw-commands.ts'
import type { BoardClientMessage, BoardServerEvent } from '../../../../contract/socket/whiteboard-messages.ts'

/** A batch drawn here that the board has not acknowledged. */
export type OutgoingBatch = { sequence: number; shiftIndex: number; commands: readonly DrawCommand[] }

/** Stored batches of a client, oldest first. */
export type StoredBatches = { client: number; outgoing: readonly OutgoingBatch[] }

/** Result of an event: the whole board changed, or these commands were drawn. */
export type Change = { what: 'board' } | { what: 'commands'; commands: readonly BoardCommand[] }

type DrawMessage = Extract<BoardClientMessage, { type: 'draw' }>

/**
 * This client's copy of the whiteboard: the board after the last received flush, and own batches that the board has not
 * acknowledged. It applies events in the order of arrival.
 */
export class Replica {
  readonly #pixelsOf: (picture: Uint8Array) => Int32Array
  board: BoardCanvas = blankBoard()
  /** The last applied flush; undefined before the first. */
  number: number | undefined
  shiftIndex = 0
  client: number | undefined
  /** Oldest first. */
  outgoing: readonly OutgoingBatch[] = []
  #picture: Uint8Array | null = null
  #sequence = 0

  /** `pixelsOf` decodes the picture of a board; `stored` are batches from an earlier visit. */
  constructor(pixelsOf: (picture: Uint8Array) => Int32Array, stored?: StoredBatches) {
    this.#pixelsOf = pixelsOf
    if (!stored) return
    this.client = stored.client
    this.outgoing = stored.outgoing
    this.#sequence = stored.outgoing.at(-1)?.sequence ?? 0
  }

  /** Receives the picture of the snapshot event that follows. */
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
      // A new client has its own numbers: outgoing batches are renumbered after its last one.
      this.outgoing = this.outgoing.map((batch, index) => ({ ...batch, sequence: sequence + index + 1 }))
      this.#sequence = sequence + this.outgoing.length
    }
    this.client = client
    this.#dropUpTo(sequence)
    this.#sequence = Math.max(this.#sequence, sequence)
  }

  /**
   * Drops batches of a board that was reset since, whose shift index is lower. The replica's own index counts applied
   * commands, because `info` runs ahead of them.
   */
  #dropAfter(shiftIndex: number): void {
    if (this.outgoing.some((batch) => batch.shiftIndex > shiftIndex))
      this.outgoing = this.outgoing.filter((batch) => batch.shiftIndex <= shiftIndex)
  }

  #loadSnapshot({ number, shiftIndex, pens }: Extract<BoardServerEvent, { type: 'snapshot' }>): Change {
    if (!this.#picture) throw new Error('a snapshot came without its picture')
    this.board = boardFromPixels(this.#pixelsOf(this.#picture))
    this.#picture = null
    drawCommands(this.board, decodeCommands(pens) ?? [])
    this.number = number
    this.shiftIndex = shiftIndex
    return { what: 'board' }
  }

  #applyCommands({ number, text, drawn }: Extract<BoardServerEvent, { type: 'commands' }>): Change | null {
    if (number <= (this.number ?? 0)) return null
    const commands = decodeCommands(text) ?? []
    drawCommands(this.board, commands)
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

  /** Adds a batch drawn on the current board; `pen` sets the colour and width that it begins with. */
  add(commands: readonly DrawCommand[], pen: readonly DrawCommand[]): OutgoingBatch {
    const batch = { sequence: ++this.#sequence, shiftIndex: this.shiftIndex, commands: [...pen, ...commands] }
    this.outgoing = [...this.outgoing, batch]
    return batch
  }

  hash(): number {
    return hashPixels(this.board.pixels)
  }

  /** True when the server's hash of the same flush differs from this board's. */
  differsFrom({ number, hash }: Extract<BoardServerEvent, { type: 'hash' }>): boolean {
    return this.number === number && this.hash() !== hash
  }
}

/** Returns the message that sends a batch. */
export function drawMessage({ sequence, shiftIndex, commands }: OutgoingBatch): DrawMessage {
  return { type: 'draw', sequence, shiftIndex, commands: encodeCommands(commands) }
}

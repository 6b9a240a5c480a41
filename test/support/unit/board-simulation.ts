import fc from 'fast-check'
import { BOARD_DAY_DRAWING, BOARD_DRAWING } from '../../../contract/limits.ts'
import type { DrawCommand } from '../../../contract/socket/draw-commands.ts'
import type { BoardClientMessage, BoardServerEvent } from '../../../contract/socket/whiteboard-messages.ts'
import { TokenBucket } from '../../../durable-objects/realtime/TokenBucket.ts'
import { BoardRaster, type PictureCodec } from '../../../durable-objects/whiteboard/BoardRaster.ts'
import { SCROLL_INTERVAL_MS } from '../../../durable-objects/whiteboard/clock.ts'
import {
  type Batch,
  type BoardSnapshot,
  commandsEvent,
  type DrawState,
  decideBatch,
  type Flush,
  type LogHead,
  nextFlush,
} from '../../../durable-objects/whiteboard/core.ts'
import { drawMessage, type OutgoingBatch, Replica } from '../../../web/features/whiteboard/session/replica.ts'

type Draw = Extract<BoardClientMessage, { type: 'draw' }>
type IncomingEvent = BoardServerEvent | { type: 'picture'; bytes: ArrayBuffer }

/** Raw pixels instead of PNG, for speed. Decoding copies them, so clients share the bytes. */
export const RAW_PICTURES: PictureCodec = {
  encode: async (pixels) => new Uint8Array(new Int32Array(pixels).buffer),
  decode: (picture) => new Int32Array(picture.slice().buffer),
}

const MEMBER = { id: 1, nickname: 'Mira', avatar: null, flags: '', registeredAt: 0 }

/** Sent by a client with its first batch of each connection. */
const WIDTH: DrawCommand = { do: 'slw', width: 2000 }

function withWidth(batch: OutgoingBatch): OutgoingBatch {
  const [mark, second, ...others] = batch.commands
  return mark && second !== WIDTH
    ? { ...batch, commands: [mark, WIDTH, ...(second ? [second] : []), ...others] }
    : batch
}

/** A drawing client. Its connection loses nothing until it is cut, and then everything in transit. */
class Client {
  readonly replica = new Replica(RAW_PICTURES.decode)
  isConnected = false
  /** Waits for the snapshot in progress instead of flushes. */
  isWaiting = false
  sendsWidth = true
  outgoing: Draw[] = []
  incoming: IncomingEvent[] = []

  receive(event: IncomingEvent): void {
    if (event.type === 'picture') this.replica.receivePicture(event.bytes)
    else this.replica.receive(event)
    // Only this event shows which batches were stored before the disconnect.
    if (event.type !== 'client') return
    this.replica.outgoing = this.replica.outgoing.map((batch, index) => (index === 0 ? withWidth(batch) : batch))
    this.outgoing = this.replica.outgoing.map(drawMessage)
    this.sendsWidth = this.replica.outgoing.length === 0
  }

  disconnect(): void {
    this.isConnected = false
    this.isWaiting = false
    this.outgoing = []
    this.incoming = []
  }
}

/** The board's core between a persistent log and clients with unreliable connections, with a simulated clock. */
export class BoardSimulation {
  readonly flushes: Flush[] = []
  readonly clients: Client[]
  #snapshot: BoardSnapshot | null = null
  #making: Promise<BoardSnapshot> | null = null
  #lastClient = 0
  #head: LogHead = { number: 0, shiftIndex: 0, clock: { drawnMs: 0, at: 0 } }
  #queued: Batch[] = []
  #drawStates = new Map<number, DrawState>()
  #raster = this.#newRaster()
  #now = 0
  #marks = 0

  constructor(clients: number) {
    this.clients = Array.from({ length: clients }, () => new Client())
    for (const index of [0, 1, 2]) this.connect(index)
    for (const index of [0, 1, 2]) this.deliver(index, 2)
  }

  #newRaster(): BoardRaster {
    const flushesAfter = (number: number) => this.flushes.slice(number)
    return new BoardRaster({ snapshot: () => this.#snapshot, flushesAfter }, RAW_PICTURES)
  }

  #client(index: number): Client {
    return this.clients[index % this.clients.length] as Client
  }

  #storedSequence(client: number): number {
    const drawn = this.flushes.flatMap((flush) => flush.drawn.filter(([id]) => id === client))
    return Math.max(0, ...drawn.map(([, sequence]) => sequence))
  }

  connect(index: number): void {
    const client = this.#client(index)
    if (client.isConnected) return
    const { replica } = client
    const id = replica.client ?? ++this.#lastClient
    this.flush()
    client.isConnected = true
    this.#drawStates.set(id, { ...this.#drawStateOf(id), hasPen: false })
    client.incoming.push({ type: 'client', client: id, sequence: this.#storedSequence(id), untilDayOldMs: 0 })
    client.isWaiting = this.#making !== null
    if (!client.isWaiting) this.#sendBoard(client)
  }

  #sendBoard({ replica, incoming }: Client): void {
    const { shiftIndex } = this.#head
    incoming.push({ type: 'info', shiftIndex, animShiftX: 0, width: 700, height: 525 })
    const knows = replica.number !== undefined && replica.number >= (this.#snapshot?.number ?? 0)
    const snapshot = knows ? null : this.#snapshot
    if (snapshot) {
      const { picture, ...fields } = snapshot
      incoming.push({ type: 'picture', bytes: picture.buffer as ArrayBuffer }, { type: 'snapshot', ...fields })
    }
    for (const flush of this.flushes.slice(snapshot?.number ?? replica.number ?? 0)) incoming.push(commandsEvent(flush))
  }

  disconnect(index: number): void {
    this.#client(index).disconnect()
  }

  /** Draws with a unique colour. */
  draw(index: number, commands: readonly DrawCommand[]): void {
    const client = this.#client(index)
    if (client.replica.client === undefined) return
    const mark: DrawCommand = { do: 'scr', colour: ++this.#marks }
    const batch = client.replica.add(commands, client.sendsWidth ? [mark, WIDTH] : [mark])
    client.sendsWidth = false
    if (client.isConnected && client.incoming.every(({ type }) => type !== 'client'))
      client.outgoing.push(drawMessage(batch))
  }

  /** The board processes some messages of a client. */
  read(index: number, messages: number): void {
    const client = this.#client(index)
    const id = client.replica.client ?? 0
    for (const draw of client.outgoing.splice(0, messages)) {
      const from = {
        client: id,
        member: MEMBER,
        drawState: this.#drawStateOf(id),
        bucket: new TokenBucket(BOARD_DRAWING),
        budget: new TokenBucket(BOARD_DAY_DRAWING),
      }
      const policy = { frozen: false, excludesNewMembers: false }
      const decision = decideBatch(draw, from, { shiftIndex: this.#head.shiftIndex, policy }, this.#now)
      if (decision.do === 'close') throw new Error(`closed: ${decision.refusal[1]}`)
      if (decision.do !== 'draw') continue
      this.#drawStates.set(id, decision.drawState)
      this.#queued.push(decision.batch)
    }
  }

  #drawStateOf(id: number): DrawState {
    return this.#drawStates.get(id) ?? { sequence: this.#storedSequence(id), hasPen: this.#raster.hasPen(id) }
  }

  deliver(index: number, events: number): void {
    const client = this.#client(index)
    for (const event of client.incoming.splice(0, events)) client.receive(event)
  }

  flush(): void {
    this.#now += 250
    if (this.#queued.length > 0) this.#flush()
  }

  /** Advances the drawing clock so that the next flush scrolls the board. */
  scroll(): void {
    this.#head = { ...this.#head, clock: { drawnMs: SCROLL_INTERVAL_MS, at: this.#now } }
    this.#flush()
  }

  #flush(): void {
    const { flush, commands, scroll } = nextFlush(this.#head, this.#queued, this.#now)
    this.#queued = []
    this.flushes.push(flush)
    this.#head = flush
    for (const client of this.clients)
      if (client.isConnected && !client.isWaiting) client.incoming.push(commandsEvent(flush))
    this.#raster.draw(flush.number, [...commands, ...scroll])
  }

  takeSnapshot(): void {
    if (this.#making) return
    const connected = this.clients.filter(({ isConnected }) => isConnected)
    const connectedClients = new Set(connected.flatMap(({ replica }) => replica.client ?? []))
    this.#making = this.#raster.snapshot(
      this.#head.shiftIndex,
      new Set([...connectedClients, ...this.#drawStates.keys()]),
    )
    for (const client of this.#drawStates.keys()) if (!connectedClients.has(client)) this.#drawStates.delete(client)
  }

  /** Stores the snapshot and sends the board to the clients that wait for it. */
  async keepSnapshot(): Promise<void> {
    if (!this.#making) return
    this.#snapshot = await this.#making
    this.#making = null
    this.flush()
    for (const client of this.clients.filter(({ isWaiting }) => isWaiting)) {
      client.isWaiting = false
      this.#sendBoard(client)
    }
  }

  /** The runtime is killed: unsaved state and all connections are lost. */
  kill(): void {
    for (const client of this.clients) client.disconnect()
    this.#queued = []
    this.#making = null
    this.#drawStates.clear()
    this.#raster = this.#newRaster()
  }

  /** The object hibernates; connections stay open. */
  sleep(): void {
    // An object does not hibernate during a snapshot.
    if (this.#making) return
    this.flush()
    this.#drawStates.clear()
    this.#raster = this.#newRaster()
  }

  /** Reconnects everyone and delivers everything in transit. */
  async settle(): Promise<void> {
    await this.keepSnapshot()
    for (const index of this.clients.keys()) this.connect(index)
    const isMoving = () => this.clients.some(({ outgoing, incoming }) => outgoing.length > 0 || incoming.length > 0)
    while (isMoving() || this.#queued.length > 0) {
      for (const index of this.clients.keys()) this.deliver(index, 1000)
      for (const index of this.clients.keys()) this.read(index, 1000)
      this.flush()
    }
  }

  /** True if all clients equal the board. */
  async hasConverged(): Promise<boolean> {
    const { picture } = await this.#raster.snapshot(0, new Set())
    return this.clients.every(({ replica }) => Buffer.from(replica.board.pixels.buffer).equals(picture))
  }

  /** Number of batches that clients believe unconfirmed. */
  pendingCount(): number {
    return this.clients.reduce((sum, { replica }) => sum + replica.outgoing.length, 0)
  }

  /** Number of occurrences of each batch in the log, in drawing order. */
  logCounts(): number[] {
    const log = `\n${this.flushes.map(({ text }) => text).join('')}`
    return Array.from({ length: this.#marks }, (_, mark) => log.split(`\nscr ${(mark + 1).toString(16)}\n`).length - 1)
  }
}

/** Favours two clients, because concurrent actions are the interesting ones. */
const index = fc.oneof({ weight: 3, arbitrary: fc.nat(2) }, { weight: 1, arbitrary: fc.nat(7) })
const some = fc.integer({ min: 1, max: 4 })

export type SimulationStep = (world: BoardSimulation) => void | Promise<void>

/** `strokes` generates the drawn commands. */
export function simulationStep(strokes: fc.Arbitrary<DrawCommand[]>): fc.Arbitrary<SimulationStep> {
  const named = (name: string, step: SimulationStep): SimulationStep => Object.assign(step, { toString: () => name })
  const alone = (step: 'flush' | 'scroll' | 'takeSnapshot' | 'keepSnapshot' | 'kill' | 'sleep') =>
    fc.constant(named(step, (world) => world[step]()))
  const step = (name: 'connect' | 'disconnect') => index.map((i) => named(`${name} ${i}`, (world) => world[name](i)))
  const moved = (name: 'read' | 'deliver') =>
    fc.tuple(index, some).map(([i, n]) => named(`${name} ${i} ${n}`, (world) => world[name](i, n)))
  return fc.oneof(
    { weight: 6, arbitrary: fc.tuple(index, strokes).map(([i, c]) => named(`draw ${i}`, (world) => world.draw(i, c))) },
    { weight: 3, arbitrary: step('connect') },
    { weight: 1, arbitrary: step('disconnect') },
    { weight: 5, arbitrary: moved('read') },
    { weight: 5, arbitrary: moved('deliver') },
    { weight: 4, arbitrary: alone('flush') },
    { weight: 1, arbitrary: alone('scroll') },
    { weight: 2, arbitrary: alone('takeSnapshot') },
    { weight: 2, arbitrary: alone('keepSnapshot') },
    { weight: 1, arbitrary: alone('kill') },
    { weight: 1, arbitrary: alone('sleep') },
  )
}

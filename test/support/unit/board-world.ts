import fc from 'fast-check'
import type { DrawCommand } from '../../../contract/socket/draw-commands.ts'
import type { BoardClientMessage, BoardServerEvent } from '../../../contract/socket/whiteboard-messages.ts'
import { TokenBucket } from '../../../durable-objects/realtime/TokenBucket.ts'
import { BoardRaster, type Pictures } from '../../../durable-objects/whiteboard/BoardRaster.ts'
import { SCROLL_MS } from '../../../durable-objects/whiteboard/clock.ts'
import {
  type Batch,
  commandsEvent,
  DRAWING,
  type Drawer,
  type Flush,
  judge,
  type LogHead,
  nextFlush,
  type Snapshot,
} from '../../../durable-objects/whiteboard/core.ts'
import { drawMessage, type OutgoingBatch, Replica } from '../../../web/features/whiteboard/session/replica.ts'

type Draw = Extract<BoardClientMessage, { type: 'draw' }>
type Heard = BoardServerEvent | { type: 'picture'; bytes: ArrayBuffer }

/** Pixels as they are: histories are many, and what PNG does is tested by itself. */
export const RAW: Pictures = {
  pictureOf: async (pixels) => new Uint8Array(new Int32Array(pixels).buffer),
  pixelsOf: (picture) => new Int32Array(picture.slice().buffer),
}

const MEMBER = { id: 1, nickname: 'Mira', avatar: null, flags: '', since: 0 }

/** Said by a client with its first batch each time that it comes in. */
const WIDTH: DrawCommand = { do: 'slw', width: 2000 }

function withWidth(batch: OutgoingBatch): OutgoingBatch {
  const [mark, second, ...others] = batch.commands
  return mark && second !== WIDTH
    ? { ...batch, commands: [mark, WIDTH, ...(second ? [second] : []), ...others] }
    : batch
}

/** One who draws, with a line to the board that loses nothing while it holds, and all that is on it when it is cut. */
class Client {
  readonly replica = new Replica(RAW.pixelsOf)
  isOn = false
  /** It is told no flushes, but the board once the snapshot that is being made is kept. */
  isWaiting = false
  saysWidth = true
  toBoard: Draw[] = []
  toClient: Heard[] = []

  hear(event: Heard): void {
    if (event.type === 'picture') this.replica.receivePicture(event.bytes)
    else this.replica.receive(event)
    // Only now is it known what came to stand while one was away.
    if (event.type !== 'client') return
    this.replica.outgoing = this.replica.outgoing.map((batch, index) => (index === 0 ? withWidth(batch) : batch))
    this.toBoard = this.replica.outgoing.map(drawMessage)
    this.saysWidth = this.replica.outgoing.length === 0
  }

  cut(): void {
    this.isOn = false
    this.isWaiting = false
    this.toBoard = []
    this.toClient = []
  }
}

/** The board's core between a log that stays and clients on lines that do not, at a clock of its own. */
export class BoardWorld {
  readonly flushes: Flush[] = []
  readonly clients: Client[]
  #snapshot: Snapshot | null = null
  #making: Promise<Snapshot> | null = null
  #lastClient = 0
  #head: LogHead = { number: 0, shiftIndex: 0, clock: { drawnMs: 0, at: 0 } }
  #gathered: Batch[] = []
  #drawers = new Map<number, Drawer>()
  #raster = this.#newRaster()
  #now = 0
  #marks = 0

  constructor(clients: number) {
    this.clients = Array.from({ length: clients }, () => new Client())
    for (const index of [0, 1, 2]) this.come(index)
    for (const index of [0, 1, 2]) this.hear(index, 2)
  }

  #newRaster(): BoardRaster {
    const flushesAfter = (number: number) => this.flushes.slice(number)
    return new BoardRaster({ snapshot: () => this.#snapshot, flushesAfter }, RAW)
  }

  #client(index: number): Client {
    return this.clients[index % this.clients.length] as Client
  }

  #keptSequence(client: number): number {
    const drawn = this.flushes.flatMap((flush) => flush.drawn.filter(([who]) => who === client))
    return Math.max(0, ...drawn.map(([, sequence]) => sequence))
  }

  come(index: number): void {
    const client = this.#client(index)
    if (client.isOn) return
    const { replica } = client
    const id = replica.client ?? ++this.#lastClient
    this.flush()
    client.isOn = true
    this.#drawers.set(id, { ...this.#drawerOf(id), hasPen: false })
    client.toClient.push({ type: 'client', client: id, sequence: this.#keptSequence(id), newForMs: 0 })
    client.isWaiting = this.#making !== null
    if (!client.isWaiting) this.#tellBoard(client)
  }

  #tellBoard({ replica, toClient }: Client): void {
    const { shiftIndex } = this.#head
    toClient.push({ type: 'info', shiftIndex, animShiftX: 0, width: 700, height: 525 })
    const knows = replica.number !== undefined && replica.number >= (this.#snapshot?.number ?? 0)
    const snapshot = knows ? null : this.#snapshot
    if (snapshot) {
      const { picture, ...words } = snapshot
      toClient.push({ type: 'picture', bytes: picture.slice().buffer }, { type: 'snapshot', ...words })
    }
    for (const flush of this.flushes.slice(snapshot?.number ?? replica.number ?? 0)) toClient.push(commandsEvent(flush))
  }

  cut(index: number): void {
    this.#client(index).cut()
  }

  /** Draws something with a colour that nothing else has. */
  draw(index: number, commands: readonly DrawCommand[]): void {
    const client = this.#client(index)
    if (client.replica.client === undefined) return
    const mark: DrawCommand = { do: 'scr', colour: ++this.#marks }
    const batch = client.replica.add(commands, client.saysWidth ? [mark, WIDTH] : [mark])
    client.saysWidth = false
    if (client.isOn && client.toClient.every(({ type }) => type !== 'client')) client.toBoard.push(drawMessage(batch))
  }

  /** The board reads what a client sent: as many messages. */
  read(index: number, messages: number): void {
    const client = this.#client(index)
    const id = client.replica.client ?? 0
    for (const draw of client.toBoard.splice(0, messages)) {
      const from = { client: id, member: MEMBER, drawer: this.#drawerOf(id), bucket: new TokenBucket(DRAWING) }
      const policy = { frozen: false, excludesNewMembers: false }
      const verdict = judge(draw, from, { shiftIndex: this.#head.shiftIndex, policy }, this.#now)
      if (verdict.do === 'close') throw new Error(`closed: ${verdict.refusal[1]}`)
      if (verdict.do !== 'draw') continue
      this.#drawers.set(id, verdict.drawer)
      this.#gathered.push(verdict.batch)
    }
  }

  #drawerOf(id: number): Drawer {
    return this.#drawers.get(id) ?? { sequence: this.#keptSequence(id), hasPen: this.#raster.hasPen(id) }
  }

  hear(index: number, events: number): void {
    const client = this.#client(index)
    for (const event of client.toClient.splice(0, events)) client.hear(event)
  }

  flush(): void {
    this.#now += 250
    if (this.#gathered.length > 0) this.#flush()
  }

  /** So long is drawn that the board scrolls with the next flush, which comes. */
  scroll(): void {
    this.#head = { ...this.#head, clock: { drawnMs: SCROLL_MS, at: this.#now } }
    this.#flush()
  }

  #flush(): void {
    const { flush, drawn, scroll } = nextFlush(this.#head, this.#gathered, this.#now)
    this.#gathered = []
    this.flushes.push(flush)
    this.#head = flush
    for (const client of this.clients) if (client.isOn && !client.isWaiting) client.toClient.push(commandsEvent(flush))
    this.#raster.draw(flush.number, [...drawn, ...scroll])
  }

  /** Begins a snapshot, unless one is being made. */
  takeSnapshot(): void {
    if (this.#making) return
    const here = new Set(this.clients.filter(({ isOn }) => isOn).map(({ replica }) => replica.client))
    const mayDraw = (client: number) => here.has(client) || this.#drawers.has(client)
    this.#making = this.#raster.snapshot(this.#head.shiftIndex, mayDraw)
    for (const client of this.#drawers.keys()) if (!here.has(client)) this.#drawers.delete(client)
  }

  /** The snapshot that is being made is kept, and who waits for it is told the board. */
  async keepSnapshot(): Promise<void> {
    if (!this.#making) return
    this.#snapshot = await this.#making
    this.#making = null
    this.flush()
    for (const client of this.clients.filter(({ isWaiting }) => isWaiting)) {
      client.isWaiting = false
      this.#tellBoard(client)
    }
  }

  /** The runtime dies: what was not kept is gone, and so are all lines. */
  kill(): void {
    for (const client of this.clients) client.cut()
    this.#gathered = []
    this.#making = null
    this.#drawers.clear()
    this.#raster = this.#newRaster()
  }

  /** The object is put out of memory between two messages, with everyone's lines as they are. */
  sleep(): void {
    // While a snapshot is made it is awake.
    if (this.#making) return
    this.flush()
    this.#drawers.clear()
    this.#raster = this.#newRaster()
  }

  /** Everyone comes back, and all that is on its way arrives. */
  async settle(): Promise<void> {
    await this.keepSnapshot()
    for (const index of this.clients.keys()) this.come(index)
    const isMoving = () => this.clients.some(({ toBoard, toClient }) => toBoard.length > 0 || toClient.length > 0)
    while (isMoving() || this.#gathered.length > 0) {
      for (const index of this.clients.keys()) this.hear(index, 1000)
      for (const index of this.clients.keys()) this.read(index, 1000)
      this.flush()
    }
  }

  /** Whether everyone has the board to the byte. */
  async isSame(): Promise<boolean> {
    const { picture } = await this.#raster.snapshot(0, () => false)
    return this.clients.every(({ replica }) => Buffer.from(replica.board.pixels.buffer).equals(picture))
  }

  /** What anyone believes is not on the board yet. */
  waiting(): number {
    return this.clients.reduce((sum, { replica }) => sum + replica.outgoing.length, 0)
  }

  /** How often each batch that was drawn stands in the log, in the order in which they were drawn. */
  standing(): number[] {
    const log = `\n${this.flushes.map(({ text }) => text).join('')}`
    return Array.from({ length: this.#marks }, (_, mark) => log.split(`\nscr ${(mark + 1).toString(16)}\n`).length - 1)
  }
}

/** Some do more than others: what two of them do at once is what is looked for. */
const index = fc.oneof({ weight: 3, arbitrary: fc.nat(2) }, { weight: 1, arbitrary: fc.nat(7) })
const some = fc.integer({ min: 1, max: 4 })

/** One thing that happens in a world. */
export type Happening = (world: BoardWorld) => void | Promise<void>

/** Things that happen in such a world; `strokes` is what is drawn. */
export function happening(strokes: fc.Arbitrary<DrawCommand[]>): fc.Arbitrary<Happening> {
  const named = (name: string, step: Happening): Happening => Object.assign(step, { toString: () => name })
  const alone = (step: 'flush' | 'scroll' | 'takeSnapshot' | 'keepSnapshot' | 'kill' | 'sleep') =>
    fc.constant(named(step, (world) => world[step]()))
  const step = (name: 'come' | 'cut') => index.map((i) => named(`${name} ${i}`, (world) => world[name](i)))
  const moved = (name: 'read' | 'hear') =>
    fc.tuple(index, some).map(([i, n]) => named(`${name} ${i} ${n}`, (world) => world[name](i, n)))
  return fc.oneof(
    { weight: 6, arbitrary: fc.tuple(index, strokes).map(([i, c]) => named(`draw ${i}`, (world) => world.draw(i, c))) },
    { weight: 3, arbitrary: step('come') },
    { weight: 1, arbitrary: step('cut') },
    { weight: 5, arbitrary: moved('read') },
    { weight: 5, arbitrary: moved('hear') },
    { weight: 4, arbitrary: alone('flush') },
    { weight: 1, arbitrary: alone('scroll') },
    { weight: 2, arbitrary: alone('takeSnapshot') },
    { weight: 2, arbitrary: alone('keepSnapshot') },
    { weight: 1, arbitrary: alone('kill') },
    { weight: 1, arbitrary: alone('sleep') },
  )
}

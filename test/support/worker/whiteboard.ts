import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { decodeBoardPng } from '../../../contract/board/board-png.ts'
import type { DrawCommand } from '../../../contract/socket/draw-commands.ts'
import {
  BOARD_SOCKET_PATH,
  type BoardClientMessage,
  type BoardServerEvent,
  boardServerEvent,
} from '../../../contract/socket/whiteboard-messages.ts'
import { drawMessage, Replica } from '../../../web/features/whiteboard/session/replica.ts'
import { ticketOf } from './chat.ts'
import { HeardSocket } from './heard-socket.ts'
import type { Person } from './people.ts'
import { ask } from './site.ts'

/** Leaves the board as if nobody had ever drawn on it. */
export async function emptyBoard(): Promise<void> {
  await runInDurableObject(theBoard(), (_board, { storage }) => {
    for (const table of ['flushes', 'snapshots', 'clients', 'slices', 'undo_log', 'key_values'])
      storage.sql.exec(`DELETE FROM ${table}`)
  })
  await evictDurableObject(theBoard(), { webSockets: 'close' })
}

type EventOf<Type extends BoardServerEvent['type']> = Extract<BoardServerEvent, { type: Type }>

/** Each batch says its pen: a client's first one has to. */
export const PEN: readonly DrawCommand[] = [
  { do: 'scr', colour: 0x2e6da4 },
  { do: 'slw', width: 1024 },
]

/** Someone at the whiteboard, with a board of their own that follows what they are told. */
export class BoardClient extends HeardSocket<BoardServerEvent> {
  readonly replica: Replica
  /** What it was told of who may draw, since it came. */
  readonly orders: EventOf<'policy'>[] = []
  /** Numbers of the snapshots and flushes that it was told since it came, in their order. */
  readonly told: number[] = []
  /** How many events of each kind it heard. */
  readonly counts = new Map<BoardServerEvent['type'], number>()

  constructor(socket: WebSocket, replica = new Replica(decodeBoardPng)) {
    super(socket)
    this.replica = replica
    socket.accept()
  }

  protected override hear(frame: string | ArrayBuffer): void {
    if (typeof frame !== 'string') this.replica.receivePicture(frame)
    else this.#hearEvents(JSON.parse(frame).map((raw: unknown) => boardServerEvent.parse(raw)))
  }

  #hearEvents(events: readonly BoardServerEvent[]): void {
    for (const event of events) {
      this.replica.receive(event)
      this.counts.set(event.type, (this.counts.get(event.type) ?? 0) + 1)
      if (event.type === 'policy') this.orders.push(event)
      if (event.type === 'snapshot' || event.type === 'commands') this.told.push(event.number)
    }
    this.keep(events)
  }

  send(message: BoardClientMessage): void {
    this.sendRaw(JSON.stringify(message))
  }

  /** Draws a batch, and waits until it stands. */
  async draw(...commands: DrawCommand[]): Promise<void> {
    const { sequence } = this.post(...commands)
    await this.until(() => this.replica.outgoing.every((own) => own.sequence > sequence) || undefined, 'what was drawn')
  }

  /** Draws a batch, and waits for nothing. */
  post(...commands: DrawCommand[]) {
    const batch = this.replica.add(commands, PEN)
    this.send(drawMessage(batch))
    return batch
  }

  /** The hash of the board by the board itself, at a number that this client has come to. */
  async boardHash(): Promise<number> {
    this.send({ type: 'hash' })
    const { hash, number } = await this.next('hash')
    await this.until(() => (this.replica.number ?? 0) >= number || undefined, 'the board')
    return hash
  }
}

export const theBoard = () => env.WHITEBOARD.getByName('0')

/** A socket of someone's, before they have said who they are. */
export async function openBoard(person: Person | null, replica?: Replica): Promise<BoardClient> {
  const reply = await ask(BOARD_SOCKET_PATH, { as: person, headers: { upgrade: 'websocket' } })
  if (!reply.webSocket) throw new Error(`answered ${reply.status}: ${await reply.text()}`)
  return new BoardClient(reply.webSocket, replica)
}

/** Someone comes to the board, or back with what they have of it; they have been told how it stands. */
export async function atBoard(person: Person, replica?: Replica): Promise<BoardClient> {
  const at = await openBoard(person, replica)
  const { client, number } = at.replica
  const before = { ...(client !== undefined && { client }), ...(number !== undefined && { last: number }) }
  at.send({ type: 'auth', chatId: await ticketOf(person, 'whiteboard'), board: 0, userId: person.id, ...before })
  await at.next('info')
  for (const batch of at.replica.outgoing) at.send(drawMessage(batch))
  return at
}

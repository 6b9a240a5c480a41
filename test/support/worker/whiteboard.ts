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
import type { Person } from './people.ts'
import { ORIGIN, requestJson, sendRequest } from './site.ts'
import { TestSocket } from './test-socket.ts'

/** Empties the board and closes its sockets. */
export async function resetBoard(): Promise<void> {
  await runInDurableObject(boardObject(), (_board, { storage }) => {
    for (const table of ['flushes', 'snapshots', 'clients', 'slices', 'undo_log', 'key_values', 'budgets'])
      storage.sql.exec(`DELETE FROM ${table}`)
  })
  await evictDurableObject(boardObject(), { webSockets: 'close' })
}

/** Reads JSON that the edge may have cached, as it is now. */
export async function readUncached<T>(path: string): Promise<T> {
  await caches.default.delete(`${ORIGIN}${path}`)
  return requestJson<T>(path)
}

type EventOf<Type extends BoardServerEvent['type']> = Extract<BoardServerEvent, { type: Type }>

/** A client's first batch must set its pen. */
export const PEN: readonly DrawCommand[] = [
  { do: 'scr', colour: 0x2e6da4 },
  { do: 'slw', width: 1024 },
]

/** A client with a replica of the board. */
export class BoardClient extends TestSocket<BoardServerEvent> {
  readonly replica: Replica
  /** Draw policies received. */
  readonly policies: EventOf<'policy'>[] = []
  /** Numbers of received snapshots and flushes, in order. */
  readonly receivedNumbers: number[] = []
  /** Received events by type. */
  readonly counts = new Map<BoardServerEvent['type'], number>()

  constructor(socket: WebSocket, replica = new Replica(decodeBoardPng)) {
    super(socket)
    this.replica = replica
    socket.accept()
  }

  protected override receiveFrame(frame: string | ArrayBuffer): void {
    if (typeof frame !== 'string') this.replica.receivePicture(frame)
    else this.#receiveEvents(JSON.parse(frame).map((raw: unknown) => boardServerEvent.parse(raw)))
  }

  #receiveEvents(events: readonly BoardServerEvent[]): void {
    for (const event of events) {
      this.replica.receive(event)
      this.counts.set(event.type, (this.counts.get(event.type) ?? 0) + 1)
      if (event.type === 'policy') this.policies.push(event)
      if (event.type === 'snapshot' || event.type === 'commands') this.receivedNumbers.push(event.number)
    }
    this.queueEvents(events)
  }

  send(message: BoardClientMessage): void {
    this.sendRaw(JSON.stringify(message))
  }

  /** Draws a batch and waits for its confirmation. */
  async draw(...commands: DrawCommand[]): Promise<void> {
    const { sequence } = this.drawWithoutWaiting(...commands)
    await this.until(() => this.replica.outgoing.every((own) => own.sequence > sequence) || undefined, 'what was drawn')
  }

  drawWithoutWaiting(...commands: DrawCommand[]) {
    const batch = this.replica.add(commands, PEN)
    this.send(drawMessage(batch))
    return batch
  }

  /** Requests the hash of the board, and waits until the replica includes the same flushes. */
  async boardHash(): Promise<number> {
    this.send({ type: 'hash' })
    const { hash, number } = await this.next('hash')
    await this.until(() => (this.replica.number ?? 0) >= number || undefined, 'the board')
    return hash
  }
}

export const boardObject = () => env.WHITEBOARD.getByName('0')

/** Opens a socket without `auth`. */
export async function openBoard(person: Person | null, replica?: Replica): Promise<BoardClient> {
  const reply = await sendRequest(BOARD_SOCKET_PATH, { as: person, headers: { upgrade: 'websocket' } })
  if (!reply.webSocket) throw new Error(`unexpected status ${reply.status}: ${await reply.text()}`)
  return new BoardClient(reply.webSocket, replica)
}

/** Connects, or reconnects with a replica, and waits for the board. */
export async function enterBoard(person: Person, replica?: Replica): Promise<BoardClient> {
  const opened = await openBoard(person, replica)
  const { client, number } = opened.replica
  const before = { ...(client !== undefined && { client }), ...(number !== undefined && { last: number }) }
  opened.send({ type: 'auth', chatId: await ticketOf(person, 'whiteboard'), board: 0, userId: person.id, ...before })
  await opened.next('info')
  for (const batch of opened.replica.outgoing) opened.send(drawMessage(batch))
  return opened
}

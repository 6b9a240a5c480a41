import { env } from 'cloudflare:workers'
import { type ReplayManifest, replayManifest } from '../../../contract/http/streams.ts'
import { decodeSegment } from '../../../contract/socket/replay-segment.ts'
import { decodeFrame, encodeFrame, type FrameKind, type StreamFrame } from '../../../contract/socket/stream-frame.ts'
import {
  type CodecConfig,
  type StreamClientMessage,
  type StreamLevel,
  type StreamServerEvent,
  streamServerEvent,
  streamSocketPath,
} from '../../../contract/socket/stream-messages.ts'
import { manifestKey, originName, segmentKey } from '../../../durable-objects/stream/stream.ts'
import { vp8Picture } from '../stream/pictures.ts'
import { oggSound } from '../stream/sounds.ts'
import { webpStill } from '../stream/stills.ts'
import { ticketOf } from './chat.ts'
import { addPerson, type Person } from './people.ts'
import { sendRequest } from './site.ts'
import { TestSocket } from './test-socket.ts'

type EventOf<Type extends StreamServerEvent['type']> = Extract<StreamServerEvent, { type: Type }>

export const VP8: CodecConfig = {
  picture: {
    ...{ codec: 'vp8', width: 640, height: 480 },
    colorSpace: { primaries: 'smpte170m', transfer: 'smpte170m', matrix: 'smpte170m', fullRange: false },
  },
  sound: { codec: 'opus', sampleRate: 48_000, channels: 1 },
}

export class StreamClient extends TestSocket<StreamServerEvent> {
  readonly #next: Record<FrameKind, number> = { picture: 0, sound: 0, still: 0, soundFile: 0 }
  /** Frames in order of arrival. */
  readonly frames: StreamFrame[] = []
  /** The latest counts. */
  counts: [watching: number, total: number] = [0, 0]

  constructor(socket: WebSocket) {
    super(socket)
    socket.accept()
  }

  protected override receiveFrame(raw: string | ArrayBuffer): void {
    if (typeof raw === 'string') {
      this.#receiveEvents(JSON.parse(raw).map((event: unknown) => streamServerEvent.parse(event)))
      return
    }
    const frame = decodeFrame(new Uint8Array(raw))
    if (!frame) throw new Error('received a malformed frame')
    this.frames.push(frame)
    this.queueEvents([])
  }

  #receiveEvents(events: readonly StreamServerEvent[]): void {
    for (const event of events) if (event.type === 'counts') this.counts = [event.watching, event.total]
    this.queueEvents(events)
  }

  /** Waits for an event with these fields and discards others of its type. */
  async nextWhere<Type extends StreamServerEvent['type']>(type: Type, fields: Partial<EventOf<Type>>) {
    for (;;) {
      const event = await this.next(type)
      if (Object.entries(fields).every(([name, value]) => event[name as keyof typeof event] === value)) return event
    }
  }

  /** Waits for a frame of this kind and number. */
  receivedFrame(kind: FrameKind, number: number): Promise<StreamFrame> {
    return this.until(
      () => this.frames.find((frame) => frame.kind === kind && frame.number === number),
      `${kind} ${number}`,
    )
  }

  /** Numbers of the received frames of a kind. */
  numbers(kind: FrameKind): number[] {
    return this.frames.filter((frame) => frame.kind === kind).map(({ number }) => number)
  }

  send(message: StreamClientMessage): void {
    this.sendRaw(JSON.stringify(message))
  }

  /** Sets the numbers to continue with. */
  resumeFrom(next: Record<FrameKind, number>): void {
    Object.assign(this.#next, next)
  }

  /** Sends and returns the next frame of a kind. */
  publish(kind: FrameKind, fields: Partial<StreamFrame> = {}): StreamFrame {
    const frame: StreamFrame = {
      ...{ kind, isKey: kind !== 'picture', number: this.#next[kind], timeUs: 0 },
      data: dataOf(kind, fields.isKey ?? false, this.#next[kind]),
      ...fields,
    }
    this.#next[kind] = frame.number + 1
    this.sendRaw(encodeFrame(frame))
    return frame
  }
}

function dataOf(kind: FrameKind, isKey: boolean, number: number): Uint8Array<ArrayBuffer> {
  if (kind === 'still') return webpStill(32)
  if (kind === 'soundFile') return oggSound
  const fill = number % 256
  return kind === 'picture' ? vp8Picture({ isKey, fill }) : new Uint8Array(32).fill(fill)
}

/** The stream's origin object. */
export const streamObject = (streamId: number) => env.STREAM.getByName(originName(streamId))

/** Inserts a live stream and its chat room. */
export async function addStreamWithRoom(
  owner: Person,
  fields: { mature?: boolean; startedAt?: number } = {},
): Promise<number> {
  const startedAt = fields.startedAt ?? Date.now()
  const row = await env.DB.prepare(
    `INSERT INTO streams (user_id, idempotency_key, title, description, mature, source, state, started_at, created_at)
     VALUES (?1, ?2, 'A drawing', '', ?3, 'screen', 'live', ?4, ?4) RETURNING id`,
  )
    .bind(owner.id, crypto.randomUUID(), fields.mature ? 1 : 0, startedAt)
    .first<{ id: number }>()
  if (!row) throw new Error('the stream was not inserted')
  const room = env.DB.prepare("INSERT INTO chat_rooms (channel, kind, owner_id, created_at) VALUES (?, 'stream', ?, 0)")
  await room.bind(`stream-${row.id}`, owner.id).run()
  return row.id
}

/** Opens a socket without `auth`. */
export async function openStream(person: Person | null, streamId: number): Promise<StreamClient> {
  const reply = await sendRequest(streamSocketPath(streamId), { as: person, headers: { upgrade: 'websocket' } })
  if (!reply.webSocket) throw new Error(`unexpected status ${reply.status}: ${await reply.text()}`)
  return new StreamClient(reply.webSocket)
}

export async function authOf(person: Person, streamId: number, as: 'publisher' | 'viewer', level: StreamLevel = 'all') {
  const chatId = await ticketOf(person, `stream-${streamId}`)
  return { type: 'auth', chatId, streamId, userId: person.id, as, level } as const
}

/** Connects the publisher, whose next frames continue the numbers. */
export async function publishTo(
  owner: Person,
  streamId: number,
  coding: CodecConfig | null = VP8,
): Promise<StreamClient> {
  const client = await openStream(owner, streamId)
  client.send(await authOf(owner, streamId, 'publisher'))
  client.resumeFrom((await client.next('publish')).next)
  if (coding) client.send({ type: 'coding', coding })
  return client
}

/** Connects a viewer and waits for the codec configuration. */
export async function watch(person: Person, streamId: number, level: StreamLevel = 'all'): Promise<StreamClient> {
  const client = await openStream(person, streamId)
  client.send(await authOf(person, streamId, 'viewer', level))
  await client.next('coding')
  return client
}

/** Creates a stream and connects its publisher. */
export async function publishNewStream(coding: CodecConfig | null = VP8) {
  const owner = await addPerson()
  const streamId = await addStreamWithRoom(owner)
  return { owner, streamId, publisher: await publishTo(owner, streamId, coding) }
}

export async function manifestOf(streamId: number): Promise<ReplayManifest> {
  const file = await env.FILES.get(manifestKey(streamId))
  return replayManifest.parse(await file?.json())
}

/** Frames of a replay by segment. */
export async function segmentsOf(streamId: number): Promise<StreamFrame[][]> {
  const { segments } = await manifestOf(streamId)
  const files = segments.map(async ({ bytes }, number) => {
    const file = await env.FILES.get(segmentKey(streamId, number))
    if (file?.size !== bytes) throw new Error(`segment ${number} has ${file?.size} bytes instead of ${bytes}`)
    return decodeSegment(new Uint8Array(await file.arrayBuffer())) ?? []
  })
  return Promise.all(files)
}

export const streamRow = (streamId: number) =>
  env.DB.prepare('SELECT * FROM streams WHERE id = ?').bind(streamId).first()

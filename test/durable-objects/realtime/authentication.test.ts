import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SOCKET_AUTH_MS } from '../../../contract/limits.ts'
import { SOCKET_CLOSE } from '../../../contract/socket/sockets.ts'
import { relayName } from '../../../durable-objects/stream/stream.ts'
import { addChannel, openSocket, ticketOf } from '../../support/worker/chat.ts'
import { addPerson } from '../../support/worker/people.ts'
import { addStreamWithRoom, authOf, openStream, streamObject } from '../../support/worker/stream-sockets.ts'
import { boardObject, openBoard, resetBoard } from '../../support/worker/whiteboard.ts'

type OpenedSocket = {
  object: DurableObjectStub
  client: { closed(): Promise<number>; ping(): Promise<void> }
  /** Authenticates and waits until the room admits the client. */
  enter(): Promise<unknown>
}

async function openInRoom(room?: string): Promise<OpenedSocket> {
  const [mira, channel] = [await addPerson(), room ?? (await addChannel())]
  const client = await openSocket(mira, channel)
  const enter = async () => {
    client.send({ type: 'auth', chatId: await ticketOf(mira, channel), channel })
    return client.next('chats')
  }
  return { object: env.CHAT.getByName(channel), client, enter }
}

async function openOnBoard(): Promise<OpenedSocket> {
  const mira = await addPerson()
  const client = await openBoard(mira)
  const enter = async () => {
    client.send({ type: 'auth', chatId: await ticketOf(mira, 'whiteboard'), board: 0, userId: mira.id })
    return client.next('info')
  }
  return { object: boardObject(), client, enter }
}

async function openOfStream(streamId?: number): Promise<OpenedSocket> {
  const [mira, stream] = [await addPerson(), streamId ?? (await addStreamWithRoom(await addPerson()))]
  const client = await openStream(mira, stream)
  const enter = async () => {
    client.send(await authOf(mira, stream, 'viewer'))
    return client.next('coding')
  }
  return { object: streamObject(stream), client, enter }
}

/** Opens a socket of a stream whose origin is full. */
async function openAtRelay(): Promise<OpenedSocket> {
  const streamId = await addStreamWithRoom(await addPerson())
  for (let viewers = 0; viewers < Number(env.STREAM_VIEWERS_MAX); viewers++)
    await streamObject(streamId).objectNameFor(1_000_000 + viewers)
  return { ...(await openOfStream(streamId)), object: env.STREAM_RELAY.getByName(relayName(streamId, 1)) }
}

let openedAt = 0

beforeEach(async () => {
  await resetBoard()
  vi.useFakeTimers({ toFake: ['Date'] })
  openedAt = Date.now()
})
afterEach(() => void vi.useRealTimers())

/** Runs the object's alarm this long after the first socket was opened. Nothing else happens in the room. */
async function runAlarmAfter(ms: number, { object }: OpenedSocket): Promise<void> {
  vi.setSystemTime(openedAt + ms)
  await runDurableObjectAlarm(object)
}

const alarmAt = ({ object }: OpenedSocket) => runInDurableObject(object, (_room, { storage }) => storage.getAlarm())

describe.each([
  ['a chat room', openInRoom],
  ['the whiteboard', openOnBoard],
  ['a stream', openOfStream],
  ['a relay of a stream', openAtRelay],
] satisfies [string, () => Promise<OpenedSocket>][])('a socket of %s that does not authenticate', (_room, open) => {
  it('wakes the room five seconds after it was opened', async () => {
    expect(await alarmAt(await open())).toBe(openedAt + SOCKET_AUTH_MS)
  })

  it('a socket may authenticate until five seconds have passed', async () => {
    const opened = await open()
    await runAlarmAfter(SOCKET_AUTH_MS - 1, opened)
    await opened.enter()
  })

  it.each([0, 1])(
    'a socket that does not authenticate is closed five seconds and %i ms after it was opened',
    async (ms) => {
      const opened = await open()
      await runAlarmAfter(SOCKET_AUTH_MS + ms, opened)
      expect(await opened.client.closed()).toBe(SOCKET_CLOSE.notLoggedIn)
    },
  )

  it('a socket that does not authenticate is closed after hibernation as well', async () => {
    const opened = await open()
    await evictDurableObject(opened.object, { webSockets: 'hibernate' })
    await runAlarmAfter(SOCKET_AUTH_MS, opened)
    expect(await opened.client.closed()).toBe(SOCKET_CLOSE.notLoggedIn)
  })

  it('a socket stays open once it has authenticated', async () => {
    const opened = await open()
    await opened.enter()
    await runAlarmAfter(SOCKET_AUTH_MS, opened)
    await opened.client.ping()
  })
})

it('each socket has five seconds of its own', async () => {
  const channel = await addChannel()
  const early = await openInRoom(channel)
  vi.setSystemTime(openedAt + 2000)
  const late = await openInRoom(channel)
  await runAlarmAfter(SOCKET_AUTH_MS, early)
  expect(await early.client.closed()).toBe(SOCKET_CLOSE.notLoggedIn)
  expect(await alarmAt(late)).toBe(openedAt + 2000 + SOCKET_AUTH_MS)
  await late.enter()
})

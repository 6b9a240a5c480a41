import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { SOCKET_CLOSE } from '../../../contract/socket/sockets.ts'
import { AckWindow } from '../../../durable-objects/realtime/AckWindow.ts'
import { handshakeRequest } from '../../../durable-objects/realtime/handshake.ts'
import { signTicket } from '../../../durable-objects/realtime/ticket.ts'
import { hostileFrame, LONG_FRAME } from '../../support/chat/hostile-frames.ts'
import { addChannel, enterRoom, newKey } from '../../support/worker/chat.ts'
import { addPerson } from '../../support/worker/people.ts'

/** Each frame has a socket of its own, because most frames close it. */
const FRAMES = 500
const CODES: number[] = Object.values(SOCKET_CLOSE)

afterEach(() => vi.restoreAllMocks())

/** Sends one frame on a socket, authenticated or not. Returns its close code, or `open` if it stays open. */
async function codeAfter(
  { roomId, channel }: { roomId: number; channel: string },
  id: number,
  raw: string | ArrayBuffer,
  isIn: boolean,
): Promise<number | 'open'> {
  const member = { id, nickname: `Vandal ${id}`, avatar: null, flags: '', registeredAt: 0 }
  const opening = {
    roomId,
    channel,
    title: null,
    ownerId: null,
    offeredTo: null,
    session: `session-${id}`,
    member: { ...member, fan: false, inGroup: false },
  }
  const { webSocket } = await env.CHAT.getByName(channel).fetch(handshakeRequest(opening))
  if (!webSocket) throw new Error('no socket')
  const ended = new Promise<number | 'open'>((resolve) => {
    webSocket.addEventListener('close', ({ code }) => resolve(code))
    webSocket.addEventListener('message', ({ data }) => {
      if (String(data).includes('"type":"redirect"')) resolve('open')
    })
  })
  webSocket.accept()
  if (isIn) {
    const chatId = await signTicket(env.TICKET_SECRET, { member, session: opening.session, relation: null }, Date.now())
    const entered = new Promise((resolve) => webSocket.addEventListener('message', resolve, { once: true }))
    webSocket.send(JSON.stringify({ type: 'auth', chatId, channel }))
    await entered
  }
  webSocket.send(raw)
  // A socket that is still open answers this message.
  webSocket.send(JSON.stringify({ type: 'join', channel: 'elsewhere' }))
  const code = await ended
  if (code === 'open') webSocket.close(1000)
  return code
}

describe('hostile frames sent to a room', () => {
  describe('a sample of frames', () => {
    const AT_ONCE = 50
    const codes: { code: number | 'open'; what: string }[] = []
    const errors: unknown[] = []
    let codeOfLongFrame: number | 'open'
    let witness: Awaited<ReturnType<typeof enterRoom>>

    beforeAll(async () => {
      const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
      const channel = await addChannel()
      const found = env.DB.prepare('SELECT id FROM chat_rooms WHERE channel = ?').bind(channel)
      const room = { roomId: (await found.first<number>('id')) ?? 0, channel }
      witness = await enterRoom(await addPerson(), channel)
      await witness.next('chats')
      let vandals = 1_000_000
      const frames = fc.sample(fc.tuple(hostileFrame, fc.boolean()), FRAMES)
      for (let from = 0; from < frames.length; from += AT_ONCE)
        await Promise.all(
          frames.slice(from, from + AT_ONCE).map(async ([raw, isIn]) => {
            const code = await codeAfter(room, ++vandals, raw, isIn)
            codes.push({ code, what: `${isIn} ${String(raw).slice(0, 200)}` })
          }),
        )
      codeOfLongFrame = await codeAfter(room, ++vandals, LONG_FRAME, true)
      errors.push(...logged.mock.calls)
      logged.mockRestore()
    }, 300_000)

    it('each frame is ignored or closes its socket with a known code', () => {
      expect(codes).toHaveLength(FRAMES)
      for (const { code, what } of codes) if (code !== 'open') expect(CODES, what).toContain(code)
    })

    it('a frame that is too long closes its socket', () => {
      expect(codeOfLongFrame).toBe(SOCKET_CLOSE.badMessage)
    })

    it('the frames cause no error in the room', () => {
      expect(errors).toEqual([])
    })

    it('other members get nothing but plain lines of their senders', async () => {
      const said = await witness.say('still here')
      expect(said).toMatchObject({ message: 'still here' })
      for (const event of witness.frames.flat()) {
        expect(['channel', 'topic', 'chats', 'user-list', 'channel-list', 'chat', 'edit', 'delete']).toContain(
          event.type,
        )
        if (event.type !== 'chat' || event.line.id === said.id) continue
        expect(event.line).toMatchObject({ admin: false, background: null, link: null })
        expect(event.line.user.nickname).toBe(`Vandal ${event.line.user.id}`)
      }
    })
  })

  it('a flooding connection is closed without an effect on others', async () => {
    const [mira, tomo, channel] = [await addPerson(), await addPerson(), await addChannel()]
    const [client, flood] = [await enterRoom(mira, channel), await enterRoom(tomo, channel)]
    await client.next('chats')
    await flood.next('chats')
    for (let n = 0; n < 200; n++) flood.send({ type: 'chat', key: newKey(), message: `flood ${n}` })
    expect(await flood.closed()).toBe(SOCKET_CLOSE.flood)
    expect(await client.say('hello')).toMatchObject({ message: 'hello' })
    expect(client.frames.flat().filter(({ type }) => type === 'chat').length).toBeLessThanOrEqual(10)
  })

  it('a member may send no more messages through several connections than through one', async () => {
    const [mira, channel] = [await addPerson(), await addChannel()]
    const clients = [await enterRoom(mira, channel), await enterRoom(mira, channel), await enterRoom(mira, channel)]
    for (const client of clients) for (let id = 1; id <= 50; id++) client.send({ type: 'delete', id })
    expect(await Promise.race(clients.map((client) => client.closed()))).toBe(SOCKET_CLOSE.flood)
  })

  /** Enters a room with three sockets, and returns fifty marks on each. */
  async function returnMarks() {
    const [mira, channel] = [await addPerson(), await addChannel()]
    const clients = [await enterRoom(mira, channel), await enterRoom(mira, channel), await enterRoom(mira, channel)]
    for (const client of clients) await client.next('chats')
    for (const client of clients) for (let mark = 1; mark <= 50; mark++) client.send({ type: 'ack', mark })
    return clients
  }

  it('marks that a member returns on several connections do not count towards their messages', async () => {
    vi.spyOn(AckWindow.prototype, 'has').mockReturnValue(true)
    for (const client of await returnMarks()) expect(await client.say('hello')).toMatchObject({ message: 'hello' })
  })

  it('unknown marks that a member returns on several connections count towards their messages', async () => {
    expect(await Promise.race((await returnMarks()).map((client) => client.closed()))).toBe(SOCKET_CLOSE.flood)
  })
})

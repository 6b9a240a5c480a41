import { describe, expect, it } from 'vitest'
import {
  CHAT_HISTORY_LINES,
  CHAT_LINE_MAX,
  CHAT_TOPIC_MAX,
  CHAT_USER_LIST_MAX,
  NICKNAME_MAX,
} from '../../../../contract/limits.ts'
import { MARK_INTERVAL_UNITS, parseMark } from '../../../../contract/socket/sockets.ts'
import { chatFrame } from '../../../../durable-objects/chat/state.ts'
import { Connection, DEFAULT_LIMITS, type SocketState } from '../../../../durable-objects/realtime/Connection.ts'
import { MEMBER_UNREAD_BYTES, RoomBudget } from '../../../../durable-objects/realtime/SendBudget.ts'

const state: SocketState = { member: { id: 1, nickname: 'Mira' }, session: 'a', expiresAt: 1 } as SocketState

const newConnection = () => new Connection({} as WebSocket, state)
const passed = (connection: Connection, now: number) =>
  Array.from({ length: 200 }, () => connection.spendFrame(now)).filter(Boolean).length

describe('the messages of a socket', () => {
  it('a client may send 60 messages at once, and no more', () => {
    const connection = newConnection()
    for (let message = 1; message <= 60; message++) expect(connection.spendFrame(1000)).toBe(true)
    expect(connection.spendFrame(1000)).toBe(false)
  })

  it('a client may then send 30 messages in a second, and no more', () => {
    const connection = newConnection()
    expect([passed(connection, 1000), passed(connection, 2000), passed(connection, 2500)]).toEqual([60, 30, 15])
  })

  it('a client that rests may send no more than 60 messages at once', () => {
    const connection = newConnection()
    expect([passed(connection, 1000), passed(connection, 1_000_000)]).toEqual([60, 60])
  })
})

describe('the unread data of a member whose sockets share a budget', () => {
  const SNAPSHOT = new Uint8Array(1_100_000)
  const SMALL_UNITS = 3 * MARK_INTERVAL_UNITS

  /** A room in which a member has this many sockets. `marks` are those that each was sent. */
  function makeRoom(sockets: number) {
    const marks: number[][] = []
    let counted = 0
    const withClosing = () => {
      counted += 1
      return connections
    }
    const budget = new RoomBudget({ withClosing })
    const connections: Connection[] = Array.from({ length: sockets }, (_, index) => {
      const sent: number[] = []
      marks[index] = sent
      const socket = {
        send: (frame: unknown) => {
          const mark = typeof frame === 'string' ? parseMark(frame) : null
          if (mark !== null) sent.push(mark)
        },
      }
      return new Connection(socket as WebSocket, state, {
        windowUnits: 2 ** 21,
        frames: { capacity: 60, perSecond: 30 },
        budget,
      })
    })
    const unread = () => connections.reduce((sum, { acks }) => sum + acks.unread, 0)
    return { connections, marks, unread, budget, counted: () => counted }
  }

  it('sockets that do not read hold no more than the budget, and a little each', () => {
    const { connections, unread } = makeRoom(10)
    for (let round = 0; round < 300; round++)
      for (const connection of connections) connection.send(round < 3 ? SNAPSHOT : 'x'.repeat(20_000), 0)
    expect(unread()).toBeGreaterThan(MEMBER_UNREAD_BYTES / 2)
    expect(unread()).toBeLessThan(MEMBER_UNREAD_BYTES + 10 * SMALL_UNITS)
  })

  it('a frame to all sockets keeps the budget, which is counted once for it', () => {
    const { connections, unread, budget, counted } = makeRoom(10)
    const frame = 'x'.repeat(900_000)
    budget.share(() => {
      for (const connection of connections) connection.send(frame, 0)
    })
    expect([unread(), counted()]).toEqual([4 * frame.length, 1])
  })

  it('texts count as many bytes as they are sent in', () => {
    const { connections, unread } = makeRoom(1)
    for (const text of ['é', '木', '🌲', '木']) connections[0]?.send(text.repeat(1000), 0)
    expect(unread()).toBe(12_000)
  })

  it('the longest chat room is sent whatever the other sockets hold', () => {
    const user = { id: 10_000_000, nickname: '木'.repeat(NICKNAME_MAX), avatar: 'a'.repeat(64) }
    const line = {
      ...{ id: 10_000_000, user, message: '木'.repeat(CHAT_LINE_MAX), key: 'k'.repeat(64), date: '20260101000000' },
      ...{ admin: false, action: false, background: null, replyTo: 10_000_000, edited: false, link: null },
      mentions: Array.from({ length: 10 }, () => ({ userId: 10_000_000, start: 400, length: NICKNAME_MAX })),
    }
    const lines = Array.from({ length: CHAT_HISTORY_LINES }, () => line)
    const users = Array.from({ length: CHAT_USER_LIST_MAX }, () => user)
    const room = chatFrame(
      { type: 'chats', missed: false, number: line.id, lines },
      { type: 'topic', number: line.id, topic: { message: '木'.repeat(CHAT_TOPIC_MAX), user, date: line.date } },
      { type: 'user-list', users, joined: [], left: [], count: users.length },
    )
    const budget = { for: () => 0, spend: () => undefined }
    const socket = { send: () => undefined } as unknown as WebSocket
    const connection = new Connection(socket, state, { ...DEFAULT_LIMITS, budget })
    expect(connection.trySend([room], 0)).toBe(true)
  })

  it('two pages on a slow line get a snapshot each', () => {
    const { connections, unread } = makeRoom(2)
    for (const connection of connections) connection.sendTogether([SNAPSHOT, 'x'.repeat(40_000)], 0)
    expect(unread()).toBe(2 * (SNAPSHOT.length + 40_000))
  })

  it('a page that returns a mark gets a snapshot whatever the other sockets hold', () => {
    const { connections, marks } = makeRoom(5)
    const page = connections[4] as Connection
    page.send('welcome', 0)
    for (const connection of connections) connection.send(SNAPSHOT, 0)
    expect(page.acks.unread).toBe('welcome'.length)
    expect(page.acknowledge(marks[4]?.at(-1) ?? 0)).toBe(true)
    page.send(SNAPSHOT, 0)
    expect(page.acks.unread).toBe(SNAPSHOT.length)
  })
})

import { describe, expect, it } from 'vitest'
import { Connection, type SocketState } from '../../../../durable-objects/realtime/Connection.ts'

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

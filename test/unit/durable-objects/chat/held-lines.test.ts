import { expect, it } from 'vitest'
import { HeldLines } from '../../../../durable-objects/chat/HeldLines.ts'
import type { ChatSocketState } from '../../../../durable-objects/chat/state.ts'
import { Connection, DEFAULT_LIMITS } from '../../../../durable-objects/realtime/Connection.ts'
import { memberOf } from '../../../support/unit/chat-simulation.ts'

it('held lines do not end the lag of a client that missed lines', () => {
  const state: ChatSocketState = { member: memberOf(), session: 'a', expiresAt: 1 }
  const sent: unknown[] = []
  const socket = { send: (frame: unknown) => sent.push(frame) } as unknown as WebSocket
  let budget = 0
  const limits = { ...DEFAULT_LIMITS, budget: { for: () => budget, spend: () => undefined } }
  const connection = new Connection(socket, state, limits)
  const held = new HeldLines({
    connections: { has: () => true },
    eventFor: () => ({ type: 'held', lines: [] }),
    flush: () => undefined,
    drop: () => undefined,
  })
  connection.send('x'.repeat(200_000), 0)
  expect(connection.isLagging).toBe(true)
  budget = 1_000_000
  held.send(connection, 0)
  expect([connection.isLagging, sent]).toEqual([true, []])
})

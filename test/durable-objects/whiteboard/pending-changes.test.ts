import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type DrawCommand, encodeCommands } from '../../../contract/socket/draw-commands.ts'
import { SOCKET_CLOSE } from '../../../contract/socket/sockets.ts'
import type { BoardClientMessage } from '../../../contract/socket/whiteboard-messages.ts'
import { isClosed } from '../../../durable-objects/realtime/closed-socket.ts'
import { SCROLL_INTERVAL_MS } from '../../../durable-objects/whiteboard/clock.ts'
import { line } from '../../support/unit/board.ts'
import { ticketOf } from '../../support/worker/chat.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { boardObject, enterBoard } from '../../support/worker/whiteboard.ts'

const stroke = line(300, 100, 600, 140) as DrawCommand

afterEach(() => {
  vi.useRealTimers()
})

const socketOf = (state: DurableObjectState, { id }: Person) => {
  const socket = state.getWebSockets().find((candidate) => candidate.deserializeAttachment()?.member.id === id)
  if (!socket) throw new Error('the member has no socket')
  return socket
}

const lastSnapshot = () =>
  runInDurableObject(boardObject(), (_board, { storage }) =>
    Number(storage.sql.exec('SELECT max(number) AS number FROM snapshots').one().number),
  )

const encode = (message: BoardClientMessage) => JSON.stringify(message)

describe('pending batches and tickets', () => {
  it('a snapshot contains the pen of a client that is disconnected while the snapshot is made', async () => {
    const mira = await addPerson()
    const client = await enterBoard(mira)
    await client.draw(stroke)
    const { shiftIndex } = client.replica
    await runInDurableObject(boardObject(), (_board, { storage }) => {
      storage.sql.exec('UPDATE flushes SET drawn_ms = ?, at = ?', SCROLL_INTERVAL_MS, Date.now())
      storage.sql.exec('INSERT OR REPLACE INTO key_values VALUES (?, ?)', 'alarms', JSON.stringify({ scroll: 1 }))
    })
    await evictDurableObject(boardObject(), { webSockets: 'hibernate' })
    await runInDurableObject(boardObject(), async (board, state) => {
      const draw = { type: 'draw', sequence: 2, shiftIndex, commands: encodeCommands([stroke]) } as const
      await board.webSocketMessage(socketOf(state, mira), encode(draw))
      board.revokeSessions({ userId: mira.id }, SOCKET_CLOSE.restarting)
      await board.alarm()
    })
    expect(await client.closed()).toBe(SOCKET_CLOSE.restarting)
    await expect.poll(lastSnapshot).toBeGreaterThan(0)
    const late = await enterBoard(await addPerson())
    expect(await late.boardHash()).toBe(late.replica.hash())
  })

  it('a ticket that arrives while its connection is being dropped is not accepted', async () => {
    const [mira, tomo] = [await addPerson(), await addPerson()]
    const [droppedClient, drawingClient] = [await enterBoard(mira), await enterBoard(tomo)]
    const chatId = await ticketOf(mira, 'whiteboard')
    await runInDurableObject(boardObject(), (_board, state) => {
      const socket = socketOf(state, mira)
      const longExpired = Date.now() - 60_001
      socket.serializeAttachment({ ...socket.deserializeAttachment(), expiresAt: longExpired, reauthAt: longExpired })
    })
    await evictDurableObject(boardObject(), { webSockets: 'hibernate' })
    const attachment = await runInDurableObject(boardObject(), async (board, state) => {
      // Stops the timer of the batcher, so that the batch is pending when the ticket arrives.
      vi.useFakeTimers({ toFake: ['setTimeout'] })
      const [dropped, drawing] = [socketOf(state, mira), socketOf(state, tomo)]
      const { shiftIndex } = drawingClient.replica
      const commands = encodeCommands([{ do: 'scr', colour: 1 }, { do: 'slw', width: 1024 }, stroke])
      await board.webSocketMessage(drawing, encode({ type: 'draw', sequence: 1, shiftIndex, commands }))
      await board.webSocketMessage(dropped, encode({ type: 'auth', chatId, board: 0, userId: mira.id }))
      return dropped.deserializeAttachment()
    })
    expect(isClosed(attachment)).toBe(true)
    expect(await droppedClient.closed()).toBe(SOCKET_CLOSE.notLoggedIn)
  })
})

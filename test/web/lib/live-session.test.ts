import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { WebSocketServer } from 'ws'
import * as z from 'zod/mini'
import { type LiveRoom, LiveSession, type LiveState } from '../../../web/lib/live-session.ts'

type Message = { type: 'auth' }
type Event = { type: 'entered' }

const REPLY_MS = 300

class Session extends LiveSession<LiveState, Message, Event> {
  protected readonly room: LiveRoom<Message, Event> = {
    ...{ path: '/socket', channel: 'lobby', events: z.object({ type: z.literal('entered') }) },
    auth: () => ({ type: 'auth' }),
    isAdmission: () => true,
  }

  constructor() {
    super({ connection: { state: 'connecting' } }, { replyTimeoutMs: REPLY_MS })
  }

  protected override onEnter(): void {
    super.onEnter()
    this.expectReply(true)
  }

  protected override onEvents(): void {}
}

const server = new WebSocketServer({ port: 0 })

afterEach(() => {
  vi.unstubAllGlobals()
  for (const socket of server.clients) socket.terminate()
  server.close()
})

describe('work that is not confirmed', () => {
  it('a session waits twice as long after each reconnection without a reply', async () => {
    const { port } = server.address() as AddressInfo
    vi.stubGlobal('location', { href: `http://localhost:${port}/` })
    vi.stubGlobal('addEventListener', () => undefined)
    vi.stubGlobal('removeEventListener', () => undefined)
    vi.stubGlobal('fetch', async () => Response.json({ chatId: 'ticket', seconds: 300 }))
    const entered: number[] = []
    server.on('connection', (socket) =>
      socket.on('message', () => {
        entered.push(performance.now())
        socket.send('[{"type":"entered"}]')
      }),
    )
    const leave = new Session().enter()
    await expect.poll(() => entered.length).toBe(4)
    leave()
    const [, second = 0, third = 0, fourth = 0] = entered
    expect(third - second).toBeGreaterThan(1.9 * REPLY_MS)
    expect(fourth - third).toBeGreaterThan(3.9 * REPLY_MS)
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chatClientMessage } from '../../../../contract/socket/chat.ts'
import { decode } from '../../../../durable-objects/realtime/decode.ts'
import { hostileFrame, LONG_FRAME } from '../../../support/chat/hostile-frames.ts'
import { broadcastEvents, ChatSimulation, memberOf } from '../../../support/unit/chat-simulation.ts'

describe('hostile chat frames', () => {
  it('no frame out of 100,000 breaks the room, forges a sender or becomes an invalid message', {
    timeout: 120_000,
  }, () => {
    const mira = memberOf()
    const tomo = memberOf()
    const simulation = new ChatSimulation()
    simulation.say(tomo, 'mine')
    fc.assert(
      fc.property(hostileFrame, (raw) => {
        const message = decode(chatClientMessage, raw)
        if (!message) return
        expect(chatClientMessage.safeParse(message).success).toBe(true)
        if (message.type === 'auth' || message.type === 'ack' || message.type === 'channels') return
        for (const event of broadcastEvents(simulation.wait(1000).send(mira, message))) {
          if (event.type !== 'chat') expect(event).toMatchObject({ type: expect.stringMatching(/^(edit|delete)$/) })
          else expect(event.line).toMatchObject({ user: { id: mira.id }, admin: false, background: null, link: null })
        }
      }),
      { numRuns: 100_000 },
    )
    expect(simulation.lineOf(1)).toMatchObject({ message: 'mine', user: { id: tomo.id } })
  })

  it('a frame longer than 64 KB is not decoded', () => {
    expect(decode(chatClientMessage, LONG_FRAME)).toBeNull()
  })
})

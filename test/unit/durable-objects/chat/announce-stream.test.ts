import { describe, expect, it } from 'vitest'
import { announceStream } from '../../../../durable-objects/chat/messages.ts'
import { ChatSimulation, memberOf, START } from '../../../support/unit/chat-simulation.ts'

const { id, nickname } = memberOf()
const line = {
  key: 'stream-7-live',
  user: { id, nickname, avatar: null },
  message: 'is live: Inks for @Tomo',
  link: { path: '/stream/7', label: 'Watch' },
}
const announced = (talk: ChatSimulation) => announceStream(talk.room, line, START, talk)

describe('a stream that begins is announced in a room', () => {
  it('by a line that is kept and told to everyone, and names nobody', () => {
    const [room, effects] = announced(new ChatSimulation())
    expect(room.lines).toMatchObject([{ ...line, background: 'announce-stream', admin: false, action: false }])
    expect(effects.map((effect) => effect.do)).toEqual(['post'])
  })

  it('but not where its artist is muted', () => {
    const muted = new Map([[id, { nickname, until: START + 1 }]])
    expect(announced(new ChatSimulation({ muted }))[1]).toEqual([])
    const over = new Map([[id, { nickname, until: START - 1 }]])
    expect(announced(new ChatSimulation({ muted: over }))[1]).toHaveLength(1)
  })

  it("nor in words that the room's filter keeps out", () => {
    expect(announced(new ChatSimulation({ words: ['inks'] }))[1]).toEqual([])
  })
})

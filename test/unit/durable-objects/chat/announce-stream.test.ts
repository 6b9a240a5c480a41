import { describe, expect, it } from 'vitest'
import { postStreamEnd, postStreamStart } from '../../../../durable-objects/chat/messages.ts'
import { ChatSimulation, memberOf, START } from '../../../support/unit/chat-simulation.ts'

const { id, nickname } = memberOf()
const line = {
  key: 'stream-7-live',
  user: { id, nickname, avatar: null },
  message: 'is live: Inks for @Tomo',
  link: { path: '/stream/7', label: 'Watch' },
}
const announce = (simulation: ChatSimulation) => postStreamStart(simulation.room, line, START, simulation)

describe('announcements of streams in a room', () => {
  it('an announcement is a stored line for everyone, without mentions', () => {
    const [room, effects] = announce(new ChatSimulation())
    expect(room.lines).toMatchObject([{ ...line, background: 'announce-stream', admin: false, action: false }])
    expect(effects.map((effect) => effect.do)).toEqual(['post'])
  })

  describe('the end of an announced stream', () => {
    const [ended, effects] = postStreamEnd(announce(new ChatSimulation())[0], line.key)
    const change = { message: 'was live: Inks for @Tomo', link: { path: '/stream/7', label: 'Open' } }

    it('the announcement says that the stream has ended', () => {
      expect(ended.lines).toMatchObject([{ id: 1, ...change }])
      expect(effects).toEqual([{ do: 'post', event: { type: 'edit', number: 2, id: 1, ...change } }])
    })

    it('the end of a stream counts as a change of the room', () => {
      expect([ended.lastNumber, ended.lastChangeNumber]).toEqual([2, 2])
    })

    it('the announcement of an ended stream is not marked as edited', () => {
      expect(ended.lines).toMatchObject([{ edited: false }])
    })

    it('a stream ends only once', () => {
      expect(postStreamEnd(ended, line.key)).toEqual([ended, []])
    })
  })

  it('the end of a stream without an announcement changes nothing', () => {
    expect(postStreamEnd(announce(new ChatSimulation())[0], 'stream-8-live')[1]).toEqual([])
  })

  it("the end of a stream does not change a member's line with the key of the announcement", () => {
    const simulation = new ChatSimulation()
    simulation.say(memberOf(), 'is live: nothing', { key: line.key })
    expect(postStreamEnd(simulation.room, line.key)).toEqual([simulation.room, []])
  })

  it('the stream of a muted artist is not announced', () => {
    const muted = new Map([[id, { nickname, until: START + 1 }]])
    expect(announce(new ChatSimulation({ muted }))[1]).toEqual([])
  })

  it('the stream of an artist whose mute has ended is announced', () => {
    const muted = new Map([[id, { nickname, until: START - 1 }]])
    expect(announce(new ChatSimulation({ muted }))[1]).toHaveLength(1)
  })

  it('a stream whose title is filtered in the room is not announced', () => {
    expect(announce(new ChatSimulation({ words: ['inks'] }))[1]).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import { postStreamEnd, postStreamStart, withdrawStreamStart } from '../../../../durable-objects/chat/messages.ts'
import { DEFAULT_RULES, type Member } from '../../../../durable-objects/chat/state.ts'
import { ChatSimulation, DAY_MS, memberOf, START } from '../../../support/unit/chat-simulation.ts'

const from = memberOf()
const { id, nickname } = from
const line = {
  key: 'stream-7-live',
  message: 'is live: Inks for @Tomo',
  link: { path: '/stream/7', label: 'Watch' },
}
const announce = (simulation: ChatSimulation, by: Partial<Member> = {}) =>
  postStreamStart(simulation.room, { ...line, from: { ...from, ...by } }, START, simulation)

describe('announcements of streams in a room', () => {
  it('an announcement is a stored line for everyone, without mentions', () => {
    const [room, effects] = announce(new ChatSimulation())
    expect(room.lines).toMatchObject([
      { ...line, user: { id, nickname, avatar: null }, background: 'announce-stream', admin: false, action: false },
    ])
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

  it('the announcement of a stream that is withdrawn is deleted, and is not posted again', () => {
    const simulation = new ChatSimulation()
    simulation.apply(announce(simulation))
    simulation.apply(withdrawStreamStart(simulation.room, id, line.key, START, simulation))
    expect(simulation.room.lines).toEqual([])
    expect(announce(simulation)[1]).toEqual([])
  })

  it("withdrawing an announcement does not delete a member's line with its key", () => {
    const simulation = new ChatSimulation()
    simulation.say(memberOf(), 'is live: nothing', { key: line.key })
    expect(withdrawStreamStart(simulation.room, id, line.key, START, simulation)[1]).toEqual([])
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

  it('the stream of a member who is shut out of the room is not announced', () => {
    expect(announce(new ChatSimulation({ excluded: new Map([[id, { nickname, at: START }]]) }))[1]).toEqual([])
  })

  it('the stream of a member who is too new to write in the room is not announced', () => {
    const room = () => new ChatSimulation({ rules: { ...DEFAULT_RULES, speakers: 'day' } })
    expect(announce(room(), { registeredAt: START - DAY_MS / 2 })[1]).toEqual([])
    expect(announce(room())[1]).toHaveLength(1)
  })

  it('no stream is announced in a room whose lines are reviewed, except by a moderator', () => {
    const room = () => new ChatSimulation({ rules: { ...DEFAULT_RULES, hold: true } })
    expect(announce(room())[1]).toEqual([])
    expect(announce(room(), { flags: 'm' })[1]).toHaveLength(1)
  })

  it('an announcement counts for slow mode, which also holds for it', () => {
    const simulation = new ChatSimulation({ rules: { ...DEFAULT_RULES, slowSeconds: 300 } })
    const [room] = announce(simulation)
    const again = { ...line, from, key: 'stream-8-live' }
    expect(postStreamStart(room, again, START + 299_000, simulation)[1]).toEqual([])
    expect(postStreamStart(room, again, START + 300_000, simulation)[1]).toHaveLength(1)
  })
})

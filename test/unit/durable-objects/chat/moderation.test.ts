import { describe, expect, it } from 'vitest'
import { DEFAULT_RULES } from '../../../../durable-objects/chat/state.ts'
import { broadcastEvents, ChatSimulation, memberOf, refusals, START } from '../../../support/unit/chat-simulation.ts'

const mira = memberOf()
const tomo = memberOf()
const ines = memberOf({ flags: 'm' })
const owner = memberOf()

/** Returns the events for the audit log. */
const auditEvents = (effects: ReturnType<ChatSimulation['moderate']>) =>
  typeof effects === 'string'
    ? effects
    : effects.flatMap((effect) => (effect.do === 'report' && effect.event.kind === 'act' ? [effect.event] : []))

describe('moderation of a room', () => {
  it('only gloperators, admins and the owner of a room moderate it', () => {
    for (const by of [ines, memberOf({ flags: 'a' }), owner])
      expect(
        broadcastEvents(
          new ChatSimulation({ ownerId: owner.id }).moderate(by, { action: 'topic', message: 'Be kind' }),
        ),
      ).toHaveLength(1)
    for (const by of [mira, memberOf({ flags: 'gfp' })])
      expect(new ChatSimulation({ ownerId: owner.id }).moderate(by, { action: 'topic', message: 'Be kind' })).toBe(
        'forbidden',
      )
  })

  it('the owner of a room cannot moderate staff', () => {
    const simulation = new ChatSimulation({ ownerId: owner.id })
    simulation.say(ines, 'hello')
    const target = { nickname: ines.nickname, flags: ines.flags }
    expect(simulation.moderate(owner, { action: 'mute', userId: ines.id, minutes: 10, reason: '', target })).toBe(
      'forbidden',
    )
    expect(simulation.moderate(owner, { action: 'clear', userId: ines.id, reason: '', target })).toBe('forbidden')
    expect(simulation.moderate(owner, { action: 'delete', id: 1, reason: '' })).toBe('forbidden')
  })

  it('the owner of a room cannot moderate while muted by staff', () => {
    const simulation = new ChatSimulation({ ownerId: owner.id })
    simulation.moderate(ines, { action: 'mute', userId: owner.id, minutes: 10, reason: '' })
    expect(simulation.moderate(owner, { action: 'unmute', userId: owner.id })).toBe('forbidden')
    expect(simulation.moderate(owner, { action: 'announce', message: 'Hear me' })).toBe('forbidden')
    expect(
      broadcastEvents(simulation.wait(600_001).moderate(owner, { action: 'announce', message: 'Hear me' })),
    ).toHaveLength(1)
  })

  describe('deleting a line', () => {
    const DELETION = { action: 'delete', id: 1, reason: 'be kind' } as const

    /** Deletes a line an hour after it was written. */
    function deleteLine() {
      const simulation = new ChatSimulation()
      simulation.say(mira, 'rude')
      return { simulation, effects: simulation.wait(3_600_000).moderate(ines, DELETION) }
    }

    it('a moderator deletes a line of any age', () => {
      expect(broadcastEvents(deleteLine().effects)).toEqual([{ type: 'delete', number: 2, ids: [1] }])
    })

    it('a deletion is written to the audit log with its reason and the text of the line', () => {
      expect(auditEvents(deleteLine().effects)).toEqual([
        {
          kind: 'act',
          at: START + 3_600_000,
          staffId: ines.id,
          act: 'chat_delete',
          userId: mira.id,
          reason: 'be kind',
          changes: { 'line 1': ['rude', null] },
        },
      ])
    })

    it('a line is deleted once', () => {
      expect(deleteLine().simulation.moderate(ines, DELETION)).toBe('not_found')
    })
  })

  describe('a muted member', () => {
    /** Mutes a member for an hour. */
    function mute() {
      const simulation = new ChatSimulation()
      const target = { nickname: mira.nickname, flags: '' }
      const effects = simulation.moderate(ines, {
        action: 'mute',
        userId: mira.id,
        minutes: 60,
        reason: 'caps',
        target,
      })
      return { simulation, effects }
    }

    it('a muted member gets the end of the mute', () => {
      expect(mute().effects).toContainEqual({
        do: 'send',
        to: mira.id,
        event: { type: 'muted', until: '20261121190000' },
      })
    })

    it('a mute is written to the audit log', () => {
      expect(auditEvents(mute().effects)).toMatchObject([{ act: 'chat_mute', userId: mira.id, reason: 'caps' }])
    })

    it('a muted member cannot speak', () => {
      expect(refusals(mute().simulation.say(mira, 'hey'))).toEqual([['muted', 3600]])
    })

    it('an end of a mute is written to the audit log', () => {
      const effects = mute().simulation.moderate(ines, { action: 'unmute', userId: mira.id })
      expect(auditEvents(effects)).toMatchObject([{ act: 'chat_unmute' }])
    })

    it('a member who was unmuted can speak', () => {
      const { simulation } = mute()
      simulation.moderate(ines, { action: 'unmute', userId: mira.id })
      expect(broadcastEvents(simulation.say(mira, 'hey'))).toHaveLength(1)
    })

    it('only a muted member can be unmuted', () => {
      expect(new ChatSimulation().moderate(ines, { action: 'unmute', userId: mira.id })).toBe('not_found')
      const { simulation } = mute()
      simulation.moderate(ines, { action: 'unmute', userId: mira.id })
      expect(simulation.moderate(ines, { action: 'unmute', userId: mira.id })).toBe('not_found')
    })
  })

  describe('clearing the lines of a member', () => {
    /** Clears two published lines and a held one. */
    function clear() {
      const simulation = new ChatSimulation()
      for (const message of ['one', 'two']) simulation.say(mira, message)
      simulation.say(tomo, 'three')
      simulation.moderate(ines, { action: 'settings', rules: { ...DEFAULT_RULES, hold: true }, words: [] })
      simulation.say(mira, 'four', { key: 'waiting-1' })
      return { simulation, effects: simulation.moderate(ines, { action: 'clear', userId: mira.id, reason: '' }) }
    }

    it('a moderator clears the published lines of a member', () => {
      const { simulation, effects } = clear()
      expect(broadcastEvents(effects)).toMatchObject([{ type: 'delete', ids: [1, 2] }])
      expect(simulation.room.lines.map(({ message }) => message)).toEqual(['three'])
    })

    it('a moderator clears the held lines of a member', () => {
      expect(clear().simulation.room.held.size).toBe(0)
    })

    it('a member whose held line is cleared gets its rejection', () => {
      expect(clear().effects).toContainEqual({
        do: 'send',
        to: mira.id,
        event: { type: 'released', id: 5, approved: false, key: 'waiting-1' },
      })
    })

    it('clearing lines is written to the audit log with their number', () => {
      expect(auditEvents(clear().effects)).toMatchObject([
        { act: 'chat_clear', userId: mira.id, changes: { lines: [3, 0] } },
      ])
    })
  })

  it('a moderator sets the topic', () => {
    const simulation = new ChatSimulation()
    simulation.moderate(ines, { action: 'topic', message: 'Be kind' })
    expect(simulation.room.topic).toMatchObject({ message: 'Be kind', user: { id: ines.id } })
  })

  it('a moderator removes the topic', () => {
    const simulation = new ChatSimulation()
    simulation.moderate(ines, { action: 'topic', message: 'Be kind' })
    expect(broadcastEvents(simulation.moderate(ines, { action: 'topic', message: '' }))).toEqual([
      { type: 'topic', number: 2, topic: null },
    ])
  })

  describe('an announcement', () => {
    const announce = () => new ChatSimulation().moderate(ines, { action: 'announce', message: 'Voting closes at noon' })

    it('a moderator posts an announcement', () => {
      expect(broadcastEvents(announce())).toMatchObject([
        { line: { message: 'Voting closes at noon', background: 'announcement' } },
      ])
    })

    it('an announcement is written to the audit log', () => {
      expect(auditEvents(announce())).toMatchObject([{ act: 'chat_announce' }])
    })
  })
})

describe('lines held for review', () => {
  const holding = () => new ChatSimulation({ rules: { ...DEFAULT_RULES, hold: true } })

  it('a held line is sent only to its author and the moderators', () => {
    const effects = holding().say(mira, 'hello', { key: 'waiting-1' })
    expect(broadcastEvents(effects)).toEqual([])
    expect(effects).toMatchObject([
      { do: 'hold' },
      { do: 'send', to: mira.id, event: { type: 'held', lines: [{ message: 'hello' }] } },
      { do: 'send', to: 'moderators', event: { type: 'held' } },
    ])
  })

  it('an approved line is published under the next number', () => {
    const simulation = holding()
    simulation.say(mira, '/me waves', { key: 'waiting-1', replyTo: 7 })
    simulation.say(ines, 'hello')
    const effects = simulation.moderate(ines, { action: 'review', id: 1, approve: true })
    expect(broadcastEvents(effects)).toMatchObject([
      { number: 3, line: { user: { id: mira.id }, message: 'waves', action: true, key: 'waiting-1', replyTo: 7 } },
    ])
  })

  it('a held line is approved once', () => {
    const simulation = holding()
    simulation.say(mira, 'hello')
    simulation.moderate(ines, { action: 'review', id: 1, approve: true })
    expect(simulation.moderate(ines, { action: 'review', id: 1, approve: true })).toBe('not_found')
  })

  it('a rejected line is deleted', () => {
    const simulation = holding()
    simulation.say(mira, 'hello')
    expect(broadcastEvents(simulation.moderate(ines, { action: 'review', id: 1, approve: false }))).toEqual([])
    expect(simulation.room.held.size).toBe(0)
  })

  it('a line is held once under its key', () => {
    const simulation = holding()
    simulation.say(mira, 'hello', { key: 'waiting-1' })
    expect(simulation.say(mira, 'hello', { key: 'waiting-1' })).toMatchObject([
      { do: 'reply', event: { type: 'held' } },
    ])
    expect(simulation.room.held.size).toBe(1)
  })

  /** A room that holds five lines of a member. */
  const holdingFive = () => {
    const simulation = holding()
    for (let line = 0; line < 5; line++) simulation.say(mira, `line ${line}`)
    return simulation
  }

  it('a member may have five lines held', () => {
    const simulation = holdingFive()
    expect(simulation.room.held.size).toBe(5)
    expect(refusals(simulation.say(mira, 'one more'))).toEqual([['held_full']])
  })

  it('a room may have two hundred lines held', () => {
    const simulation = holding()
    const say = (id: number) => refusals(simulation.say({ ...tomo, id }, 'hello'))
    for (let line = 1; line <= 200; line++) expect(say(1000 + line)).toEqual([])
    expect(simulation.room.held.size).toBe(200)
    expect(say(2000)).toEqual([['held_full']])
  })

  it('the held lines of a member do not count for others', () => {
    expect(holdingFive().say(tomo, 'me too')).toMatchObject([{ do: 'hold' }, {}, {}])
  })

  it('a published line cannot be edited while lines are held for review', () => {
    const simulation = new ChatSimulation()
    simulation.say(mira, 'hello')
    simulation.moderate(ines, { action: 'settings', rules: { ...DEFAULT_RULES, hold: true }, words: [] })
    expect(refusals(simulation.send(mira, { type: 'edit', id: 1, message: 'rude' }))).toEqual([['reviewed']])
  })
})

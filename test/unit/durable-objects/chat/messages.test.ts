import { describe, expect, it, vi } from 'vitest'
import { CHAT_HISTORY_LINES } from '../../../../contract/limits.ts'
import { DEFAULT_RULES, entryEvents, missedSince } from '../../../../durable-objects/chat/state.ts'
import {
  broadcastEvents,
  ChatSimulation,
  DAY_MS,
  memberOf,
  refusals,
  START,
} from '../../../support/unit/chat-simulation.ts'

const mira = memberOf()
const tomo = memberOf()
const ines = memberOf({ flags: 'm' })
/** A retry by a client that had received no lines before its first attempt. */
const RETRY = { again: 0 }

describe('lines in a room', () => {
  it('a line gets the next number, its author and its date [2 §3 Chat message]', () => {
    const simulation = new ChatSimulation()
    simulation.say(mira, 'hello')
    expect(broadcastEvents(simulation.say(tomo, 'good evening', { key: 'evening-1', replyTo: 1 }))).toEqual([
      {
        type: 'chat',
        number: 2,
        line: {
          id: 2,
          user: { id: tomo.id, nickname: tomo.nickname, avatar: null },
          message: 'good evening',
          date: '20261121180000',
          admin: false,
          action: false,
          background: null,
          key: 'evening-1',
          replyTo: 1,
          edited: false,
          link: null,
        },
      },
    ])
  })

  it('an empty line is ignored [2 §2 Chat]', () => {
    const simulation = new ChatSimulation()
    for (const message of ['', '/me', '/me ', '\u200b', '\u3164\u200d', '/me \u200b'])
      expect(simulation.say(mira, message)).toEqual([])
    expect(simulation.room.lastNumber).toBe(0)
  })

  it('a line of staff has the admin flag [2 §2 Chat]', () => {
    expect(broadcastEvents(new ChatSimulation().say(ines, 'hello'))).toMatchObject([{ line: { admin: true } }])
  })

  it.each([
    ['/me waves', 'waves', true],
    ['/me  waves', 'waves', true],
    ['/meow', '/meow', false],
    ['say /me', 'say /me', false],
  ])('a line is an action if it begins with /me: %j', (typed, message, action) => {
    expect(broadcastEvents(new ChatSimulation().say(mira, typed))).toMatchObject([{ line: { message, action } }])
  })

  it('a repeated message with the same key gets only the stored line', () => {
    const simulation = new ChatSimulation()
    const [first] = broadcastEvents(simulation.say(mira, 'hello', { key: 'line-one' }))
    expect(simulation.say(mira, 'hello', { key: 'line-one' })).toEqual([{ do: 'reply', event: first }])
  })

  it('two members may use the same key', () => {
    const simulation = new ChatSimulation()
    simulation.say(mira, 'hello', { key: 'line-one' })
    expect(broadcastEvents(simulation.say(tomo, 'hello', { key: 'line-one' }))).toHaveLength(1)
  })

  it('a line is found under its key after many others', () => {
    const simulation = new ChatSimulation()
    const [first] = broadcastEvents(simulation.say(mira, 'hello', { key: 'line-one' }))
    for (let n = 0; n <= CHAT_HISTORY_LINES; n++) simulation.wait(1000).say(tomo, `line ${n}`)
    expect(simulation.say(mira, 'hello', { key: 'line-one', ...RETRY })).toEqual([{ do: 'reply', event: first }])
  })

  it('a deleted line does not return under its key', () => {
    const simulation = new ChatSimulation()
    simulation.say(mira, 'hello', { key: 'line-one' })
    simulation.moderate(ines, { action: 'delete', id: 1, reason: '' })
    expect(refusals(simulation.say(mira, 'hello', { key: 'line-one', ...RETRY }))).toEqual([['not_found']])
  })

  it('a line that may mention a member is reported to the site', () => {
    expect(new ChatSimulation().say(mira, 'hi @Tomo')).toContainEqual({
      do: 'report',
      event: { kind: 'named', at: START, number: 1, userId: mira.id, message: 'hi @Tomo' },
    })
  })

  it('a line that cannot mention a member is not reported to the site', () => {
    expect(new ChatSimulation().say(mira, 'mail me@home')).toMatchObject([{ do: 'post' }])
  })
})

describe('permission to write', () => {
  describe('eight lines at once', () => {
    /** A room in which a member has just written eight lines. */
    const busyRoom = () => {
      const simulation = new ChatSimulation()
      for (let line = 0; line < 8; line++) simulation.say(mira, `line ${line}`)
      return simulation
    }

    it('a member may write eight lines at once', () => {
      expect(busyRoom().room.lines).toHaveLength(8)
    })

    it('a refusal of more lines states the wait in seconds', () => {
      expect(refusals(busyRoom().say(mira, 'one more'))).toEqual([['too_fast', 1]])
    })

    it('a member who wrote eight lines may write one more each second', () => {
      const simulation = busyRoom().wait(1000)
      expect(broadcastEvents(simulation.say(mira, 'one more'))).toHaveLength(1)
      expect(refusals(simulation.say(mira, 'and another'))).toEqual([['too_fast', 1]])
    })

    it('the lines of a member do not count for others', () => {
      expect(broadcastEvents(busyRoom().say(tomo, 'me too'))).toHaveLength(1)
    })
  })

  it('slow mode allows one line in its interval', () => {
    const simulation = new ChatSimulation({ rules: { ...DEFAULT_RULES, slowSeconds: 30 } })
    simulation.say(mira, 'hello')
    expect(refusals(simulation.wait(10_000).say(mira, 'again'))).toEqual([['slow_mode', 20]])
    expect(broadcastEvents(simulation.wait(20_000).say(mira, 'again'))).toHaveLength(1)
  })

  it('slow mode does not apply to moderators', () => {
    const simulation = new ChatSimulation({ rules: { ...DEFAULT_RULES, slowSeconds: 30 } })
    simulation.say(ines, 'hello')
    expect(broadcastEvents(simulation.say(ines, 'again'))).toHaveLength(1)
  })

  describe('a member who has written the lines of a day', () => {
    const talkative = memberOf({ writesAgainAt: START + 7_200_000 })

    it('is refused until they may write again', () => {
      const simulation = new ChatSimulation()
      expect(refusals(simulation.say(talkative, 'hello'))).toEqual([['day_limit', 7200]])
      expect(broadcastEvents(simulation.wait(7_200_000).say(talkative, 'hello'))).toHaveLength(1)
    })

    it('gets the line that they send again', () => {
      const simulation = new ChatSimulation()
      const [first] = broadcastEvents(simulation.say({ ...talkative, writesAgainAt: 0 }, 'hello', { key: 'line-one' }))
      expect(simulation.say(talkative, 'hello', { key: 'line-one' })).toEqual([{ do: 'reply', event: first }])
    })
  })

  describe.each([
    ['day', { registeredAt: START - DAY_MS + 1 }, { registeredAt: START - DAY_MS }],
    ['fans', {}, { fan: true }],
    ['group', {}, { inGroup: true }],
  ] as const)('a room for %s', (speakers, fields, allowedFields) => {
    const sayBy = (by: typeof mira) =>
      new ChatSimulation({ rules: { ...DEFAULT_RULES, speakers }, ownerId: 4000 }).say(by, 'hello')

    it('a member who does not belong to the speakers is refused', () => {
      expect(refusals(sayBy(memberOf(fields)))).toEqual([[`speakers_${speakers}`]])
    })

    it.each([
      ['a member who belongs to the speakers', memberOf(allowedFields)],
      ['a member of staff', ines],
      ['the owner of the room', memberOf({ id: 4000 })],
    ])('%s may write', (_name, by) => {
      expect(broadcastEvents(sayBy(by))).toHaveLength(1)
    })
  })

  it.each(['A Rude word', 'rude, really', 'Ｒｕｄｅ', 'r\u200bude', 'r\u3164ude', 'rúde'])(
    'a line with a filtered word is refused: %j',
    (message) => {
      const simulation = new ChatSimulation({ words: ['rude'] })
      expect(refusals(simulation.say(mira, message))).toEqual([['filtered']])
    },
  )

  it('a filtered emoji is refused also within a word', () => {
    const simulation = new ChatSimulation({ words: ['\u{1f595}'] })
    expect(refusals(simulation.say(mira, 'you\u{1f595}\u{1f3fd}'))).toEqual([['filtered']])
  })

  it('a line with another emoji than a filtered one is accepted', () => {
    const simulation = new ChatSimulation({ words: ['\u{1f595}'] })
    expect(broadcastEvents(simulation.say(mira, 'you \u{1f44d}'))).toHaveLength(1)
  })

  it.each(['crude oil', 'rudeness'])('a filtered word does not match within a longer word: %j', (message) => {
    expect(broadcastEvents(new ChatSimulation({ words: ['rude'] }).say(mira, message))).toHaveLength(1)
  })

  it('a muted member cannot write until the mute ends', () => {
    const simulation = new ChatSimulation()
    simulation.moderate(ines, { action: 'mute', userId: mira.id, minutes: 10, reason: '' })
    expect(refusals(simulation.wait(60_000).say(mira, 'but'))).toEqual([['muted', 540]])
    expect(broadcastEvents(simulation.wait(540_000).say(mira, 'sorry'))).toHaveLength(1)
  })
})

describe('own lines', () => {
  it('a member may edit a line for five minutes', () => {
    const simulation = new ChatSimulation()
    simulation.say(mira, 'helo')
    expect(broadcastEvents(simulation.wait(300_000).send(mira, { type: 'edit', id: 1, message: 'hello' }))).toEqual([
      { type: 'edit', number: 2, id: 1, message: 'hello' },
    ])
    expect(simulation.room.lines).toMatchObject([{ message: 'hello' }])
    expect(refusals(simulation.wait(1).send(mira, { type: 'edit', id: 1, message: 'hallo' }))).toEqual([['too_late']])
  })

  it('an edited line is marked as edited', () => {
    const simulation = new ChatSimulation()
    simulation.say(mira, 'helo')
    simulation.send(mira, { type: 'edit', id: 1, message: 'hello' })
    expect(simulation.room.lines).toMatchObject([{ edited: true }])
  })

  it('a line cannot be edited to one without visible characters', () => {
    const simulation = new ChatSimulation()
    simulation.say(mira, 'hello')
    expect(simulation.send(mira, { type: 'edit', id: 1, message: '\u200b' })).toEqual([])
    expect(simulation.room.lines).toMatchObject([{ message: 'hello', edited: false }])
  })

  it('a member may delete a line for five minutes', () => {
    const simulation = new ChatSimulation()
    simulation.say(mira, 'helo')
    expect(broadcastEvents(simulation.wait(300_000).send(mira, { type: 'delete', id: 1 }))).toEqual([
      { type: 'delete', number: 2, ids: [1] },
    ])
    expect(simulation.room.lines).toEqual([])
    simulation.say(mira, 'hello')
    expect(refusals(simulation.wait(300_001).send(mira, { type: 'delete', id: 3 }))).toEqual([['too_late']])
  })

  it('deletions count towards the lines at once', () => {
    const simulation = new ChatSimulation()
    for (let line = 1; line <= 4; line++) simulation.say(mira, `line ${line}`)
    for (let id = 1; id <= 4; id++) simulation.send(mira, { type: 'delete', id })
    simulation.wait(1000).say(mira, 'line 5')
    expect(refusals(simulation.send(mira, { type: 'delete', id: 9 }))).toEqual([['too_fast', 1]])
    expect(broadcastEvents(simulation.wait(1000).send(mira, { type: 'delete', id: 9 }))).toHaveLength(1)
  })

  it('a member cannot edit or delete the lines of others', () => {
    const simulation = new ChatSimulation()
    simulation.say(mira, 'hello')
    expect(refusals(simulation.send(tomo, { type: 'edit', id: 1, message: 'bye' }))).toEqual([['not_yours']])
    expect(refusals(simulation.send(tomo, { type: 'delete', id: 1 }))).toEqual([['not_yours']])
  })

  it('a line that does not exist cannot be deleted', () => {
    expect(refusals(new ChatSimulation().send(tomo, { type: 'delete', id: 7 }))).toEqual([['not_found']])
  })

  it('a line with a number that the log cannot have is not read from it', () => {
    const simulation = new ChatSimulation({ lastNumber: 20_000 })
    const read = vi.spyOn(simulation, 'lineOf')
    for (const id of [1, 20_001]) {
      expect(refusals(simulation.send(tomo, { type: 'delete', id }))).toEqual([['not_found']])
      expect(refusals(simulation.send(tomo, { type: 'edit', id, message: 'hey' }))).toEqual([['not_found']])
    }
    expect(read).not.toHaveBeenCalled()
  })

  it('an edit obeys the same rules as a new line', () => {
    const simulation = new ChatSimulation({ words: ['rude'] })
    simulation.say(mira, 'hello')
    expect(refusals(simulation.send(mira, { type: 'edit', id: 1, message: 'rude' }))).toEqual([['filtered']])
    simulation.moderate(ines, { action: 'mute', userId: mira.id, minutes: 10, reason: '' })
    expect(refusals(simulation.send(mira, { type: 'edit', id: 1, message: 'hey' }))).toMatchObject([['muted', 600]])
  })

  it('a line can be edited after many others', () => {
    const simulation = new ChatSimulation()
    simulation.say(mira, 'helo')
    for (let n = 0; n <= CHAT_HISTORY_LINES; n++) simulation.wait(1000).say(tomo, `line ${n}`)
    expect(broadcastEvents(simulation.send(mira, { type: 'edit', id: 1, message: 'hello' }))).toHaveLength(1)
    expect(simulation.lineOf(1)).toMatchObject({ message: 'hello' })
  })
})

describe('returning to a room', () => {
  const roomWith = (lines: number) => {
    const simulation = new ChatSimulation()
    for (let n = 0; n < lines; n++) simulation.wait(1000).say(mira, `line ${n}`)
    return simulation
  }
  /** `missed` and the numbers of the lines that a member gets who had the lines up to `last`. */
  const missedLines = (simulation: ChatSimulation, last?: number) => {
    const event = missedSince(simulation.room, last)
    return event.type === 'chats' ? [event.missed, event.lines.map(({ id }) => id)] : []
  }

  it('a returning member gets the lines that they missed', () => {
    expect(missedLines(roomWith(5), 3)).toEqual([true, [4, 5]])
    expect(missedLines(roomWith(5), 5)).toEqual([true, []])
    expect(missedLines(roomWith(CHAT_HISTORY_LINES + 10), 40)[0]).toBe(true)
  })

  it('a member who missed more lines than are stored gets all stored lines [2 §2 Chat: the latest 50 lines]', () => {
    const [missed, lines] = missedLines(roomWith(CHAT_HISTORY_LINES + 10), 4)
    expect([missed, lines]).toEqual([false, Array.from({ length: CHAT_HISTORY_LINES }, (_, i) => i + 11)])
  })

  it('a member gets all stored lines when a line they had was changed', () => {
    const simulation = roomWith(5)
    simulation.send(mira, { type: 'delete', id: 2 })
    expect(missedLines(simulation, 5)).toEqual([false, [1, 3, 4, 5]])
  })

  it('a member who received the change of a line gets no lines again', () => {
    const simulation = roomWith(5)
    simulation.send(mira, { type: 'delete', id: 2 })
    expect(missedLines(simulation, 6)).toEqual([true, []])
  })

  it('a member gets all stored lines on the first visit', () => {
    expect(missedLines(roomWith(2))).toEqual([false, [1, 2]])
  })

  it('a member with an impossible last number gets all stored lines', () => {
    expect(missedLines(roomWith(2), 9)).toEqual([false, [1, 2]])
  })
})

describe('entering a room', () => {
  /** The first events for a member who enters a room with a topic, in which Mira is muted for an hour. */
  const entryOf = (member: typeof mira) => {
    const simulation = new ChatSimulation()
    simulation.moderate(ines, { action: 'topic', message: 'Be kind' })
    simulation.moderate(ines, { action: 'mute', userId: mira.id, minutes: 60, reason: '' })
    return entryEvents(simulation.room, member, undefined, simulation.now)
  }

  it('a member gets the settings of the room, its topic and its lines', () => {
    expect(entryOf(tomo)).toMatchObject([
      { type: 'channel', channel: 'lobby', kind: 'standing', mutedUntil: null },
      { type: 'topic', topic: { message: 'Be kind', user: { id: ines.id } } },
      { type: 'chats' },
    ])
  })

  it('a muted member gets the end of their mute', () => {
    expect(entryOf(mira)[0]).toMatchObject({ mutedUntil: '20261121190000' })
  })

  it.each([
    ['a moderator', ines, true],
    ['another member', mira, false],
  ])('the settings state if the member may moderate: %s', (_name, member, moderator) => {
    expect(entryOf(member)[0]).toMatchObject({ moderator })
  })
})

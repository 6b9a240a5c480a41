import { describe, expect, it } from 'vitest'
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

describe('lines in a room', () => {
  it('a line gets the next number, its author and its date [2 §3 Chat message]', () => {
    const talk = new ChatSimulation()
    talk.say(mira, 'hello')
    expect(broadcastEvents(talk.say(tomo, 'good evening', { key: 'evening-1', replyTo: 1 }))).toEqual([
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
    const talk = new ChatSimulation()
    for (const nothing of ['', '/me', '/me ', '\u200b', '\u3164\u200d', '/me \u200b'])
      expect(talk.say(mira, nothing)).toEqual([])
    expect(talk.room.lastNumber).toBe(0)
  })

  it('a line of staff carries the admin flag [2 §2 Chat]', () => {
    expect(broadcastEvents(new ChatSimulation().say(ines, 'hello'))).toMatchObject([{ line: { admin: true } }])
  })

  it.each([
    ['/me waves', 'waves', true],
    ['/me  waves', 'waves', true],
    ['/meow', '/meow', false],
    ['say /me', 'say /me', false],
  ])('a line is an action if it begins with /me: %j [decisions, Chat]', (typed, message, action) => {
    expect(broadcastEvents(new ChatSimulation().say(mira, typed))).toMatchObject([{ line: { message, action } }])
  })

  it('a line is stored once under its key, and a repeated message gets the stored line', () => {
    const talk = new ChatSimulation()
    const [first] = broadcastEvents(talk.say(mira, 'hello', { key: 'line-one' }))
    const again = talk.say(mira, 'hello', { key: 'line-one' })
    expect(again).toEqual([{ do: 'reply', event: first }])
    expect(broadcastEvents(talk.say(tomo, 'hello', { key: 'line-one' }))).toHaveLength(1)
  })

  it('a line is found under its key after many others', () => {
    const talk = new ChatSimulation()
    const [first] = broadcastEvents(talk.say(mira, 'hello', { key: 'line-one' }))
    for (let n = 0; n <= CHAT_HISTORY_LINES; n++) talk.wait(1000).say(tomo, `line ${n}`)
    expect(talk.say(mira, 'hello', { key: 'line-one', again: 0 })).toEqual([{ do: 'reply', event: first }])
  })

  it('a deleted line does not return under its key', () => {
    const talk = new ChatSimulation()
    talk.say(mira, 'hello', { key: 'line-one' })
    talk.moderate(ines, { action: 'delete', id: 1, reason: '' })
    expect(refusals(talk.say(mira, 'hello', { key: 'line-one', again: 0 }))).toEqual([['not_found']])
  })

  it('a line that may mention a member is reported to the site', () => {
    const talk = new ChatSimulation()
    expect(talk.say(mira, 'mail me@home')).toHaveLength(1)
    expect(talk.say(mira, 'hi @Tomo')).toContainEqual({
      do: 'report',
      event: { kind: 'named', at: START, number: 2, userId: mira.id, message: 'hi @Tomo' },
    })
  })
})

describe('permission to write', () => {
  it('a member may write eight lines at once and then one a second, and a refusal states the wait', () => {
    const talk = new ChatSimulation()
    for (let line = 0; line < 8; line++) expect(broadcastEvents(talk.say(mira, `line ${line}`))).toHaveLength(1)
    expect(refusals(talk.say(mira, 'one more'))).toEqual([['too_fast', 1]])
    expect(broadcastEvents(talk.say(tomo, 'me too'))).toHaveLength(1)
    expect(broadcastEvents(talk.wait(1000).say(mira, 'one more'))).toHaveLength(1)
  })

  it('slow mode allows one line in its interval and does not apply to moderators', () => {
    const talk = new ChatSimulation({ rules: { ...DEFAULT_RULES, slowSeconds: 30 } })
    talk.say(mira, 'hello')
    expect(refusals(talk.wait(10_000).say(mira, 'again'))).toEqual([['slow_mode', 20]])
    expect(broadcastEvents(talk.wait(20_000).say(mira, 'again'))).toHaveLength(1)
    talk.say(ines, 'hello')
    expect(broadcastEvents(talk.say(ines, 'again'))).toHaveLength(1)
  })

  it.each([
    ['day', { registeredAt: START - DAY_MS + 1 }, { registeredAt: START - DAY_MS }],
    ['fans', {}, { fan: true }],
    ['group', {}, { inGroup: true }],
  ] as const)('a room for %s refuses other members, and never staff or its owner', (speakers, fields, mayFields) => {
    const talk = new ChatSimulation({ rules: { ...DEFAULT_RULES, speakers }, ownerId: 4000 })
    expect(refusals(talk.say(memberOf(fields), 'hello'))).toEqual([[`speakers_${speakers}`]])
    expect(broadcastEvents(talk.say(memberOf(mayFields), 'hello'))).toHaveLength(1)
    expect(broadcastEvents(talk.say(ines, 'hello'))).toHaveLength(1)
    expect(broadcastEvents(talk.say(memberOf({ id: 4000 }), 'hello'))).toHaveLength(1)
  })

  it.each(['A Rude word', 'rude, really', 'Ｒｕｄｅ', 'r\u200bude', 'r\u3164ude', 'rúde'])(
    'a line with a filtered word is refused: %j',
    (message) => {
      const talk = new ChatSimulation({ words: ['rude'] })
      expect(refusals(talk.say(mira, message))).toEqual([['filtered']])
    },
  )

  it('a filtered emoji is refused also within a word', () => {
    const talk = new ChatSimulation({ words: ['\u{1f595}'] })
    expect(refusals(talk.say(mira, 'you\u{1f595}\u{1f3fd}'))).toEqual([['filtered']])
    expect(broadcastEvents(talk.say(mira, 'you \u{1f44d}'))).toHaveLength(1)
  })

  it.each(['crude oil', 'rudeness'])('a filtered word does not match within a longer word: %j', (message) => {
    expect(broadcastEvents(new ChatSimulation({ words: ['rude'] }).say(mira, message))).toHaveLength(1)
  })

  it('a muted member cannot write until the mute ends', () => {
    const talk = new ChatSimulation()
    talk.moderate(ines, { action: 'mute', userId: mira.id, minutes: 10, reason: '' })
    expect(refusals(talk.wait(60_000).say(mira, 'but'))).toEqual([['muted', 540]])
    expect(broadcastEvents(talk.wait(540_000).say(mira, 'sorry'))).toHaveLength(1)
  })
})

describe('own lines', () => {
  it('a member may edit a line for five minutes', () => {
    const talk = new ChatSimulation()
    talk.say(mira, 'helo')
    expect(broadcastEvents(talk.wait(300_000).send(mira, { type: 'edit', id: 1, message: 'hello' }))).toEqual([
      { type: 'edit', number: 2, id: 1, message: 'hello' },
    ])
    expect(talk.room.lines).toMatchObject([{ message: 'hello', edited: true }])
    expect(refusals(talk.wait(1).send(mira, { type: 'edit', id: 1, message: 'hallo' }))).toEqual([['too_late']])
  })

  it('a line cannot be edited to one without visible characters', () => {
    const talk = new ChatSimulation()
    talk.say(mira, 'hello')
    expect(talk.send(mira, { type: 'edit', id: 1, message: '\u200b' })).toEqual([])
    expect(talk.room.lines).toMatchObject([{ message: 'hello', edited: false }])
  })

  it('a member may delete a line for five minutes', () => {
    const talk = new ChatSimulation()
    talk.say(mira, 'helo')
    expect(broadcastEvents(talk.wait(300_000).send(mira, { type: 'delete', id: 1 }))).toEqual([
      { type: 'delete', number: 2, ids: [1] },
    ])
    expect(talk.room.lines).toEqual([])
    talk.say(mira, 'hello')
    expect(refusals(talk.wait(300_001).send(mira, { type: 'delete', id: 3 }))).toEqual([['too_late']])
  })

  it('a member cannot edit or delete the lines of others', () => {
    const talk = new ChatSimulation()
    talk.say(mira, 'hello')
    expect(refusals(talk.send(tomo, { type: 'edit', id: 1, message: 'bye' }))).toEqual([['not_yours']])
    expect(refusals(talk.send(tomo, { type: 'delete', id: 1 }))).toEqual([['not_yours']])
    expect(refusals(talk.send(tomo, { type: 'delete', id: 7 }))).toEqual([['not_found']])
  })

  it('an edit obeys the same rules as a new line', () => {
    const talk = new ChatSimulation({ words: ['rude'] })
    talk.say(mira, 'hello')
    expect(refusals(talk.send(mira, { type: 'edit', id: 1, message: 'rude' }))).toEqual([['filtered']])
    talk.moderate(ines, { action: 'mute', userId: mira.id, minutes: 10, reason: '' })
    expect(refusals(talk.send(mira, { type: 'edit', id: 1, message: 'hey' }))).toMatchObject([['muted', 600]])
  })

  it('a line can be edited after many others', () => {
    const talk = new ChatSimulation()
    talk.say(mira, 'helo')
    for (let n = 0; n <= CHAT_HISTORY_LINES; n++) talk.wait(1000).say(tomo, `line ${n}`)
    expect(broadcastEvents(talk.send(mira, { type: 'edit', id: 1, message: 'hello' }))).toHaveLength(1)
    expect(talk.lineOf(1)).toMatchObject({ message: 'hello' })
  })
})

describe('returning to a room', () => {
  const talkOf = (lines: number) => {
    const talk = new ChatSimulation()
    for (let n = 0; n < lines; n++) talk.wait(1000).say(mira, `line ${n}`)
    return talk
  }
  const numbers = (talk: ChatSimulation, last?: number) => {
    const event = missedSince(talk.room, last)
    return event.type === 'chats' ? [event.missed, event.lines.map(({ id }) => id)] : []
  }

  it('a returning member gets the lines that they missed', () => {
    expect(numbers(talkOf(5), 3)).toEqual([true, [4, 5]])
    expect(numbers(talkOf(5), 5)).toEqual([true, []])
    expect(numbers(talkOf(CHAT_HISTORY_LINES + 10), 40)[0]).toBe(true)
  })

  it('a member who missed more lines than are stored gets all stored lines [2 §2 Chat: the latest 50 lines]', () => {
    const [missed, lines] = numbers(talkOf(CHAT_HISTORY_LINES + 10), 4)
    expect([missed, lines]).toEqual([false, Array.from({ length: CHAT_HISTORY_LINES }, (_, i) => i + 11)])
  })

  it('a member gets all stored lines when a line they had was changed', () => {
    const talk = talkOf(5)
    talk.send(mira, { type: 'delete', id: 2 })
    expect(numbers(talk, 5)).toEqual([false, [1, 3, 4, 5]])
    expect(numbers(talk, 6)).toEqual([true, []])
  })

  it('a member gets all stored lines on the first visit, and with an impossible last number', () => {
    expect(numbers(talkOf(2))).toEqual([false, [1, 2]])
    expect(numbers(talkOf(2), 9)).toEqual([false, [1, 2]])
  })

  it('a member who enters a room gets its settings, its topic and the end of their mute', () => {
    const talk = new ChatSimulation()
    talk.moderate(ines, { action: 'topic', message: 'Be kind' })
    talk.moderate(ines, { action: 'mute', userId: mira.id, minutes: 60, reason: '' })
    expect(entryEvents(talk.room, mira, undefined, talk.now)).toMatchObject([
      { type: 'channel', channel: 'lobby', kind: 'standing', moderator: false, mutedUntil: '20261121190000' },
      { type: 'topic', topic: { message: 'Be kind', user: { id: ines.id } } },
      { type: 'chats' },
    ])
    expect(entryEvents(talk.room, ines, undefined, talk.now)[0]).toMatchObject({ moderator: true, mutedUntil: null })
  })
})

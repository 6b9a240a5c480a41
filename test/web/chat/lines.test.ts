import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EMOTICONS, insertEmoticon } from '../../../web/features/chat/compose/emoticons.ts'
import { parseCommand } from '../../../web/features/chat/compose/parse-command.ts'
import { linkedSketches, splitLine } from '../../../web/features/chat/lines/line-parts.ts'
import { hasNewLine } from '../../../web/features/chat/lines/useStickToBottom.ts'
import { durationText, memberCountText, refusalMessage } from '../../../web/lib/messages/chat.ts'

const HOST = 'croquis.example'
const NOOR = { id: 4, nickname: 'Noor', avatar: null }
const typed = (text: string) => parseCommand(text, HOST)
const parts = (message: string) => splitLine(message, HOST, [NOOR])
const kinds = (message: string) => parts(message).map(({ kind, text }) => [kind, text])

describe('mentions that the site found in a line', () => {
  const mentions = [{ userId: 4, start: 6, length: 5 }]
  const shown = (message: string, people = [NOOR]) =>
    splitLine(message, HOST, people, mentions).map(({ kind, text }) => [kind, text])

  it('a mention shows the present name of its member', () => {
    const renamed = [{ ...NOOR, nickname: 'Noor of today' }]
    expect(shown('look, @Noor', renamed)).toEqual([
      ['text', 'look, '],
      ['mention', '@Noor of today'],
    ])
  })

  it('a mention of a member who is not known yet shows the name that was written', () => {
    expect(shown('look, @Noor!', [])).toEqual([
      ['text', 'look, '],
      ['mention', '@Noor'],
      ['text', '!'],
    ])
  })

  it('a mention of a deleted member is no link', () => {
    expect(shown('look, @Noor', [{ ...NOOR, nickname: 'deleted member' }])).toEqual([
      ['text', 'look, '],
      ['text', '@deleted member'],
    ])
  })

  it('a name that the site did not find is no mention', () => {
    expect(splitLine('look, @Noor', HOST, [NOOR], []).map(({ kind }) => kind)).toEqual(['text'])
  })

  it('mentions, links and emoticons of a line keep their text and places', () => {
    const message = 'see https://croquis.example/a @Noor :)'
    const found = [{ userId: 4, start: 30, length: 5 }]
    const all = splitLine(message, HOST, [NOOR], found)
    expect(all.map(({ text }) => text).join('')).toBe(message)
    expect(all.map(({ at, text }) => message.slice(at, at + text.length))).toEqual(all.map(({ text }) => text))
    expect(all.find(({ kind }) => kind === 'mention')).toMatchObject({ at: 30, userId: 4 })
  })
})

describe('input in a chat room [2 §2 Chat]', () => {
  it.each(['', '  ', '\n', '\u200b', '\u2060 \u200d'])('input without visible characters is ignored: %j', (text) => {
    expect(typed(text)).toEqual({ type: 'nothing' })
  })

  it.each(['Hello', '/me waves', 'and/or', '/ 2', '//'])('%j is sent as a line', (text) => {
    expect(typed(text)).toEqual({ type: 'line', message: text })
  })

  it.each(['  Hello  there ', '\tHello there\n', '\ufeffHello \u202e there'])(
    'a line is trimmed [2 §5]: %j',
    (text) => {
      expect(typed(text)).toEqual({ type: 'line', message: 'Hello there' })
    },
  )

  it.each([
    ['/join sketch', 'sketch'],
    ['/join Still Life!', 'still-life'],
    ['/JOIN  Français ', 'français'],
  ])('the room name after /join is normalised: %j', (text, channel) => {
    expect(typed(text)).toEqual({ type: 'join', channel })
  })

  it.each(['/user/12', '/user/12/likes', 'https://croquis.example/user/12?tab=1', 'croquis.example/user/12'])(
    'the link of a profile after /report is accepted: %j',
    (link) => {
      expect(typed(`/report ${link}`)).toEqual({ type: 'report', userId: 12 })
    },
  )

  it.each(['', 'Noor', '/sketch/12', '/user/x', 'https://elsewhere.example/user/12', 'javascript:/user/12'])(
    'anything else after /report shows how to use it [2 §8]: %j',
    (link) => {
      const text = "Use /report followed by the user's profile page link"
      expect(typed(`/report ${link}`)).toEqual({ type: 'hint', text })
    },
  )

  it.each([
    ['/join', 'Use /join followed by a room name.'],
    ['/join !!', 'Use /join followed by a room name.'],
    ['/me', 'Use /me followed by what you’re doing.'],
    ['/fireworks', 'Unknown command. You can use /join, /me and /report.'],
    ['/help me', 'Unknown command. You can use /join, /me and /report.'],
  ])('an incomplete or unknown command shows a hint: %j', (typedText, text) => {
    expect(typed(typedText)).toEqual({ type: 'hint', text })
  })
})

describe('the text of a line', () => {
  const piece = fc.constantFrom(
    ...['@Noor', ' ', 'https://a.example/x', '/sketch/4', ':)', '<b>', '(coffee)', ').', 'é', '<3'],
  )
  const message = fc.array(piece).map((pieces) => pieces.join(''))

  it('the parts of a line add up to its text', () => {
    fc.assert(
      fc.property(message, (message) => {
        const texts = parts(message).map(({ text }) => text)
        expect(texts.join('')).toBe(message)
      }),
    )
  })

  it('each part of a line states its place in the text', () => {
    fc.assert(
      fc.property(message, (message) => {
        for (const { at, text } of parts(message)) expect(message.slice(at, at + text.length)).toBe(text)
      }),
    )
  })

  it('addresses become links without the punctuation around them', () => {
    expect(kinds('See https://croquis.example/user/3, or (https://a.example/b).')).toEqual([
      ...[
        ['text', 'See '],
        ['internal', 'https://croquis.example/user/3'],
        ['text', ', or ('],
        ['external', 'https://a.example/b'],
      ],
      ['text', ').'],
    ])
  })

  it('a path of the site becomes a link', () => {
    expect(parts('/sketch/12')).toEqual([{ kind: 'internal', at: 0, text: '/sketch/12', path: '/sketch/12' }])
  })

  it.each(['javascript:alert(1)', 'data:text/html,x', 'ftp://a.example', 'http://', 'a/sketch/1'])(
    'other text does not become a link: %j',
    (message) => {
      expect(kinds(message)).toEqual([['text', message]])
    },
  )

  it('the first two linked sketches are shown', () => {
    expect(linkedSketches(parts('/sketch/3 /user/1 /sketch/4 /sketch/5'))).toMatchObject([{ id: 3 }, { id: 4 }])
  })

  it('a sketch that is linked twice is shown once', () => {
    expect(linkedSketches(parts('/sketch/3 /sketch/3?in=x /sketch/4'))).toMatchObject([{ id: 3 }, { id: 4 }])
  })

  it('the link of an unlisted sketch keeps its key', () => {
    expect(linkedSketches(parts('see /sketch/3?key=a1b2#comment-4 /sketch/4'))).toEqual([
      { id: 3, linkKey: 'a1b2' },
      { id: 4, linkKey: null },
    ])
  })

  it('members in the room are mentioned by their names', () => {
    expect(kinds('Hi @Noor, and @nobody')).toEqual([
      ['text', 'Hi '],
      ['mention', '@Noor'],
      ['text', ', and @nobody'],
    ])
  })

  it('each emoticon is shown for its code', () => {
    for (const { name, code } of EMOTICONS) {
      expect(parts(`So ${code}`).at(-1)).toEqual({ kind: 'emoticon', name, at: 3, text: code })
    }
  })

  it.each([
    ['|', '(cat) |'],
    ['Hello|', 'Hello (cat) |'],
    ['Hello |', 'Hello (cat) |'],
    ['|Hello', '(cat) |Hello'],
    ['Hello | there', 'Hello (cat) |there'],
    ['Hello| there', 'Hello (cat) |there'],
    ['Hel|lo', 'Hel (cat) |lo'],
    [`${'x'.repeat(493)}|`, `${'x'.repeat(493)} (cat) |`],
    [`${'x'.repeat(494)}|`, `${'x'.repeat(494)} (cat)|`],
    [`|${'x'.repeat(494)}`, `(cat) |${'x'.repeat(494)}`],
  ])('an emoticon is inserted at the caret in %j', (typed, expected) => {
    const at = typed.indexOf('|')
    const { text, caret } = insertEmoticon(typed.replace('|', ''), '(cat)', { start: at, end: at }) ?? {
      text: '',
      caret: 0,
    }
    expect(`${text.slice(0, caret)}|${text.slice(caret)}`).toBe(expected)
  })

  it('an emoticon replaces the selection', () => {
    expect(insertEmoticon('Good cats', '(cat)', { start: 5, end: 9 })).toEqual({ text: 'Good (cat) ', caret: 11 })
  })

  it('an emoticon that exceeds the maximum length is not inserted', () => {
    expect(insertEmoticon('x'.repeat(495), '(cat)', { start: 495, end: 495 })).toBeNull()
    expect(insertEmoticon('x'.repeat(495), '(cat)', { start: 0, end: 0 })).toBeNull()
  })

  it.each(['(nonsense)', 'a:p', '10:00', 'x<3y'])('%j contains no emoticon', (message) => {
    expect(kinds(message)).toEqual([['text', message]])
  })
})

it.each([
  ['the first line is new', 4, undefined, true],
  ['a later line is new', 5, 4, true],
  ['an earlier message is not new', 3, 4, false],
  ['the same line is not new', 4, 4, false],
  ['an empty room has no new line', undefined, 4, false],
])('%s', (_, last, before, came) => {
  expect(hasNewLine(last, before)).toBe(came)
})

describe('a refused line', () => {
  it('the message states when the member may write again', () => {
    expect(refusalMessage('slow_mode', 12)).toBe('This room is in slow mode. You can write again in 12 seconds.')
  })

  it('the message states the reason', () => {
    expect(refusalMessage('filtered')).toBe('This message contains a word that is blocked here.')
  })

  it.each([
    ['speakers_day', 'In this room, members can write one day after joining.'],
    ['speakers_fans', 'Only fans of this room’s owner can write here.'],
    ['speakers_group', 'Only members of the group can write here.'],
  ] as const)('the message says to whom the room is open: %s', (code, text) => {
    expect(refusalMessage(code)).toBe(text)
  })

  it.each([
    [1, '1 second'],
    [119, '119 seconds'],
    [600, '10 minutes'],
    [3600, '60 minutes'],
    [86_400, '24 hours'],
    [604_800, '7 days'],
  ])('%i seconds are shown as %s', (seconds, wait) => {
    expect(durationText(seconds)).toBe(wait)
  })
})

it('the number of people in the room is shown in words', () => {
  expect([memberCountText(24), memberCountText(1)]).toEqual(['24 artists here', '1 artist here'])
})

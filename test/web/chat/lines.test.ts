import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EMOTICONS, insertEmoticon } from '../../../web/features/chat/compose/emoticons.ts'
import { parseCommand } from '../../../web/features/chat/compose/parse-command.ts'
import { linkedSketchIds, splitLine } from '../../../web/features/chat/lines/line-parts.ts'
import { hasNewLine } from '../../../web/features/chat/lines/useStickToBottom.ts'
import { durationText, memberCountText, refusalMessage } from '../../../web/lib/messages/chat.ts'

const HOST = 'croquis.example'
const NOOR = { id: 4, nickname: 'Noor', avatar: null }
const typed = (text: string) => parseCommand(text, HOST)
const parts = (message: string) => splitLine(message, HOST, [NOOR])
const kinds = (message: string) => parts(message).map(({ kind, text }) => [kind, text])

describe('what is typed in a room [2 §2 Chat]', () => {
  it.each(['', '  ', '\n', '\u200b', '\u2060 \u200d'])('is ignored when there is nothing to see in it: %j', (text) => {
    expect(typed(text)).toEqual({ type: 'nothing' })
  })

  it.each(['Hello', '/me waves', 'and/or', '/ 2', '//'])('is a line: %j', (text) => {
    expect(typed(text)).toEqual({ type: 'line', message: text })
  })

  it.each(['  Hello  there ', '\tHello there\n', '\ufeffHello \u202e there'])('is trimmed [2 §5]: %j', (text) => {
    expect(typed(text)).toEqual({ type: 'line', message: 'Hello there' })
  })

  it.each([
    ['/join sketch', 'sketch'],
    ['/join Still Life!', 'still-life'],
    ['/JOIN  Français ', 'français'],
  ])('joins a room by its name in lower case, spaces to dashes, others stripped: %j', (text, channel) => {
    expect(typed(text)).toEqual({ type: 'join', channel })
  })

  it.each(['/user/12', '/user/12/likes', 'https://croquis.example/user/12?tab=1', 'croquis.example/user/12'])(
    'reports the member of a profile link: %j',
    (link) => {
      expect(typed(`/report ${link}`)).toEqual({ type: 'report', userId: 12 })
    },
  )

  it.each(['', 'Noor', '/sketch/12', '/user/x', 'https://elsewhere.example/user/12', 'javascript:/user/12'])(
    'reports nobody by what is no profile link, and says so [2 §8]: %j',
    (link) => {
      const text = "Use /report followed by the user's profile page link"
      expect(typed(`/report ${link}`)).toEqual({ type: 'hint', text })
    },
  )

  it.each([
    ['/join', 'Use /join followed by the name of a room.'],
    ['/join !!', 'Use /join followed by the name of a room.'],
    ['/me', 'Use /me followed by what you do.'],
    ['/fireworks', 'There is no such command. There are /join, /me and /report.'],
    ['/help me', 'There is no such command. There are /join, /me and /report.'],
  ])('says in place what it cannot mean: %j', (typedText, text) => {
    expect(typed(typedText)).toEqual({ type: 'hint', text })
  })
})

describe('a line', () => {
  it('is never anything but its own text', () => {
    const piece = fc.constantFrom(
      '@Noor',
      ' ',
      'https://a.example/x',
      '/sketch/4',
      ':)',
      '<b>',
      '(coffee)',
      ').',
      'é',
      '<3',
    )
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const message = pieces.join('')
        const read = parts(message)
        expect(read.map(({ text }) => text).join('')).toBe(message)
        expect(read.every(({ at, text }) => message.slice(at, at + text.length) === text)).toBe(true)
      }),
    )
  })

  it('leads to pages of the site within it, and elsewhere by an address', () => {
    expect(kinds('See https://croquis.example/user/3, or (https://a.example/b).')).toEqual([
      ...[
        ['words', 'See '],
        ['internal', 'https://croquis.example/user/3'],
        ['words', ', or ('],
        ['external', 'https://a.example/b'],
      ],
      ['words', ').'],
    ])
    expect(parts('/sketch/12')).toEqual([{ kind: 'internal', at: 0, text: '/sketch/12', path: '/sketch/12' }])
  })

  it.each(['javascript:alert(1)', 'data:text/html,x', 'ftp://a.example', 'http://', 'a/sketch/1'])(
    'leads nowhere by what is no address: %j',
    (message) => {
      expect(kinds(message)).toEqual([['words', message]])
    },
  )

  it('shows the first two sketches that it leads to, each once', () => {
    expect(linkedSketchIds(parts('/sketch/3 /sketch/3?in=x /user/1 /sketch/4 /sketch/5'))).toEqual([3, 4])
  })

  it('calls those who are in the room by their names', () => {
    expect(kinds('Hi @Noor, and @nobody')).toEqual([
      ['words', 'Hi '],
      ['name', '@Noor'],
      ['words', ', and @nobody'],
    ])
  })

  it('shows each emoticon for its code', () => {
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
  ])('takes an emoticon where one types in %j', (typed, expected) => {
    const at = typed.indexOf('|')
    const { text, caret } = insertEmoticon(typed.replace('|', ''), '(cat)', { start: at, end: at }) ?? {
      text: '',
      caret: 0,
    }
    expect(`${text.slice(0, caret)}|${text.slice(caret)}`).toBe(expected)
  })

  it('takes an emoticon for what is selected, and none that there is no room for', () => {
    expect(insertEmoticon('Good cats', '(cat)', { start: 5, end: 9 })).toEqual({ text: 'Good (cat) ', caret: 11 })
    expect(insertEmoticon('x'.repeat(495), '(cat)', { start: 495, end: 495 })).toBeNull()
    expect(insertEmoticon('x'.repeat(495), '(cat)', { start: 0, end: 0 })).toBeNull()
  })

  it.each(['(nonsense)', 'a:p', '10:00', 'x<3y'])('has none in %j', (message) => {
    expect(kinds(message)).toEqual([['words', message]])
  })
})

it.each([
  ['the first', 4, undefined, true],
  ['one more', 5, 4, true],
  ['one less', 3, 4, false],
  ['the same', 4, 4, false],
  ['none', undefined, 4, false],
])('lines have come where the latest is later than it was: %s', (_, last, before, came) => {
  expect(hasNewLine(last, before)).toBe(came)
})

describe('a refusal', () => {
  it('says when one can speak again', () => {
    expect(refusalMessage('slow_mode', 12)).toBe(
      'This room is in slow mode. You can say something again in 12 seconds.',
    )
    expect(refusalMessage('filtered')).toBe('This line has a word that is not let into this room.')
  })

  it.each([
    [1, '1 second'],
    [119, '119 seconds'],
    [600, '10 minutes'],
    [3600, '60 minutes'],
    [86_400, '24 hours'],
    [604_800, '7 days'],
  ])('counts %i as %s', (seconds, wait) => {
    expect(durationText(seconds)).toBe(wait)
  })
})

it('counts who is here', () => {
  expect([memberCountText(24), memberCountText(1)]).toEqual(['24 artists here', '1 artist here'])
})

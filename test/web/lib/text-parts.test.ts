import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DELETED_MEMBER } from '../../../contract/deleted-member.ts'
import { mentionCandidates, resolveMentions } from '../../../contract/mentions.ts'
import { splitText } from '../../../web/lib/text-parts.ts'

const HOST = 'croquis.example'
const NOOR = new Map([['noor', 4]])
const parts = (text: string) => splitText(text, resolveMentions(mentionCandidates(text), NOOR), HOST)
const kinds = (text: string) => parts(text).map(({ kind, text: shown }) => [kind, shown])

describe('the parts of a text', () => {
  const piece = fc.constantFrom('@Noor', ' ', '\n', 'https://a.example/x', '/sketch/4', '<b>', ').', 'é', '@', '/')
  const text = fc.array(piece).map((pieces) => pieces.join(''))

  it('the parts add up to the text', () => {
    fc.assert(
      fc.property(text, (text) => {
        const texts = parts(text).map((part) => part.text)
        expect(texts.join('')).toBe(text)
      }),
    )
  })

  it('each part states its place in the text', () => {
    fc.assert(
      fc.property(text, (text) => {
        expect(parts(text).every((part) => text.startsWith(part.text, part.at))).toBe(true)
      }),
    )
  })

  it('a long run of punctuation within an address takes little time', () => {
    const address = `https://a.example/${'.'.repeat(100_000)}aa`
    const start = performance.now()
    expect(kinds(address)).toEqual([['external', address]])
    expect(performance.now() - start).toBeLessThan(5000)
  })

  it('addresses, pages of the site and members become links', () => {
    expect(kinds('See https://a.example/b_(c), /challenge/12, and ask @Noor!')).toEqual([
      ['text', 'See '],
      ['external', 'https://a.example/b_(c)'],
      ['text', ', '],
      ['internal', '/challenge/12'],
      ['text', ', and ask '],
      ['mention', '@Noor'],
      ['text', '!'],
    ])
  })

  it('an address of the site leads to its page', () => {
    expect(parts('https://croquis.example/tag/sea')).toMatchObject([{ kind: 'internal', path: '/tag/sea' }])
  })

  it('a mention names its member', () => {
    expect(parts('@Noor')).toMatchObject([{ kind: 'mention', userId: 4 }])
  })

  it('a mention shows the present nickname of its member', () => {
    const mention = { userId: 4, start: 4, length: 5, nickname: 'Noor the second' }
    expect(splitText('Ask @Noor!', [mention], HOST)).toEqual([
      { kind: 'text', at: 0, text: 'Ask ' },
      { kind: 'mention', at: 4, text: '@Noor the second', userId: 4 },
      { kind: 'text', at: 9, text: '!' },
    ])
  })

  it('a mention of a deleted member leads nowhere', () => {
    const mention = { userId: 4, start: 0, length: 5, nickname: DELETED_MEMBER }
    expect(splitText('@Noor', [mention], HOST)).toEqual([{ kind: 'text', at: 0, text: '@deleted member' }])
  })

  it('a mention inside an address belongs to the address', () => {
    expect(kinds('https://a.example/-@Noor')).toEqual([['external', 'https://a.example/-@Noor']])
  })

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://a.example',
    'http://',
    '//a.example',
    'and/or',
    '/logout',
    '/sign-in?return=/sketch/1',
    'https://croquis.example@evil.example/',
  ])('other text does not become a link: %j', (text) => {
    expect(kinds(text)).toEqual([['text', text]])
  })
})

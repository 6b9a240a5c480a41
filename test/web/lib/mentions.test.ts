import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mentionCandidates, resolveMentions } from '../../../contract/mentions.ts'
import { insertMention, mentionDraft, splitMentions, suggestedMembers } from '../../../web/lib/mentions.ts'

const person = (id: number, nickname: string) => ({ id, nickname, avatar: null })
const text = fc.string({ unit: fc.constantFrom('@', 'a', 'B', ' ', '.', '\n', 'é', '\u{1d4d0}') })

describe('the mention being typed', () => {
  it.each([
    ['@', 0, ''],
    ['See @', 4, ''],
    ['See @No', 4, 'No'],
    ['See @Ines Ka', 4, 'Ines Ka'],
    ['@one @two', 5, 'two'],
    ['(@no', 1, 'no'],
  ])('a mention before the caret is found: %j', (typed, start, query) => {
    expect(mentionDraft(typed, typed.length)).toEqual({ start, query })
    expect(mentionDraft(`${typed}, and more`, typed.length)).toEqual({ start, query })
  })

  it.each(['', 'no', 'mail@no', '@no,', '@no\n', `@${'a'.repeat(25)}`])(
    'there is no mention before the caret: %j',
    (typed) => {
      expect(mentionDraft(typed, typed.length)).toBeNull()
    },
  )

  it('the mention is the text between its @ and the caret', () => {
    fc.assert(
      fc.property(text, fc.nat(40), (typed, place) => {
        const caret = Math.min(place, typed.length)
        const name = mentionDraft(typed, caret)
        if (name) expect(typed.slice(name.start, caret)).toBe(`@${name.query}`)
      }),
    )
  })

  it('a completed mention is followed by one space', () => {
    expect(insertMention('See @no there', { start: 4, query: 'no' }, 'Noor')).toEqual({
      text: 'See @Noor there',
      caret: 10,
    })
    expect(insertMention('@', { start: 0, query: '' }, 'Yuki S.')).toEqual({ text: '@Yuki S. ', caret: 9 })
  })
})

describe('suggested members', () => {
  const near = [person(3, 'Noor'), person(1, 'Ines')]

  it('suggestions begin with near members', () => {
    expect(suggestedMembers('n', near, [person(2, 'noah')]).map(({ id }) => id)).toEqual([3, 2])
  })

  it('a member is suggested once', () => {
    const found = [person(2, 'noah'), person(3, 'Noor')]
    expect(suggestedMembers('n', near, found).map(({ id }) => id)).toEqual([3, 2])
  })

  it('the names of suggested members begin with the typed text in any case', () => {
    expect(suggestedMembers('NO', near, [person(2, 'noah')]).map(({ id }) => id)).toEqual([3, 2])
  })

  it('near members are suggested before anything is typed', () => {
    expect(suggestedMembers('', near, []).map(({ id }) => id)).toEqual([3, 1])
  })

  it('there are at most eight suggestions', () => {
    const many = Array.from({ length: 30 }, (_, id) => person(id + 1, `Noor ${id}`))
    expect(suggestedMembers('n', many, many)).toHaveLength(8)
  })
})

describe('the parts of a text with mentions', () => {
  /** A text whose possible mentions are all of member 7. */
  const split = text.map((typed) => {
    const candidates = mentionCandidates(typed)
    const mentions = resolveMentions(candidates, new Map(candidates.map(({ key }) => [key, 7])))
    return { typed, mentions, parts: splitMentions(typed, mentions) }
  })

  it('the parts add up to the text', () => {
    fc.assert(
      fc.property(split, ({ typed, parts }) => {
        expect(parts.map((part) => part.text).join('')).toBe(typed)
      }),
    )
  })

  it('each mention is a part of its own', () => {
    fc.assert(
      fc.property(split, ({ mentions, parts }) => {
        expect(parts.filter(({ userId }) => userId === 7)).toHaveLength(mentions.length)
      }),
    )
  })
})

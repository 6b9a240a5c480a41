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
  it('suggestions start with near members, have no duplicates and match the beginning of the name', () => {
    const near = [person(3, 'Noor'), person(1, 'Ines')]
    const found = [person(2, 'noah'), person(3, 'Noor')]
    expect(suggestedMembers('NO', near, found).map(({ id }) => id)).toEqual([3, 2])
    expect(suggestedMembers('', near, []).map(({ id }) => id)).toEqual([3, 1])
  })

  it('there are at most eight suggestions', () => {
    const many = Array.from({ length: 30 }, (_, id) => person(id + 1, `Noor ${id}`))
    expect(suggestedMembers('n', many, many)).toHaveLength(8)
  })
})

describe('the parts of a text with mentions', () => {
  it('the parts add up to the text, with mentions separate', () => {
    fc.assert(
      fc.property(text, (typed) => {
        const candidates = mentionCandidates(typed)
        const mentions = resolveMentions(candidates, new Map(candidates.map(({ key }) => [key, 7])))
        const parts = splitMentions(typed, mentions)
        expect(parts.map((part) => part.text).join('')).toBe(typed)
        expect(parts.filter(({ userId }) => userId === 7)).toHaveLength(mentions.length)
      }),
    )
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mentionCandidates, resolveMentions } from '../../../contract/mentions.ts'
import { insertMention, mentionDraft, splitMentions, suggestedMembers } from '../../../web/lib/mentions.ts'

const person = (id: number, nickname: string) => ({ id, nickname, avatar: null })
const text = fc.string({ unit: fc.constantFrom('@', 'a', 'B', ' ', '.', '\n', 'é', '\u{1d4d0}') })

describe('a name that is being typed', () => {
  it.each([
    ['@', 0, ''],
    ['See @', 4, ''],
    ['See @No', 4, 'No'],
    ['See @Ines Ka', 4, 'Ines Ka'],
    ['@one @two', 5, 'two'],
    ['(@no', 1, 'no'],
  ])('stands before the caret: %j', (typed, start, query) => {
    expect(mentionDraft(typed, typed.length)).toEqual({ start, query })
    expect(mentionDraft(`${typed}, and more`, typed.length)).toEqual({ start, query })
  })

  it.each(['', 'no', 'mail@no', '@no,', '@no\n', `@${'a'.repeat(25)}`])('does not where there is none: %j', (typed) => {
    expect(mentionDraft(typed, typed.length)).toBeNull()
  })

  it('lies between its @ and the caret, whatever is typed', () => {
    fc.assert(
      fc.property(text, fc.nat(40), (typed, place) => {
        const caret = Math.min(place, typed.length)
        const name = mentionDraft(typed, caret)
        if (name) expect(typed.slice(name.start, caret)).toBe(`@${name.query}`)
      }),
    )
  })

  it('is replaced by the name that was taken, with one blank after it', () => {
    expect(insertMention('See @no there', { start: 4, query: 'no' }, 'Noor')).toEqual({
      text: 'See @Noor there',
      caret: 10,
    })
    expect(insertMention('@', { start: 0, query: '' }, 'Yuki S.')).toEqual({ text: '@Yuki S. ', caret: 9 })
  })
})

describe('who is offered', () => {
  it('are those near to oneself first, nobody twice, and only whose names begin so', () => {
    const near = [person(3, 'Noor'), person(1, 'Ines')]
    const found = [person(2, 'noah'), person(3, 'Noor')]
    expect(suggestedMembers('NO', near, found).map(({ id }) => id)).toEqual([3, 2])
    expect(suggestedMembers('', near, []).map(({ id }) => id)).toEqual([3, 1])
  })

  it('are eight at most', () => {
    const many = Array.from({ length: 30 }, (_, id) => person(id + 1, `Noor ${id}`))
    expect(suggestedMembers('n', many, many)).toHaveLength(8)
  })
})

describe('the parts of a text', () => {
  it('are the whole text in its order, names apart', () => {
    fc.assert(
      fc.property(text, (said) => {
        const candidates = mentionCandidates(said)
        const mentions = resolveMentions(candidates, new Map(candidates.map(({ key }) => [key, 7])))
        const parts = splitMentions(said, mentions)
        expect(parts.map((part) => part.text).join('')).toBe(said)
        expect(parts.filter(({ userId }) => userId === 7)).toHaveLength(mentions.length)
      }),
    )
  })
})

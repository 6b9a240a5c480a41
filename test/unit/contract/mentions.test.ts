import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nickname } from '../../../contract/http/auth.ts'
import { NICKNAME_KEY_MAX, NICKNAME_MAX } from '../../../contract/limits.ts'
import { mentionCandidates, resolveMentions } from '../../../contract/mentions.ts'
import { nicknameKey } from '../../../contract/text.ts'

const idsOf = (...names: string[]) => new Map(names.map((name, index) => [nicknameKey(name), index + 1]))
const mentionedIn = (text: string, ...names: string[]) =>
  resolveMentions(mentionCandidates(text), idsOf(...names)).map(({ start, length }) =>
    text.slice(start, start + length),
  )

const names = fc
  .stringMatching(/^[A-Za-zÀ-ž0-9][A-Za-zÀ-ž0-9 ._'-]{1,23}$/u)
  .filter((name) => nickname.safeParse(name).data === name)

describe('mentions in a text', () => {
  it.each([
    ['hello @Noor.', ['@Noor']],
    ["@Noor's hand", ['@Noor']],
    ['@noor and @NOOR', ['@noor', '@NOOR']],
    ['@Ines Karlsen drew it', ['@Ines Karlsen']],
    ['(@Ines), @Yuki S. too', ['@Ines', '@Yuki S.']],
    ['@Noorland @No @ Noor', []],
    ['mail@noor.test', []],
    ['@Noor\nInes', ['@Noor']],
    ['@@Noor', ['@Noor']],
  ])('the longest nickname that ends at a word boundary is mentioned: %j', (text, expected) => {
    expect(mentionedIn(text, 'Noor', 'Ines', 'Ines Karlsen', 'Yuki S.')).toEqual(expected)
  })

  it('every nickname is found at any place in a text', () => {
    fc.assert(
      fc.property(
        names,
        fc.constantFrom('', 'See ', '(', 'line\n'),
        fc.constantFrom('', ' ok', ', ok', '!'),
        (name, before, after) => {
          expect(mentionedIn(`${before}@${name}${after}`, name)).toEqual([`@${name}`])
        },
      ),
    )
  })

  const written = fc
    .string({ unit: fc.constantFrom('@', 'a', 'B', ' ', '.', '\u{1d4d0}', 'é', '\n') })
    .map((text) => ({ text, candidates: mentionCandidates(text) }))

  it('a possible mention starts with @', () => {
    fc.assert(
      fc.property(written, ({ text, candidates }) => {
        for (const { start } of candidates) expect(text[start]).toBe('@')
      }),
    )
  })

  it('a possible mention ends within the text', () => {
    fc.assert(
      fc.property(written, ({ text, candidates }) => {
        for (const { start, length } of candidates) expect(start + length).toBeLessThanOrEqual(text.length)
      }),
    )
  })

  it('a possible mention is no longer than a nickname', () => {
    fc.assert(
      fc.property(written, ({ candidates }) => {
        for (const { length } of candidates) expect(length).toBeLessThanOrEqual(NICKNAME_MAX + 1)
      }),
    )
  })

  it('the key of a possible mention is no longer than the key of a nickname', () => {
    const letters = fc.constantFrom('\ufdfa', '\ufdfb', '\u0e33', '\u0130', '\ufb03', 'a', '.', ' ')
    fc.assert(
      fc.property(fc.string({ unit: letters, minLength: 24 }), (text) => {
        for (const { key } of mentionCandidates(`@${text}`)) expect(key.length).toBeLessThanOrEqual(NICKNAME_KEY_MAX)
      }),
    )
  })

  it.each([
    ['\ufdfa'.repeat(3), false],
    ['\u0e19\u0e33'.repeat(12), true],
  ])('the nickname %j is accepted if its key is short: %j', (name, isAccepted) => {
    expect(nickname.safeParse(name).success).toBe(isAccepted)
  })

  it('mentions do not overlap', () => {
    fc.assert(
      fc.property(written, ({ candidates }) => {
        const mentions = resolveMentions(candidates, new Map(candidates.map(({ key }) => [key, 1])))
        mentions.reduce((end, { start, length }) => {
          expect(start).toBeGreaterThanOrEqual(end)
          return start + length
        }, 0)
      }),
    )
  })

  it('a text has at most ten mentions', () => {
    expect(mentionedIn('@Noor '.repeat(30), 'Noor')).toHaveLength(10)
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { line, text } from '../../../contract/http/common.ts'
import { cleanLine, cleanText, displayTitle, nicknameKey, normalizeTag } from '../../../contract/text.ts'

const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u
/** Text with many characters that people and attackers type. */
const typed = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 4 }),
      fc.string({ unit: 'grapheme', maxLength: 4 }),
      fc.constantFrom(
        ' ',
        '\t',
        '\n',
        '\r\n',
        '\r',
        '\u2028',
        '\u00a0',
        '\u200e',
        '\u202e',
        '\u2067',
        '\u0000',
        '\ufeff',
      ),
      fc.constantFrom('e', '\u0301', 'a', '#', '_', '-', '!', 'İ', 'ﬁ', 'Å', '👩‍🎨', 'שלום', 'क्'),
    ),
    { maxLength: 14 },
  )
  .map((parts) => parts.join(''))
const runs = { numRuns: 2000 }

describe('lines of text', () => {
  it.each([
    ['  two   words ', 'two words'],
    ['a\tb\nc\u00a0d', 'a b c d'],
    ['cafe\u0301', 'café'],
    ['left\u202eright', 'leftright'],
    ['\u200fשלום\u200f', 'שלום'],
    ['a\u0000b\u0007', 'ab'],
    ['👩‍🎨 paints', '👩‍🎨 paints'],
    ['क्‍ष', 'क्‍ष'],
    ['a \u200e b', 'a b'],
    ['e\u200e\u0301', 'é'],
    ['<b>"&amp;\'', '<b>"&amp;\''],
  ])('the line %j is cleaned to %j', (given, kept) => {
    expect(cleanLine(given)).toBe(kept)
  })

  it('a cleaned line has no line breaks, no marks that reverse text and no extra white space', () => {
    fc.assert(
      fc.property(typed, (given) => {
        const kept = cleanLine(given)
        expect(kept).not.toMatch(DIRECTION)
        expect(kept).not.toMatch(/\p{Cc}|^\s|\s$|\s\s/u)
        expect(kept).toBe(kept.normalize('NFC'))
      }),
      runs,
    )
  })

  it('cleaning a line again changes nothing', () => {
    fc.assert(
      fc.property(typed, (given) => {
        expect(cleanLine(cleanLine(given))).toBe(cleanLine(given))
      }),
      runs,
    )
  })
})

describe('texts of several lines', () => {
  it.each([
    ['one\r\ntwo\rthree\nfour', 'one\ntwo\nthree\nfour'],
    ['one\n\n\n\n\ntwo', 'one\n\ntwo'],
    ['one  \n  two  ', 'one\n  two'],
    ['\n\none\n\n', 'one'],
    ['one\n\u200e\n\u202e\ntwo', 'one\n\ntwo'],
    ['a\tb', 'a b'],
    ['left\u202eright', 'leftright'],
  ])('the text %j is cleaned to %j', (given, kept) => {
    expect(cleanText(given)).toBe(kept)
  })

  it('a cleaned text has no marks that reverse it, and at most one empty line in a row', () => {
    fc.assert(
      fc.property(typed, (given) => {
        const kept = cleanText(given)
        expect(kept).not.toMatch(DIRECTION)
        expect(kept.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
        expect(kept).not.toMatch(/\n\n\n|^\s|\s$/)
        expect(kept).toBe(kept.normalize('NFC'))
      }),
      runs,
    )
  })

  it('cleaning a text again changes nothing', () => {
    fc.assert(
      fc.property(typed, (given) => {
        expect(cleanText(cleanText(given))).toBe(cleanText(given))
      }),
      runs,
    )
  })
})

describe('text fields', () => {
  it.each([
    ['a line', line],
    ['text', text],
  ])('the maximum length of %s is counted after cleaning', (_kind, field) => {
    expect(field(5).safeParse('  abcde  ').data).toBe('abcde')
    expect(field(5).safeParse('abcdef').success).toBe(false)
    expect(field(5).safeParse(' '.repeat(21)).success).toBe(false)
    expect(field(5).safeParse(5).success).toBe(false)
  })
})

describe('titles [1 §3]', () => {
  it.each([undefined, null, '', '  ', 'null', ' null '])('the title %j is shown as "Untitled"', (title) => {
    expect(displayTitle(title)).toBe('Untitled')
  })

  it('another title is shown as it is', () => {
    expect(displayTitle(' Low tide ')).toBe('Low tide')
    expect(displayTitle('Nullarbor')).toBe('Nullarbor')
  })
})

describe('nicknames', () => {
  it.each(['MIRA', 'Ｍira', 'mIrA'])('the nickname %j equals "Mira"', (nickname) => {
    expect(nicknameKey(nickname)).toBe(nicknameKey('Mira'))
  })

  it.each(['Mira1', 'Mirа (with a Cyrillic а)', 'Míra'])('the nickname %j differs from "Mira"', (nickname) => {
    expect(nicknameKey(nickname)).not.toBe(nicknameKey('Mira'))
  })

  it('the key of a nickname ignores case and is its own key', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-zÀ-ÖØ-öø-ÿ]{2,24}$/), (nickname) => {
        expect(nicknameKey(nickname.toLowerCase())).toBe(nicknameKey(nickname))
        expect(nicknameKey(nicknameKey(nickname))).toBe(nicknameKey(nickname))
      }),
    )
  })
})

describe('tags', () => {
  it.each([
    ['Night City', 'night-city'],
    ['##night_city', 'night-city'],
    [' night -- city ', 'night-city'],
    ['-night-', 'night'],
    ['C++', 'c'],
    ['ＷＩＤＥ', 'wide'],
    ['日本語', '日本語'],
    ['cafe\u0301', 'café'],
    ['नमस्ते', 'नमस्ते'],
    ['e!\u0301', 'é'],
    ['!!!', ''],
    ['#', ''],
  ])('the tag %j is normalised to %j', (given, kept) => {
    expect(normalizeTag(given)).toBe(kept)
  })

  it('a normalised tag consists of letters, digits and single inner hyphens', () => {
    fc.assert(
      fc.property(typed, (given) => {
        expect(normalizeTag(given)).toMatch(/^([\p{L}\p{M}\p{N}]+(-[\p{L}\p{M}\p{N}]+)*)?$/u)
      }),
      runs,
    )
  })

  it('normalising a tag again changes nothing', () => {
    fc.assert(
      fc.property(typed, (given) => {
        expect(normalizeTag(normalizeTag(given))).toBe(normalizeTag(given))
      }),
      runs,
    )
  })
})

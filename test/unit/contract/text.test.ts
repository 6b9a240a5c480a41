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

/** Checks what any typed text is cleaned to. */
function checkCleaned(clean: (given: string) => string, check: (kept: string) => void): void {
  const property = fc.property(typed, (given) => {
    check(clean(given))
  })
  fc.assert(property, runs)
}

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

  it('a cleaned line has no line breaks or other control characters', () => {
    checkCleaned(cleanLine, (kept) => expect(kept).not.toMatch(/\p{Cc}/u))
  })

  it('a cleaned line has white space only between words, once', () => {
    checkCleaned(cleanLine, (kept) => expect(kept).not.toMatch(/^\s|\s$|\s\s/))
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

  it('a cleaned text has no control characters but line feeds', () => {
    checkCleaned(cleanText, (kept) => expect(kept.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u))
  })

  it('a cleaned text has at most one empty line in a row', () => {
    checkCleaned(cleanText, (kept) => expect(kept).not.toContain('\n\n\n'))
  })

  it('a cleaned text has no white space at its ends', () => {
    checkCleaned(cleanText, (kept) => expect(kept).not.toMatch(/^\s|\s$/))
  })
})

describe.each([
  ['line', cleanLine],
  ['text', cleanText],
])('any cleaned %s', (kind, clean) => {
  it(`a cleaned ${kind} has no marks that reverse text`, () => {
    checkCleaned(clean, (kept) => expect(kept).not.toMatch(DIRECTION))
  })

  it(`a cleaned ${kind} has composed characters`, () => {
    checkCleaned(clean, (kept) => expect(kept).toBe(kept.normalize('NFC')))
  })

  it(`cleaning a ${kind} again changes nothing`, () => {
    checkCleaned(clean, (kept) => expect(clean(kept)).toBe(kept))
  })
})

describe.each([
  ['a line', line],
  ['text', text],
])('the field for %s', (kind, field) => {
  it(`the maximum length of ${kind} is counted after cleaning`, () => {
    expect(field(5).safeParse('  abcde  ').data).toBe('abcde')
    expect(field(5).safeParse('abcdef').success).toBe(false)
  })

  it(`${kind} longer than four times its maximum is refused before cleaning`, () => {
    expect(field(5).safeParse(' '.repeat(21)).success).toBe(false)
  })

  it(`half a character is refused as ${kind}, and a whole one is not`, () => {
    for (const broken of ['\ud83d', 'Sea\ud83d', '\udd8b Sea', '\udd8b\ud83d'])
      expect(field(20).safeParse(broken).success).toBe(false)
    expect(field(20).parse('Sea \ud83d\udd8b')).toBe('Sea 🖋')
  })

  it(`a number is refused as ${kind}`, () => {
    expect(field(5).safeParse(5).success).toBe(false)
  })
})

describe('titles [1 §3]', () => {
  it.each([undefined, null, '', '  ', 'null', ' null '])('the title %j is shown as "Untitled"', (title) => {
    expect(displayTitle(title)).toBe('Untitled')
  })

  it('a title is shown without white space at its ends', () => {
    expect(displayTitle(' Low tide ')).toBe('Low tide')
  })

  it('a title that only begins with "null" is shown', () => {
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

  const letters = fc.stringMatching(/^[A-Za-zÀ-ÖØ-öø-ÿ]{2,24}$/)

  it('the key of a nickname ignores case', () => {
    fc.assert(
      fc.property(letters, (nickname) => {
        expect(nicknameKey(nickname.toLowerCase())).toBe(nicknameKey(nickname))
      }),
    )
  })

  it('the key of a nickname is its own key', () => {
    fc.assert(
      fc.property(letters, (nickname) => {
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

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SEARCH_TERMS_MAX } from '../../../contract/limits.ts'
import {
  formatSearch,
  formatTerm,
  parsePeriod,
  parseSearch,
  type SearchTerm,
} from '../../../contract/search-grammar.ts'

const word = (text: string, more: Partial<SearchTerm> = {}) => ({
  kind: 'word',
  text,
  phrase: false,
  not: false,
  ...more,
})

describe('search queries', () => {
  it.each<[string, unknown[]]>([
    ['cat boat', [word('cat'), word('boat')]],
    ['"red boat" cat', [word('red boat', { phrase: true }), word('cat')]],
    ['-wip -"not this"', [word('wip', { not: true }), word('not this', { phrase: true, not: true })]],
    [
      'tag:Low_Tide -tag:#WIP',
      [
        { kind: 'tag', text: 'low-tide', not: false },
        { kind: 'tag', text: 'wip', not: true },
      ],
    ],
    [
      'user:mira user:"Mira Sol"',
      [
        { kind: 'user', text: 'mira', not: false },
        { kind: 'user', text: 'Mira Sol', not: false },
      ],
    ],
    [
      'from:2024-01 to:2024-06-30',
      [
        { kind: 'from', text: '2024-01' },
        { kind: 'to', text: '2024-06-30' },
      ],
    ],
    [
      'size:>2000 SIZE:<=100 size:50',
      [
        { kind: 'size', sign: '>', pixels: 2000 },
        { kind: 'size', sign: '<=', pixels: 100 },
        { kind: 'size', sign: '>=', pixels: 50 },
      ],
    ],
    ['open "quote', [word('open'), word('quote', { phrase: true })]],
    ["it's rock'n'roll", [word("it's"), word("rock'n'roll")]],
    ['well-known', [word('well-known')]],
  ])('the query %s is parsed', (query, terms) => {
    expect(parseSearch(query)).toEqual(terms)
  })

  it.each(['', '  ', '-', '--', '"', '""', '"  "', '!?', 'tag:', 'tag:"!"', 'user:""'])(
    'a query without content has no conditions: %j',
    (query) => {
      expect(parseSearch(query).filter(({ kind }) => kind !== 'word')).toEqual([])
    },
  )

  it.each(['from:yesterday', 'to:2024-13', 'from:2024-02-30', 'size:big', 'size:>', '-from:2024', 'colour:red'])(
    'a malformed condition is a word: %s',
    (query) => {
      expect(parseSearch(query)).toEqual([word(query.replace(/^-/, ''), { not: query.startsWith('-') })])
    },
  )

  it('a query has a limited number of conditions', () => {
    expect(parseSearch('a '.repeat(50))).toHaveLength(SEARCH_TERMS_MAX)
  })

  const piece = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 8 }),
    fc.constantFrom(
      '"',
      '-',
      ':',
      ' ',
      'tag:',
      'user:',
      'from:2024',
      'to:2024-06',
      'size:>20',
      'size:',
      '"a b"',
      '--x',
    ),
  )
  const parsed = fc.array(piece, { maxLength: 12 }).map((pieces) => parseSearch(pieces.join('')))

  it('a written query is parsed to the same conditions', () => {
    fc.assert(
      fc.property(parsed, (terms) => {
        expect(parseSearch(formatSearch(terms))).toEqual(terms)
      }),
      { numRuns: 2000 },
    )
  })

  it('a written condition is parsed to the same condition', () => {
    fc.assert(
      fc.property(parsed, (terms) => {
        for (const term of terms) expect(parseSearch(formatTerm(term))).toEqual([term])
      }),
      { numRuns: 2000 },
    )
  })
})

describe('periods', () => {
  const day = (text: string) => Date.parse(`${text}T00:00:00Z`)
  it('a period is a whole year, month or day', () => {
    expect(parsePeriod('2024')).toEqual({ start: day('2024-01-01'), end: day('2025-01-01') })
    expect(parsePeriod('2024-12')).toEqual({ start: day('2024-12-01'), end: day('2025-01-01') })
    expect(parsePeriod('2024-02-29')).toEqual({ start: day('2024-02-29'), end: day('2024-03-01') })
  })

  it.each(['', '24', '2023-02-29', '2024-00', '2024-1', '1500', '2024-01-01T00', 'x'])('%j is not a period', (text) => {
    expect(parsePeriod(text)).toBeNull()
  })
})

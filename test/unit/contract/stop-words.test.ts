import { describe, expect, it } from 'vitest'
import { formatSearch, parseSearch } from '../../../contract/search-grammar.ts'
import { significantTerms } from '../../../contract/stop-words.ts'

const significant = (query: string) => formatSearch(significantTerms(parseSearch(query)))

describe('words that a search leaves out', () => {
  it('articles and prepositions are left out, whatever their case', () => {
    expect(significant('The cats on a windowsill')).toBe('cats windowsill')
  })

  it('phrases, excluded words and conditions are kept', () => {
    expect(significant('"on the road" -the tag:on user:the at from:2024')).toBe(
      '"on the road" -the tag:on user:the from:2024',
    )
  })

  it('words that would leave nothing to look for are kept', () => {
    expect(significant('the')).toBe('the')
    expect(significant('on a -wip')).toBe('on a -wip')
  })
})

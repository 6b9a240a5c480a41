import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { markedParts } from '../../../web/app/search/marked-parts.ts'
import { nextOption } from '../../../web/app/search/next-option.ts'
import {
  forgetSearches,
  RECENT_SEARCHES_MAX,
  recentSearches,
  rememberSearch,
} from '../../../web/lib/recent-searches.ts'

describe('options of the search field', () => {
  const options = ['a', 'b', 'c']

  it('the down arrow begins with the first option', () => {
    expect(nextOption(options, undefined, 1)).toBe('a')
  })

  it('the up arrow begins with the last option', () => {
    expect(nextOption(options, undefined, -1)).toBe('c')
  })

  it('the down arrow goes to the next option', () => {
    expect(nextOption(options, 'a', 1)).toBe('b')
  })

  it('an arrow beyond either end returns to the typed text', () => {
    expect(nextOption(options, 'c', 1)).toBeUndefined()
    expect(nextOption(options, 'a', -1)).toBeUndefined()
  })

  it('an option that is gone counts as none', () => {
    expect(nextOption(options, 'gone', 1)).toBe('a')
  })

  it('an arrow stays in the typed text when there are no options', () => {
    expect(nextOption([], undefined, 1)).toBeUndefined()
  })
})

describe('typed words in a suggestion', () => {
  const marked = (text: string, query: string) =>
    markedParts(text, query)
      .map(({ text: part, isMarked }) => (isMarked ? `[${part}]` : part))
      .join('')

  it('the typed beginnings of words are marked, whatever their case', () => {
    expect(marked('Two boats under a Moon', 'boat moon')).toBe('Two [boat]s under a [Moon]')
    expect(marked('moonlight', 'moon')).toBe('[moon]light')
  })

  it('letters within a word are not marked', () => {
    expect(marked('honeymoon', 'moon')).toBe('honeymoon')
  })

  it('signs that mean something in patterns are plain text', () => {
    expect(marked('C++ (draft)', 'c++ (d')).toBe('[C++] [(d]raft)')
    expect(marked('a.b', '.')).toBe('a.b')
  })

  it('without typed words nothing is marked', () => {
    expect(marked('Koi no. 4', ' ')).toBe('Koi no. 4')
  })
})

describe('recent searches', () => {
  const MEMBER = 7
  const values = new Map<string, string>()

  beforeEach(() => {
    values.clear()
    vi.stubGlobal('localStorage', {
      getItem: (name: string) => values.get(name) ?? null,
      setItem: (name: string, value: string) => void values.set(name, value),
      removeItem: (name: string) => void values.delete(name),
    })
  })
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  it('the latest search is first', () => {
    for (const query of ['boat', 'moon']) rememberSearch(MEMBER, query)
    expect(recentSearches(MEMBER)).toEqual(['moon', 'boat'])
  })

  it('a repeated search is listed once, as it was typed last', () => {
    for (const query of ['boat', 'moon', 'Boat']) rememberSearch(MEMBER, query)
    expect(recentSearches(MEMBER)).toEqual(['Boat', 'moon'])
  })

  it('older searches than the last few are forgotten', () => {
    for (let number = 0; number < 2 * RECENT_SEARCHES_MAX; number++) rememberSearch(MEMBER, `search ${number}`)
    expect(recentSearches(MEMBER)).toHaveLength(RECENT_SEARCHES_MAX)
    expect(recentSearches(MEMBER)[0]).toBe(`search ${2 * RECENT_SEARCHES_MAX - 1}`)
  })

  it('clearing removes all searches from the browser', () => {
    rememberSearch(MEMBER, 'boat')
    forgetSearches(MEMBER)
    expect(recentSearches(MEMBER)).toEqual([])
    expect(values.size).toBe(0)
  })

  it('clearing also removes searches from before they belonged to a member', () => {
    values.set('recent-searches', '["boat"]')
    forgetSearches(MEMBER)
    expect(values.size).toBe(0)
  })

  it('the next member of a browser does not find the searches of the last one', () => {
    rememberSearch(MEMBER, 'boat')
    expect(recentSearches(8)).toEqual([])
  })

  it('broken storage counts as no searches', () => {
    for (const stored of ['{', '{}', '[1]']) {
      values.set(`recent-searches ${MEMBER}`, stored)
      expect(recentSearches(MEMBER)).toEqual([])
    }
  })
})

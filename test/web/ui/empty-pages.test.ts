import { describe, expect, it } from 'vitest'
import { readsPastEmptyPages } from '../../../web/ui/empty-pages.ts'

/** True if a list reads on by itself after pages with these numbers of items. */
const readsOnAfter = (...counts: number[]) =>
  readsPastEmptyPages({ pages: counts.map((length) => ({ items: Array.from({ length }) })) })

describe('empty pages of a list', () => {
  it('a list reads past an empty page, wherever it is', () => {
    expect(readsOnAfter(0)).toBe(true)
    expect(readsOnAfter(2, 0, 0)).toBe(true)
  })

  it('a list does not read past a page with items', () => {
    expect(readsOnAfter()).toBe(false)
    expect(readsOnAfter(2)).toBe(false)
    expect(readsOnAfter(0, 2)).toBe(false)
  })

  it('a list waits for its reader after five empty pages that it read past', () => {
    expect(readsOnAfter(0, 0, 0, 0, 0)).toBe(true)
    expect(readsOnAfter(0, 0, 0, 0, 0, 0)).toBe(false)
    expect(readsOnAfter(2, 0, 0, 0, 0, 0, 0)).toBe(false)
  })

  it('a list reads on as far again after its reader asked for more', () => {
    expect(readsOnAfter(0, 0, 0, 0, 0, 0, 0)).toBe(true)
  })
})

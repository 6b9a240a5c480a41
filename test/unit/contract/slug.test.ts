import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SLUG_MAX } from '../../../contract/limits.ts'
import { PAGE_PATHS } from '../../../contract/page-paths.ts'
import { isReservedSlug, slugOf } from '../../../contract/slug.ts'

describe("a patron's web address [2 §5]", () => {
  it.each([
    ['Ines Karlsen', 'ines-karlsen'],
    ['  -- Ines --  K', 'ines-k'],
    ['Ólafur_99', 'olafur_99'],
    ['a'.repeat(60), 'a'.repeat(50)],
    ['!?', ''],
    ['墨', ''],
  ])('%j becomes %j', (typed, slug) => {
    expect(slugOf(typed)).toBe(slug)
  })

  it('a slug has only lower-case letters, digits, underscores and single inner hyphens', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (typed) => {
        expect(slugOf(typed)).toMatch(/^([a-z0-9_]+-)*[a-z0-9_]*$/)
        expect(slugOf(typed).length).toBeLessThanOrEqual(SLUG_MAX)
      }),
    )
  })

  it('the slug of a slug is itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (typed) => {
        expect(slugOf(slugOf(typed))).toBe(slugOf(typed))
      }),
    )
  })

  it('the first part of the address of every page belongs to the site', () => {
    const parts = PAGE_PATHS.flatMap((path) => path.split('/').find((part) => !/[:?]/.test(part)) ?? [])
    const first = parts.filter((part) => part !== '').map((part) => part.toLowerCase())
    expect(first.filter((part) => !isReservedSlug(part))).toEqual([])
  })

  it.each(['gallery', 'user', 'editprofile', '42'])('%s belongs to the site', (slug) => {
    expect(isReservedSlug(slug)).toBe(true)
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { KEY_NAMES } from '../../../web/app/keys/key-names.ts'
import { type Begun, pressed } from '../../../web/app/keys/sequence.ts'
import { tileTowards } from '../../../web/app/keys/tiles.ts'
import { bringsPictures } from '../../../web/features/uploads/drag.ts'

const BEGUN: Begun = { key: 'g', at: 1000 }

describe('two keys after each other', () => {
  it.each([
    ['h', { go: '/' }],
    ['g', { go: '/gallery/recent' }],
    ['s', { go: '/search' }],
    ['u', { go: '/upload' }],
    ['p', { do: 'profile' }],
  ])('g %s leads to its page', (key, wanted) => {
    expect(pressed(BEGUN, key, 1300)).toEqual({ begun: null, wanted })
  })

  it('count together for a moment only', () => {
    expect(pressed(BEGUN, 'h', 9000)).toEqual({ begun: null, wanted: { key: 'h' } })
    expect(pressed(BEGUN, 'g', 9000)).toEqual({ begun: { key: 'g', at: 9000 }, wanted: null })
  })

  it('are begun by g alone; any other key is for the page', () => {
    expect(pressed(null, 'g', 5)).toEqual({ begun: { key: 'g', at: 5 }, wanted: null })
    expect(pressed(null, '/', 5)).toEqual({ begun: null, wanted: { do: 'search' } })
    fc.assert(
      fc.property(fc.string(), fc.boolean(), (key, isSecond) => {
        fc.pre(!['g', '/', 'h', 's', 'u', 'p'].includes(key))
        expect(pressed(isSecond ? BEGUN : null, key, 1100)).toEqual({ begun: null, wanted: { key } })
      }),
    )
  })
})

describe('the list of keys', () => {
  it('names each key once in its place, and none everywhere that a page has as well', () => {
    const [everywhere, ...pages] = KEY_NAMES.map(({ keys }) => keys.map((key) => key.keys))
    for (const page of pages) {
      const all = [...(everywhere ?? []), ...page]
      expect(new Set(all).size).toBe(all.length)
    }
  })
})

describe('moving among tiles', () => {
  const place = (left: number, top: number, width = 100) => ({ left, right: left + width, top, bottom: top + 100 })
  /** Two rows, of three and of two. */
  const rows = [place(0, 0), place(100, 0), place(200, 0), place(0, 100, 180), place(180, 100, 120)]

  it('begins with the first one below the header', () => {
    expect(tileTowards(rows, -1, 'next', 56)).toBe(3)
    expect(tileTowards(rows, -1, 'below', 56)).toBe(-1)
  })

  it('goes along the list, and stays at its ends', () => {
    expect([0, 1, 2, 3, 4].map((at) => tileTowards(rows, at, 'next', 0))).toEqual([1, 2, 3, 4, -1])
    expect([0, 1, 2, 3, 4].map((at) => tileTowards(rows, at, 'before', 0))).toEqual([-1, 0, 1, 2, 3])
  })

  it('goes to the nearest of the row above or below', () => {
    expect([0, 1, 2].map((at) => tileTowards(rows, at, 'below', 0))).toEqual([3, 3, 4])
    expect([3, 4].map((at) => tileTowards(rows, at, 'above', 0))).toEqual([0, 2])
    expect([tileTowards(rows, 0, 'above', 0), tileTowards(rows, 4, 'below', 0)]).toEqual([-1, -1])
  })
})

describe('what is dragged over a page', () => {
  const file = (type: string) => ({ kind: 'file', type })

  it.each([
    ['a picture', ['Files'], [file('image/png')], true],
    ['a picture among other files', ['Files'], [file('text/plain'), file('image/webp')], true],
    ['files whose types are not told yet', ['Files'], [], true],
    ['no picture', ['Files'], [file('application/pdf')], false],
    ['a picture of a page', ['text/html', 'Files'], [file('image/png')], false],
    ['text', ['text/plain'], [{ kind: 'string', type: 'text/plain' }], false],
  ])('%s', (_what, types, items, taken) => {
    expect(bringsPictures({ types, items })).toBe(taken)
  })
})

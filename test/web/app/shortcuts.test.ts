import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type FirstKey, nextCommand } from '../../../web/app/shortcuts/key-sequence.ts'
import { SHORTCUT_LIST } from '../../../web/app/shortcuts/shortcut-list.ts'
import { nextTile } from '../../../web/app/shortcuts/tile-focus.ts'
import { mayHavePictures } from '../../../web/features/uploads/dragged-pictures.ts'

const FIRST_G: FirstKey = { key: 'g', at: 1000 }

describe('shortcuts of two keys', () => {
  it.each([
    ['h', { go: '/' }],
    ['g', { go: '/gallery/recent' }],
    ['s', { go: '/search' }],
    ['u', { go: '/upload' }],
    ['p', { do: 'profile' }],
  ])('the keys g %s open their page', (key, wanted) => {
    expect(nextCommand(FIRST_G, key, 1300)).toEqual({ first: null, command: wanted })
  })

  it('two keys form a shortcut only if the second follows soon', () => {
    expect(nextCommand(FIRST_G, 'h', 9000)).toEqual({ first: null, command: { key: 'h' } })
  })

  it('the key g starts a shortcut', () => {
    expect(nextCommand(null, 'g', 5)).toEqual({ first: { key: 'g', at: 5 }, command: null })
  })

  it('the key g starts another shortcut long after the first', () => {
    expect(nextCommand(FIRST_G, 'g', 9000)).toEqual({ first: { key: 'g', at: 9000 }, command: null })
  })

  it('the key / opens the search', () => {
    expect(nextCommand(null, '/', 5)).toEqual({ first: null, command: { do: 'search' } })
  })

  it('any other key is passed to the page', () => {
    fc.assert(
      fc.property(fc.string(), fc.boolean(), (key, isSecond) => {
        fc.pre(!['g', '/', 'h', 's', 'u', 'p'].includes(key))
        expect(nextCommand(isSecond ? FIRST_G : null, key, 1100)).toEqual({ first: null, command: { key } })
      }),
    )
  })
})

describe('the list of shortcuts', () => {
  it('no page lists a key twice or repeats a global key', () => {
    const [everywhere, ...pages] = SHORTCUT_LIST.map(({ keys }) => keys.map((key) => key.keys))
    for (const page of pages) {
      const all = [...(everywhere ?? []), ...page]
      expect(new Set(all).size).toBe(all.length)
    }
  })
})

describe('keyboard navigation among tiles', () => {
  const place = (left: number, top: number, width = 100) => ({ left, right: left + width, top, bottom: top + 100 })
  /** Two rows of tiles: three and two. */
  const rows = [place(0, 0), place(100, 0), place(200, 0), place(0, 100, 180), place(180, 100, 120)]

  it('navigation starts with the first tile below the header', () => {
    expect(nextTile(rows, -1, 'next', 56)).toBe(3)
  })

  it('down selects nothing before navigation has started', () => {
    expect(nextTile(rows, -1, 'below', 56)).toBe(-1)
  })

  it('next and previous follow the list', () => {
    expect([0, 1, 2, 3].map((at) => nextTile(rows, at, 'next', 0))).toEqual([1, 2, 3, 4])
    expect([1, 2, 3, 4].map((at) => nextTile(rows, at, 'previous', 0))).toEqual([0, 1, 2, 3])
  })

  it('next and previous stop at the ends of the list', () => {
    expect([nextTile(rows, 4, 'next', 0), nextTile(rows, 0, 'previous', 0)]).toEqual([-1, -1])
  })

  it('up and down select the nearest tile of the row above or below', () => {
    expect([0, 1, 2].map((at) => nextTile(rows, at, 'below', 0))).toEqual([3, 3, 4])
    expect([3, 4].map((at) => nextTile(rows, at, 'above', 0))).toEqual([0, 2])
  })

  it('up and down stop at the first and the last row', () => {
    expect([nextTile(rows, 0, 'above', 0), nextTile(rows, 4, 'below', 0)]).toEqual([-1, -1])
  })
})

describe('files dragged over a page', () => {
  const file = (type: string) => ({ kind: 'file', type })
  it.each([
    ['accepts a picture', ['Files'], [file('image/png')], true],
    ['accepts a picture among other files', ['Files'], [file('text/plain'), file('image/webp')], true],
    ['accepts files of unknown types', ['Files'], [], true],
    ['ignores other files', ['Files'], [file('application/pdf')], false],
    ['ignores a picture that is dragged from a page', ['text/html', 'Files'], [file('image/png')], false],
    ['ignores text', ['text/plain'], [{ kind: 'string', type: 'text/plain' }], false],
  ])('the page %s', (_name, types, items, isAccepted) => {
    expect(mayHavePictures({ types, items })).toBe(isAccepted)
  })
})

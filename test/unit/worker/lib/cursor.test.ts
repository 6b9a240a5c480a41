import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeCursor, encodeCursor, InvalidCursor } from '../../../../worker/lib/cursor.ts'

const keys = fc.array(fc.maxSafeInteger(), { minLength: 1, maxLength: 4 })
const names = fc.stringMatching(/^[a-z0-9 ]{1,40}$/)

describe('cursors', () => {
  it('a cursor decodes to its place', () => {
    fc.assert(
      fc.property(names, keys, (list, place) => {
        expect(decodeCursor(list, place.length, encodeCursor(list, place))).toEqual(place)
      }),
    )
  })

  it('a cursor needs no encoding in an address', () => {
    fc.assert(
      fc.property(names, keys, (list, place) => {
        expect(encodeCursor(list, place)).toMatch(/^[\w-]+$/)
      }),
    )
  })

  it.each([undefined, ''])('the cursor %j means the start', (cursor) => {
    expect(decodeCursor('recent', 1, cursor)).toBeNull()
  })

  it('a cursor of another list is refused', () => {
    fc.assert(
      fc.property(names, names, keys, (list, other, place) => {
        fc.pre(list !== other)
        expect(() => decodeCursor(other, place.length, encodeCursor(list, place))).toThrow(InvalidCursor)
      }),
    )
  })

  it('a cursor with another number of keys is refused', () => {
    fc.assert(
      fc.property(names, keys, (list, place) => {
        expect(() => decodeCursor(list, place.length + 1, encodeCursor(list, place))).toThrow('bad_cursor')
      }),
    )
  })

  it('a forged cursor is refused', () => {
    const json = fc.json().map((value) => btoa(unescape(encodeURIComponent(value))))
    fc.assert(
      fc.property(fc.oneof(fc.string({ minLength: 1 }), fc.base64String({ minLength: 1 }), json), (cursor) => {
        fc.pre(cursor !== '')
        expect(() => decodeCursor('recent', 1, cursor)).toThrow(InvalidCursor)
      }),
    )
  })

  it.each([0.5, 1e17, -2e16])('a cursor whose key is not a safe integer is refused: %d', (key) => {
    expect(() => decodeCursor('recent', 1, encodeCursor('recent', [key]))).toThrow(InvalidCursor)
  })

  it.each([[['recent', '1']], [['recent', null]], [['recent', [1]]], [{}]])(
    'a cursor whose keys are not numbers is refused: %j',
    (value) => {
      expect(() => decodeCursor('recent', 1, btoa(JSON.stringify(value)))).toThrow('bad_cursor')
    },
  )
})

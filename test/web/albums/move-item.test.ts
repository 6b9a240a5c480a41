import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { indexAfterKey, moveItem } from '../../../web/features/albums/move-item.ts'

describe('moving an item of a list', () => {
  const listAndPlaces = fc
    .uniqueArray(fc.integer(), { minLength: 1, maxLength: 20 })
    .chain((items) =>
      fc.tuple(fc.constant(items), fc.nat({ max: items.length - 1 }), fc.nat({ max: items.length - 1 })),
    )

  it('the moved item is at its new place', () => {
    fc.assert(
      fc.property(listAndPlaces, ([items, from, to]) => {
        expect(moveItem(items, from, to)[to]).toBe(items[from])
      }),
    )
  })

  it('the other items keep their order', () => {
    fc.assert(
      fc.property(listAndPlaces, ([items, from, to]) => {
        const order = moveItem(items, from, to)
        expect(order.filter((item) => item !== items[from])).toEqual(items.filter((item) => item !== items[from]))
      }),
    )
  })

  it('moving an item back restores the list', () => {
    fc.assert(
      fc.property(listAndPlaces, ([items, from, to]) => {
        expect(moveItem(moveItem(items, from, to), to, from)).toEqual(items)
      }),
    )
  })
})

describe('keys for moving an item', () => {
  it.each([
    ['ArrowLeft', 2, 1],
    ['ArrowUp', 2, 1],
    ['ArrowRight', 2, 3],
    ['ArrowDown', 2, 3],
    ['Home', 2, 0],
    ['End', 2, 4],
    ['ArrowLeft', 0, null],
    ['ArrowRight', 4, null],
    ['Home', 0, null],
    ['End', 4, null],
    ['a', 2, null],
  ] as const)('the key %s moves the item at %i of five to %s', (key, index, place) => {
    expect(indexAfterKey(key, index, 5)).toBe(place)
  })
})

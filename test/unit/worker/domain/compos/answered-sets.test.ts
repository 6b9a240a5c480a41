import { describe, expect, it } from 'vitest'
import { COMPO_ENTRIES_MAX } from '../../../../../contract/limits.ts'
import { type AnsweredSet, SetPacker } from '../../../../../worker/domain/compos/answered-sets.ts'

function pack(entryIds: number[], sets: AnsweredSet[]) {
  const packer = new SetPacker(entryIds, sets.length)
  for (const set of sets) packer.add(set)
  const { members, seen, picks, wins } = packer.pack()
  return { members: [...members], seen: [...seen], picks: [...picks], wins: [...wins] }
}

describe('packed sets', () => {
  it('entries are numbered by ascending id', () => {
    expect(pack([40, 10, 30, 20], [{ entries: [30, 10, 40, 20], pick: 10 }])).toEqual({
      members: [1, 2, 3, 0],
      seen: [1, 1, 1, 1],
      picks: [1, 0, 0, 0],
      wins: [1, 0, 0, 0],
    })
  })

  it('the entries of a skipped set share its win', () => {
    const { picks, wins } = pack([1, 2, 3], [{ entries: [1, 2, 3], pick: null }])
    expect(picks).toEqual([0, 0, 0])
    expect(wins).toEqual([1 / 3, 1 / 3, 1 / 3])
  })

  it('a smaller set is filled with the number of entries', () => {
    expect(pack([1, 2, 3], [{ entries: [3, 1], pick: 3 }]).members).toEqual([0, 3, 3, 2])
  })

  it('the order of the sets, and of the entries in a set, does not matter', () => {
    const sets = [
      { entries: [1, 2, 3, 4], pick: 3 },
      { entries: [5, 6, 7, 8], pick: null },
      { entries: [4, 5, 1, 8], pick: 8 },
    ]
    const reversed = sets.toReversed().map(({ entries, pick }) => ({ entries: entries.toReversed(), pick }))
    const ids = [1, 2, 3, 4, 5, 6, 7, 8]
    expect(pack(ids, reversed)).toEqual(pack(ids, sets))
  })

  it('an entry that has left the compo is missing in its sets', () => {
    expect(pack([1, 2, 3], [{ entries: [1, 2, 3, 9], pick: 2 }])).toMatchObject({ seen: [1, 1, 1], wins: [0, 1, 0] })
  })

  it('a set does not count after the picked entry has left the compo', () => {
    expect(pack([1, 2, 3], [{ entries: [1, 2, 3, 9], pick: 9 }])).toMatchObject({ members: [], seen: [0, 0, 0] })
  })

  it('a set does not count if all entries but one have left the compo', () => {
    expect(pack([1, 2, 3], [{ entries: [1, 7, 8, 9], pick: 1 }])).toMatchObject({ members: [], seen: [0, 0, 0] })
  })

  it('sets above the number that was counted are left out', () => {
    const packer = new SetPacker([1, 2], 1)
    for (const pick of [1, 2]) packer.add({ entries: [1, 2], pick })
    expect([...packer.pack().picks]).toEqual([1, 0])
  })

  it.each([
    ['more than four entries', { entries: [1, 2, 3, 4, 5], pick: 1 }],
    ['an entry twice', { entries: [1, 2, 2, 3], pick: 1 }],
    ['a pick that is not in it', { entries: [1, 2, 3, 4], pick: 5 }],
  ])('a set with %s throws', (_, set) => {
    expect(() => pack([1, 2, 3, 4, 5], [set])).toThrow()
  })

  it('an entry that is listed twice throws', () => {
    expect(() => new SetPacker([1, 2, 1], 0)).toThrow()
  })

  it('more entries than can be numbered throw', () => {
    const ids = Array.from({ length: COMPO_ENTRIES_MAX + 1 }, (_, index) => index + 1)
    expect(() => new SetPacker(ids, 0)).toThrow(RangeError)
  })

  it('the last number that is possible is packed', () => {
    const ids = Array.from({ length: COMPO_ENTRIES_MAX }, (_, index) => index + 1)
    const packer = new SetPacker(ids, 1)
    packer.add({ entries: [COMPO_ENTRIES_MAX, 1], pick: COMPO_ENTRIES_MAX })
    expect([...packer.pack().members]).toEqual([0, COMPO_ENTRIES_MAX, COMPO_ENTRIES_MAX, COMPO_ENTRIES_MAX - 1])
  })
})

import { describe, expect, it } from 'vitest'
import type { CompoEntry } from '../../../contract/http/compos.ts'
import { ratioOf, sectionsOf } from '../../../web/features/compos/sections.ts'

const entryAt = (place: number, entry = place): CompoEntry => ({
  ...{ entry, place, sketch: null, missing: 'deleted', artist: null, seen: 4, picks: 1, disqualified: false },
})

describe('the sections of a result [1 §4]', () => {
  it('entries are grouped by the labels of their places', () => {
    const sections = sectionsOf([1, 3, 4, 10, 11, 25, 26, 51, 101, 251].map((place) => entryAt(place)))
    expect(sections.map(({ title, entries }) => [title, entries.length])).toEqual([
      ['1st to 3rd place', 2],
      ['4th to 10th', 2],
      ['Top 25', 2],
      ['Top 50', 1],
      ['Top 100', 1],
      ['Top 250', 1],
      ['More entries', 1],
    ])
  })

  it('disqualified entries are a section of their own at the end', () => {
    const out = { ...entryAt(-1, 3), disqualified: true }
    expect(sectionsOf([entryAt(1), entryAt(2), out]).map(({ title }) => title)).toEqual([
      '1st to 3rd place',
      'Disqualified',
    ])
  })

  it('entries of a compo without places are one section', () => {
    expect(sectionsOf([entryAt(-1, 3), entryAt(-1, 4)])).toMatchObject([{ title: 'Entries', kind: 'unplaced' }])
  })

  it('entries that share a place share a section', () => {
    expect(sectionsOf([entryAt(1, 7), entryAt(1, 8), entryAt(1, 9), entryAt(1, 10)])).toHaveLength(1)
  })

  it('very long pictures are cropped, and missing ones are square', () => {
    expect(ratioOf({ width: 900, height: 100 })).toBe(2.5)
    expect(ratioOf({ width: 100, height: 900 })).toBe(0.4)
    expect(ratioOf(null)).toBe(1)
  })
})

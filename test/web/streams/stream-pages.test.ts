import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { livePage } from '../../../contract/http/streams.ts'
import { uniqueItems } from '../../../web/features/streams/list/stream-pages.ts'
import { nextPagesQuery, streamsQuery } from '../../../web/features/streams/queries.ts'

it('lists of streams are asked for again every 10 s, as often as previews are made [2 §2 Streams]', () => {
  const asked = [streamsQuery, nextPagesQuery('live', livePage, '')].map(({ refetchInterval }) => refetchInterval)
  expect(asked).toEqual([10_000, 10_000])
})

describe('a list of streams beyond its first page [2 §2 Streams]', () => {
  it('shows each stream once, where it was met first, though it moved from one page to another meanwhile', () => {
    const page = fc.uniqueArray(fc.record({ id: fc.integer({ min: 1, max: 30 }), page: fc.nat() }), {
      selector: ({ id }) => id,
    })
    fc.assert(
      fc.property(fc.array(page), (pages) => {
        const all = uniqueItems(pages)
        const met = pages.flat()
        expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
        expect(new Set(all.map(({ id }) => id))).toEqual(new Set(met.map(({ id }) => id)))
        for (const one of all) expect(one).toBe(met.find(({ id }) => id === one.id))
        const places = all.map((one) => met.indexOf(one))
        expect(places).toEqual(places.toSorted((before, after) => before - after))
      }),
    )
  })
  it('goes on from where the first page ended, page by page, to its end', () => {
    const { initialPageParam, getNextPageParam, queryKey } = nextPagesQuery('live', livePage, 'here')
    const next = (cursor: string, done: boolean) => getNextPageParam({ items: [], cursor, done }, [], '', [])
    expect([initialPageParam, next('there', false), next('', true)]).toEqual(['here', 'there', undefined])
    // What changes a stream asks for all lists anew by how their keys begin.
    expect(queryKey[0]).toBe('streams')
  })
})

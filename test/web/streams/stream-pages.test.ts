import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { liveStreamsReply } from '../../../contract/http/streams.ts'
import { uniqueItems } from '../../../web/features/streams/list/stream-pages.ts'
import { nextPagesQuery, streamsQuery } from '../../../web/features/streams/queries.ts'

it('lists of streams are refreshed every 10 s, as often as previews change [2 §2 Streams]', () => {
  const intervals = [streamsQuery, nextPagesQuery('live', liveStreamsReply, '')].map(
    ({ refetchInterval }) => refetchInterval,
  )
  expect(intervals).toEqual([10_000, 10_000])
})

describe('later pages of a list of streams [2 §2 Streams]', () => {
  it('a stream is shown once, at its first place, although it moves between pages', () => {
    const page = fc.uniqueArray(fc.record({ id: fc.integer({ min: 1, max: 30 }), page: fc.nat() }), {
      selector: ({ id }) => id,
    })
    fc.assert(
      fc.property(fc.array(page), (pages) => {
        const all = uniqueItems(pages)
        const listed = pages.flat()
        expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
        expect(new Set(all.map(({ id }) => id))).toEqual(new Set(listed.map(({ id }) => id)))
        for (const item of all) expect(item).toBe(listed.find(({ id }) => id === item.id))
        const places = all.map((item) => listed.indexOf(item))
        expect(places).toEqual(places.toSorted((before, after) => before - after))
      }),
    )
  })
  it('pages continue after the first to the end of the list', () => {
    const { initialPageParam, getNextPageParam, queryKey } = nextPagesQuery('live', liveStreamsReply, 'here')
    const next = (cursor: string, done: boolean) => getNextPageParam({ items: [], cursor, done }, [], '', [])
    expect([initialPageParam, next('there', false), next('', true)]).toEqual(['here', 'there', undefined])
    // Changes of a stream refresh all lists by the beginning of their keys.
    expect(queryKey[0]).toBe('streams')
  })
})

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
  const page = fc.uniqueArray(fc.record({ id: fc.integer({ min: 1, max: 30 }), page: fc.nat() }), {
    selector: ({ id }) => id,
  })
  /** Any pages between which streams have moved. */
  const lists = fc.array(page).map((pages) => ({ listed: pages.flat(), shown: uniqueItems(pages) }))

  it('a stream that moved between pages is shown once', () => {
    fc.assert(
      fc.property(lists, ({ shown }) => {
        expect(new Set(shown.map(({ id }) => id)).size).toBe(shown.length)
      }),
    )
  })
  it('every stream of the pages is shown', () => {
    fc.assert(
      fc.property(lists, ({ listed, shown }) => {
        expect(new Set(shown.map(({ id }) => id))).toEqual(new Set(listed.map(({ id }) => id)))
      }),
    )
  })
  it('a stream is shown at its first place', () => {
    fc.assert(
      fc.property(lists, ({ listed, shown }) => {
        for (const item of shown) expect(item).toBe(listed.find(({ id }) => id === item.id))
        const places = shown.map((item) => listed.indexOf(item))
        expect(places).toEqual(places.toSorted((before, after) => before - after))
      }),
    )
  })
  it('pages continue after the first to the end of the list', () => {
    const { initialPageParam, getNextPageParam } = nextPagesQuery('live', liveStreamsReply, 'here')
    const next = (cursor: string, done: boolean) => getNextPageParam({ items: [], cursor, done }, [], '', [])
    expect([initialPageParam, next('there', false), next('', true)]).toEqual(['here', 'there', undefined])
  })
  it('later pages are refreshed with all lists of streams', () => {
    expect(nextPagesQuery('live', liveStreamsReply, 'here').queryKey[0]).toBe('streams')
  })
})

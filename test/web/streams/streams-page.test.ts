import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { StreamsPage } from '../../../web/features/streams/list/StreamsPage.tsx'
import { replaysQuery, streamsQuery } from '../../../web/features/streams/queries.ts'
import { onlyPage, renderMarkup, textOf } from '../../support/web/render.ts'

const NO_REPLAYS = 'No replays to show.'
const EMPTY_FIRST_PAGE = { pages: [{ items: [], done: false, cursor: 'next' }], pageParams: [''] }
const NO_STREAMS = {
  streams: [],
  announced: [],
  cursors: { live: '', announced: '' },
  whiteboard: { preview: '/board.png' },
  own: null,
}

const pageWith = (replays: object, cursors = NO_STREAMS.cursors) =>
  textOf(
    renderMarkup(createElement(StreamsPage), {
      at: '/streams',
      replies: [
        [streamsQuery.queryKey, { ...NO_STREAMS, cursors }],
        [replaysQuery.queryKey, replays],
      ],
    }),
  )

describe('the page of streams', () => {
  it('the page says that there are no replays', () => {
    expect(pageWith(onlyPage([]))).toContain(NO_REPLAYS)
  })

  it('the page does not say so while only the first page is empty, because of blocked artists', () => {
    const text = pageWith(EMPTY_FIRST_PAGE)
    expect(text).not.toContain(NO_REPLAYS)
    expect(text).toContain('Show more')
  })

  it('the page says that no one is live, and lists no announced streams', () => {
    const text = pageWith(onlyPage([]))
    expect(text).toContain('No one is live')
    expect(text).not.toContain('Upcoming')
  })

  it('lists whose first pages are empty, because of blocked artists, go on', () => {
    const text = pageWith(onlyPage([]), { live: 'next', announced: 'next' })
    expect(text).not.toContain('No one is live')
    expect(text).toMatch(/Live now.*Show more.*Upcoming.*Show more/)
  })
})

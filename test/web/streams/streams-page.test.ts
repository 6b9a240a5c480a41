import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { StreamsPage } from '../../../web/features/streams/list/StreamsPage.tsx'
import { replaysQuery, streamsQuery } from '../../../web/features/streams/queries.ts'
import { onlyPage, renderMarkup, textOf } from '../../support/web/render.ts'

const NO_REPLAYS = 'No replays yet.'
const EMPTY_FIRST_PAGE = { pages: [{ items: [], done: false, cursor: 'next' }], pageParams: [''] }
const NO_STREAMS = {
  streams: [],
  announced: [],
  cursors: { live: '', announced: '' },
  whiteboard: { preview: '/board.png' },
  own: null,
}

const pageWith = (replays: object) =>
  textOf(
    renderMarkup(createElement(StreamsPage), {
      at: '/streams',
      replies: [
        [streamsQuery.queryKey, NO_STREAMS],
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
})

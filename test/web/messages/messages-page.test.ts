import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { PAGES } from '../../../web/features/messages/MessagesPage.tsx'
import { postsQuery, topicsQuery } from '../../../web/features/messages/queries.ts'
import { Thread } from '../../../web/features/messages/Thread.tsx'
import { messageTexts } from '../../../web/lib/messages/messages.ts'
import { onlyPage, renderMarkup, textOf } from '../../support/web/render.ts'
import { sampleUser } from '../../support/web/samples.ts'

describe('an empty folder of messages', () => {
  it('does not ask the member to choose a message [2 §2]', () => {
    const replies = [[topicsQuery('inbox').queryKey, onlyPage([])]] as const
    const text = textOf(renderMarkup(createElement(PAGES.messages), { at: '/messages', user: sampleUser(), replies }))
    expect(text).toContain(messageTexts.noTopics)
    expect(text).not.toContain(messageTexts.choose)
  })
})

describe('a conversation with a merged account', () => {
  it('says that nobody answers any more, and has no field for a reply', () => {
    const user = sampleUser()
    const other = { id: 7, nickname: 'Merged 7', avatar: null, joined: '2026-01-01T00:00:00.000Z' }
    const thread = { id: 3, subject: 'Ink', other, hasLeft: true, state: 'open', total: 0, read: true }
    const replies = [
      [postsQuery(3).queryKey, { pages: [{ ...onlyPage([]).pages[0], thread }], pageParams: [''] }],
    ] as const
    const page = createElement(Thread, { id: 3, user, list: () => null })
    const markup = renderMarkup(page, { at: '/messages/3', user, replies })
    expect(textOf(markup)).toContain(messageTexts.hasLeft)
    expect(markup).not.toContain('<textarea')
  })
})

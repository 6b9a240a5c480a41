import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { PAGES } from '../../../web/features/messages/MessagesPage.tsx'
import { topicsQuery } from '../../../web/features/messages/queries.ts'
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

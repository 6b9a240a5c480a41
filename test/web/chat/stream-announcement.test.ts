import { describe, expect, it } from 'vitest'
import type { ChatLine, ChatServerEvent } from '../../../contract/socket/chat.ts'
import { applyEvent, emptyView } from '../../../web/features/chat/session/room-view.ts'

const announced: ChatLine = {
  ...{ id: 1, user: { id: 2, nickname: 'Mira', avatar: null }, message: 'is live: Inks', date: '20261121120000' },
  ...{ admin: false, action: false, background: 'announce-stream', key: 'stream-7-live', replyTo: null, edited: false },
  link: { path: '/stream/7', label: 'Watch' },
}
const link = { path: '/stream/7', label: 'Open' }
const ended = { type: 'edit', number: 2, id: 1, message: 'was live: Inks', link } as const
const viewAfter = (events: ChatServerEvent[]) =>
  events.reduce((view, event) => applyEvent(view, event, 1, 0), emptyView())

describe('the line that announces a stream', () => {
  const posted = { type: 'chat', number: 1, line: announced } as const

  it('the line has a banner while the stream is live', () => {
    expect(viewAfter([posted]).announcement).toEqual(announced)
  })

  it('the line changes its text and link when the stream ends', () => {
    expect(viewAfter([posted, ended]).lines).toEqual([{ ...announced, message: 'was live: Inks', link }])
  })

  it('the banner disappears when the stream ends', () => {
    expect(viewAfter([posted, ended]).announcement).toBeNull()
  })

  it('the line keeps the end of the stream when it arrives again', () => {
    const { lines } = viewAfter([posted, ended, posted])
    expect(lines).toMatchObject([{ message: 'was live: Inks', link, edited: false }])
  })
})

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
  it('the line changes its text and link when the stream ends, and its banner disappears', () => {
    const live = viewAfter([{ type: 'chat', number: 1, line: announced }])
    expect(live.announcement).toEqual(announced)
    const over = applyEvent(live, ended, 1, 0)
    expect(over.lines).toEqual([{ ...announced, message: 'was live: Inks', link }])
    expect(over.announcement).toBeNull()
  })

  it('the line that arrives again, late, keeps the end of the stream', () => {
    const { lines } = viewAfter([
      { type: 'chat', number: 1, line: announced },
      ended,
      { type: 'chat', number: 1, line: announced },
    ])
    expect(lines).toMatchObject([{ message: 'was live: Inks', link, edited: false }])
  })
})

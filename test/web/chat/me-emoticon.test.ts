import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { LineText } from '../../../web/features/chat/lines/LineText.tsx'
import { emptyView, membersToFind, withPeople } from '../../../web/features/chat/session/room-view.ts'
import { renderMarkup } from '../../support/web/render.ts'

const me = { id: 1, nickname: 'Mira', avatar: null }
const shown = (message: string, emoticon?: string) =>
  renderMarkup(createElement(LineText, { message, people: [], me, emoticon }))

describe('(me) in a chat line [2 §2 Edit profile]', () => {
  it("(me) draws the sender's emoticon of 24 px [2 §9]", () => {
    const markup = shown('Look (me)!', '/image/abc')
    expect(markup).toMatch(/^Look <img [^>]*>!$/)
    for (const attribute of ['src="/image/abc/50"', 'alt="(me)"', 'width="24"', 'height="24"'])
      expect(markup).toContain(attribute)
  })

  it('(me) is text in the lines of a sender without an emoticon', () => {
    expect(shown('Look (me)!')).toBe('Look (me)!')
  })

  it('other codes keep their own emoticons', () => {
    expect(shown('(cat)', '/image/abc')).toContain('aria-label="cat"')
  })
})

describe('the emoticons of a room', () => {
  const line = (id: number, userId: number, message: string) => ({
    ...{ id, user: { id: userId, nickname: `Member ${userId}`, avatar: null }, message, date: '20261121120000' },
    ...{ admin: false, action: false, background: null, key: `key-${id}`, replyTo: null, edited: false, link: null },
  })
  const lines = [line(1, 2, 'Hi'), line(2, 4, 'Hi'), line(3, 3, 'I (me)')]
  const view = { ...emptyView(), earlierAuthors: [2], lines }

  it('senders of (me) are looked up with the authors of earlier lines, each once', () => {
    expect(membersToFind(view)).toEqual([2, 3])
    expect(membersToFind({ ...view, lines: [line(4, 2, '(me) (me)')] })).toEqual([2])
  })

  it('the emoticons of members who were looked up are known by member', () => {
    const found = [
      { id: 3, nickname: 'Member 3', avatar: null, emoticon: '/image/abc' },
      { id: 4, nickname: 'Member 4', avatar: null },
    ]
    const { emoticons } = withPeople(view, new Map(found.map((person) => [person.id, person])))
    expect([...emoticons]).toEqual([[3, '/image/abc']])
  })
})

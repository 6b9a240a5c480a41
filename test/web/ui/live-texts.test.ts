import { createElement, type ReactNode } from 'react'
import { describe, expect, it } from 'vitest'
import type { ForumPost } from '../../../contract/http/forum.ts'
import type { NotificationItem } from '../../../contract/http/notifications.ts'
import { BanNotice } from '../../../web/features/bans/BanNotice.tsx'
import { OutgoingLineRow } from '../../../web/features/chat/lines/OutgoingLineRow.tsx'
import { HeldLines } from '../../../web/features/chat/moderation/HeldLines.tsx'
import { chatSessionOf } from '../../../web/features/chat/session/chat-session.ts'
import { PostItem } from '../../../web/features/forum/PostItem.tsx'
import { NotificationRow } from '../../../web/features/notifications/NotificationRow.tsx'
import { Gifts } from '../../../web/features/store/Gifts.tsx'
import { renderMarkup } from '../../support/web/render.ts'
import { sampleNotification, sampleUser } from '../../support/web/samples.ts'

const TEXT = 'See https://prints.example/new, @Noor'
const DATE = '20261121120000'
const NOOR = { id: 4, nickname: 'Noor', avatar: null }
const PIA = { id: 5, nickname: 'Pia', avatar: null }
const LINK = /<a href="https:\/\/prints\.example\/new" target="_blank" rel="nofollow ugc noopener noreferrer">/
const MENTION = /<a [^>]*href="\/user\/4"[^>]*>@Noor<\/a>/

const user = sampleUser()
const found = [['named members', '@Noor'], { items: [NOOR] }] as const
const markupOf = (part: ReactNode, ...replies: (readonly [readonly string[], unknown])[]) =>
  renderMarkup(part, { user, replies: [found, ...replies] })

const notification = (fields: Partial<NotificationItem>) =>
  createElement(NotificationRow, { me: 1, notification: sampleNotification({ sketch: null, ...fields }) })

const post: ForumPost = {
  ...{ id: 9, number: 2, user: PIA, date: DATE, text: 'Yes', mentions: [], sketch: null },
  ...{ quote: { number: 1, nickname: 'Noor', text: TEXT }, edited: false, deleted: null, canDelete: false, key: '' },
}

describe('links and mentions in texts of members', () => {
  it.each<[string, ReactNode]>([
    ['a note to fans', notification({ category: 'notes', actor: PIA, note: { excerpt: TEXT } })],
    ['a decision on a request', notification({ groupRequest: 'Pond', decision: { state: 'rejected', message: TEXT } })],
    ['a gift that the member is notified of', notification({ gift: { item: 'hearts25', message: TEXT } })],
    ['a quote in the forum', createElement(PostItem, { post, topicId: 3, isMarked: false, onQuote: undefined })],
    [
      'a line that is being sent',
      createElement(OutgoingLineRow, {
        ...{ line: { key: 'k', message: TEXT, state: 'sent' }, session: chatSessionOf('lobby', 1), user },
        ...{ people: [NOOR], emoticon: undefined, offline: false, onEdit: () => undefined },
      }),
    ],
    [
      'a line that waits for approval',
      createElement(HeldLines, {
        ...{ channel: 'lobby', me: user, people: [NOOR] },
        lines: [{ id: 7, user: PIA, message: TEXT, key: 'key', replyTo: null, date: DATE }],
      }),
    ],
  ])('%s has links for addresses and mentions', (_, part) => {
    const markup = markupOf(part)
    expect(markup).toMatch(LINK)
    expect(markup).toMatch(MENTION)
  })

  it('the words of a gift have links for addresses and mentions', () => {
    const gift = { id: 6, item: 'hearts25', from: PIA, message: TEXT, date: DATE }
    const markup = markupOf(createElement(Gifts), [['store', 'gifts'], { items: [gift] }])
    expect(markup).toMatch(LINK)
    expect(markup).toMatch(MENTION)
  })

  it('the reason of a ban has links for addresses', () => {
    const ban = { duration: 24, unconfirmed: false, dateStart: DATE, dateEnd: DATE, userId: 1, reason: TEXT }
    expect(markupOf(createElement(BanNotice, { ban: { ...ban, offenses: 0 } }))).toMatch(LINK)
  })

  it('the beginning of a comment has no links, because an address in it may be cut', () => {
    expect(markupOf(notification({ comment: { id: 3, excerpt: TEXT } }))).not.toMatch(LINK)
  })
})

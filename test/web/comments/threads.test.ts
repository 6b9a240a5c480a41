import { describe, expect, it } from 'vitest'
import type { CommentItem } from '../../../contract/http/comments.ts'
import { threadsOf } from '../../../web/features/comments/threads.ts'

const comment = (id: number, thread: number | null = null, key = ''): CommentItem => ({
  ...{ id, thread, key, userId: 3, nickname: 'Vera', avatar: null, comment: `${id}`, date: '20260102030405' },
  ...{ type: 'sketch', which: 7, canDelete: false, edited: false, mentions: [], replyTo: null },
})
const shown = (...pages: { items: CommentItem[]; context?: CommentItem[] }[]) =>
  threadsOf(pages.map(({ items, context = [] }) => ({ items, context }))).map(({ head, answers }) => [
    head.id || head.key,
    ...answers.map(({ id, key }) => id || key),
  ])

describe('threads of comments', () => {
  it('the newest question comes first', () => {
    expect(shown({ items: [comment(5), comment(3), comment(2)] })).toEqual([[5], [3], [2]])
  })

  it('answers are listed under their question, oldest first', () => {
    const items = [comment(6, 2), comment(5), comment(4, 2), comment(3), comment(2)]
    expect(shown({ items })).toEqual([[5], [3], [2, 4, 6]])
  })

  it('a question that is only in the context of a page is shown with its answers', () => {
    expect(shown({ items: [comment(9, 2), comment(8)], context: [comment(2), comment(4, 2)] })).toEqual([
      [8],
      [2, 4, 9],
    ])
  })

  it('a comment that is in a context and on a later page is shown once', () => {
    const first = { items: [comment(9, 2)], context: [comment(2), comment(4, 2)] }
    expect(shown(first, { items: [comment(5), comment(4, 2), comment(3, 2), comment(2)] })).toEqual([[5], [2, 3, 4, 9]])
  })

  it('a thread whose question is missing begins with the oldest answer', () => {
    expect(shown({ items: [comment(6, 2), comment(5), comment(4, 2)] })).toEqual([[5], [4, 6]])
  })

  it('a comment that is being posted comes first', () => {
    expect(shown({ items: [comment(0, null, 'new'), comment(3), comment(2)] })).toEqual([['new'], [3], [2]])
  })

  it('an answer that is being posted comes last under its question', () => {
    const items = [comment(0, 2, 'answer'), comment(0, null, 'new'), comment(4, 2), comment(2)]
    expect(shown({ items })).toEqual([['new'], [2, 4, 'answer']])
  })
})

import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CommentItem, CommentList } from '../../../contract/http/comments.ts'
import { commentsQuery, deleteComment, editComment, postComment } from '../../../web/features/comments/queries.ts'
import { sampleUser } from '../../support/web/samples.ts'

const TARGET = { type: 'sketch', which: 7 } as const
const USER = sampleUser({ id: 3, nickname: 'Vera' })
const KEY = 'key-of-a-comment'

const comment = (id: number, text: string, key = ''): CommentItem => ({
  id,
  userId: 3,
  nickname: 'Vera',
  avatar: null,
  comment: text,
  date: '20260102030405',
  ...TARGET,
  key,
  canDelete: true,
  edited: false,
  mentions: [],
  replyTo: null,
  thread: null,
})
const page = (items: CommentItem[], total: number, done: boolean): CommentList => ({
  items,
  context: [],
  total,
  page: 1,
  cursor: done ? '' : 'on',
  done,
})

const site = vi.fn<(path: string, init: RequestInit) => Promise<Response>>()
let client: QueryClient

beforeEach(() => {
  client = new QueryClient()
  client.setQueryData(commentsQuery(TARGET).queryKey, {
    pages: [page([comment(12, 'second')], 2, false), page([comment(11, 'first')], 2, true)],
    pageParams: ['', 'on'],
  })
  vi.stubGlobal('fetch', site)
  site.mockReset()
})
afterEach(() => {
  client.clear()
  vi.unstubAllGlobals()
})

const shown = () => client.getQueryData(commentsQuery(TARGET).queryKey)?.pages ?? []
const texts = () => shown().flatMap(({ items }) => items.map((item) => `${item.id} ${item.comment}`))
const total = () => shown()[0]?.total

describe('posting a comment [1 §4]', () => {
  it('a comment is shown first and counted at once, and then replaced by the reply', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    site.mockReturnValue(promise)
    const posting = postComment(client, TARGET, USER, { key: KEY, text: 'third' })
    await vi.waitFor(() => expect(site).toHaveBeenCalled())
    expect(texts()).toEqual(['0 third', '12 second', '11 first'])
    expect(shown()[0]?.items[0]?.canDelete).toBe(false)
    expect(total()).toBe(3)
    expect(JSON.parse(String(site.mock.lastCall?.[1].body))).toEqual({ key: KEY, comment: 'third', ...TARGET })

    resolve(Response.json({ comment: comment(13, 'third, tidied', KEY) }))
    await posting
    expect(texts()).toEqual(['13 third, tidied', '12 second', '11 first'])
    expect(total()).toBe(3)
  })

  it('a failed comment disappears, and its caller gets the error', async () => {
    site.mockImplementation(async () => Response.json({}, { status: 500 }))
    await expect(postComment(client, TARGET, USER, { key: KEY, text: 'third' })).rejects.toMatchObject({ status: 500 })
    expect(texts()).toEqual(['12 second', '11 first'])
    expect(total()).toBe(2)
    expect(site).toHaveBeenCalledTimes(1)
  })
})

describe('deleting a comment', () => {
  it('a comment disappears from any page after the site has deleted it', async () => {
    site.mockImplementation(async () => Response.json({ ok: true }))
    await deleteComment(client, TARGET, 11)
    expect(texts()).toEqual(['12 second'])
    expect(total()).toBe(1)
  })

  it('a comment stays when the deletion fails', async () => {
    site.mockImplementation(async () => Response.json({}, { status: 403 }))
    await expect(deleteComment(client, TARGET, 11)).rejects.toMatchObject({ status: 403 })
    expect(texts()).toEqual(['12 second', '11 first'])
    expect(total()).toBe(2)
  })
})

describe('editing a comment', () => {
  it('a comment is replaced by the reply on any page', async () => {
    site.mockImplementation(async () => Response.json({ comment: { ...comment(11, 'tidied'), edited: true } }))
    await editComment(client, TARGET, 11, 'changed')
    expect(JSON.parse(String(site.mock.lastCall?.[1].body))).toEqual({
      commentId: 11,
      action: 'edit',
      comment: 'changed',
    })
    expect(texts()).toEqual(['12 second', '11 tidied'])
    expect(total()).toBe(2)
  })

  it('a comment stays unchanged when the edit is refused', async () => {
    site.mockImplementation(async () => Response.json({}, { status: 409 }))
    await expect(editComment(client, TARGET, 11, 'changed')).rejects.toMatchObject({ status: 409 })
    expect(texts()).toEqual(['12 second', '11 first'])
  })
})

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
  const post = () => postComment(client, TARGET, USER, { key: KEY, text: 'third' })

  /** Runs checks while the site has not replied. The comment is posted afterwards. */
  async function whilePosting(check: () => void) {
    const { promise, resolve } = Promise.withResolvers<Response>()
    site.mockReturnValue(promise)
    const posting = post()
    await expect.poll(() => site).toHaveBeenCalled()
    check()
    resolve(Response.json({ comment: comment(13, 'third, tidied', KEY) }))
    await posting
  }

  it('a comment is sent with its key and its target', async () => {
    await whilePosting(() => {
      expect(JSON.parse(String(site.mock.lastCall?.[1].body))).toEqual({ key: KEY, comment: 'third', ...TARGET })
    })
  })

  it('a comment is shown first at once', async () => {
    await whilePosting(() => expect(texts()).toEqual(['0 third', '12 second', '11 first']))
  })

  it('a comment cannot be deleted while it is posted', async () => {
    await whilePosting(() => expect(shown()[0]?.items[0]?.canDelete).toBe(false))
  })

  it('a comment is counted once', async () => {
    await whilePosting(() => expect(total()).toBe(3))
    expect(total()).toBe(3)
  })

  it('a posted comment is replaced by the reply', async () => {
    await whilePosting(() => undefined)
    expect(texts()).toEqual(['13 third, tidied', '12 second', '11 first'])
  })

  describe('a comment that the site fails to store', () => {
    beforeEach(() => {
      site.mockImplementation(async () => Response.json({}, { status: 500 }))
    })

    it('the caller of a failed comment gets the error', async () => {
      await expect(post()).rejects.toMatchObject({ status: 500 })
    })

    it('a failed comment disappears', async () => {
      await post().catch(() => undefined)
      expect(texts()).toEqual(['12 second', '11 first'])
      expect(total()).toBe(2)
    })

    it('a failed comment is not sent again', async () => {
      await post().catch(() => undefined)
      expect(site).toHaveBeenCalledTimes(1)
    })
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
  const siteEdits = () =>
    site.mockImplementation(async () => Response.json({ comment: { ...comment(11, 'tidied'), edited: true } }))

  it('an edit is sent with the new text', async () => {
    siteEdits()
    await editComment(client, TARGET, 11, 'changed')
    expect(JSON.parse(String(site.mock.lastCall?.[1].body))).toEqual({
      commentId: 11,
      action: 'edit',
      comment: 'changed',
    })
  })

  it('an edited comment is replaced by the reply on any page', async () => {
    siteEdits()
    await editComment(client, TARGET, 11, 'changed')
    expect(texts()).toEqual(['12 second', '11 tidied'])
    expect(total()).toBe(2)
  })

  it('a comment stays unchanged when the edit is refused', async () => {
    site.mockImplementation(async () => Response.json({}, { status: 409 }))
    await expect(editComment(client, TARGET, 11, 'changed')).rejects.toMatchObject({ status: 409 })
    expect(texts()).toEqual(['12 second', '11 first'])
  })
})

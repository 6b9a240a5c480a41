import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CurrentUser } from '../../../contract/http/auth.ts'
import {
  type CommentItem,
  type CommentList,
  type CommentType,
  commentList,
  mentionReply,
  postCommentReply,
} from '../../../contract/http/comments.ts'
import { ok } from '../../../contract/http/common.ts'
import type { RuleAndReason } from '../../../contract/http/rules.ts'
import { toWireTime } from '../../../contract/time.ts'
import { call } from '../../lib/call.ts'
import { type Pages, pagedQuery, withParams } from '../../lib/paged-query.ts'
import type { PendingComment } from './comment-draft.ts'

/** Sketch, profile or group that has comments; `which` is its id, as in calls. */
export type CommentTarget = { type: CommentType; which: number }

/** The newest ten, then the largest pages. */
export const commentsQuery = ({ type, which }: CommentTarget) =>
  pagedQuery({
    queryKey: ['comments', type, which],
    read: (cursor, signal) => {
      const path = withParams(`/api/comments/${which}`, { type, count: cursor ? 'all' : 10, cursor })
      return call(commentList, path, undefined, signal)
    },
  })

/** Optimistic comment; its id is 0 until the server has replied. */
function optimisticComment(
  target: CommentTarget,
  user: CurrentUser,
  { key, text, replyTo }: PendingComment,
  thread: number | null,
): CommentItem {
  const { id: userId, nickname, avatar } = user
  return {
    ...target,
    ...{ id: 0, userId, nickname, avatar, comment: text, date: toWireTime(Date.now()), key },
    ...{ canDelete: false, edited: false, mentions: [], replyTo: replyTo ?? null, thread },
  }
}

function updatePages(
  client: QueryClient,
  target: CommentTarget,
  change: (pages: CommentList[]) => CommentList[],
): void {
  client.setQueryData<Pages<CommentList>>(
    commentsQuery(target).queryKey,
    (data) => data && { ...data, pages: change(data.pages) },
  )
}

const addToTotal = (page: CommentList, by: number): CommentList => ({ ...page, total: page.total + by })
const removeComments = (pages: CommentList[], isRemoved: (comment: CommentItem) => boolean): CommentList[] =>
  pages.map((page) => ({
    ...page,
    items: page.items.filter((comment) => !isRemoved(comment)),
    context: page.context.filter((comment) => !isRemoved(comment)),
  }))

/** Id of the comment under which an answer to a loaded comment is shown. */
function threadOf(pages: readonly CommentList[], parentId: number): number {
  const parent = pages.flatMap(({ items, context }) => [...items, ...context]).find(({ id }) => id === parentId)
  return parent?.thread ?? parentId
}

/**
 * Posts a comment optimistically [1 §4]. A failed call removes it and rethrows; the caller still has the text. The same
 * key never posts twice. Without a loaded list, posts first and fetches the list afterwards.
 */
export async function postComment(
  client: QueryClient,
  target: CommentTarget,
  user: CurrentUser,
  sending: PendingComment,
): Promise<CommentItem> {
  const { key, text, replyTo } = sending
  const { queryKey } = commentsQuery(target)
  const body = { key, comment: text, ...target, replyTo: replyTo?.id }
  if (!client.getQueryData(queryKey)) {
    const { comment } = await call(postCommentReply, '/comment', body)
    // A first fetch that is under way may not include this comment.
    await client.cancelQueries({ queryKey })
    await client.invalidateQueries({ queryKey })
    return comment
  }
  await client.cancelQueries({ queryKey })
  updatePages(client, target, (pages) => {
    const [first, ...rest] = pages
    const thread = replyTo ? threadOf(pages, replyTo.id) : null
    const comment = optimisticComment(target, user, sending, thread)
    return first ? [addToTotal({ ...first, items: [comment, ...first.items] }, 1), ...rest] : rest
  })
  try {
    const { comment } = await call(postCommentReply, '/comment', body)
    updatePages(
      client,
      target,
      replaceComment(comment, (item) => item.key === key && item.id === 0),
    )
    return comment
  } catch (error) {
    updatePages(client, target, (pages) =>
      removeComments(pages, (item) => item.key === key && item.id === 0).map((page, index) =>
        addToTotal(page, index ? 0 : -1),
      ),
    )
    throw error
  }
}

export function usePostComment(target: CommentTarget) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ user, sending }: { user: CurrentUser; sending: PendingComment }) =>
      postComment(client, target, user, sending),
  })
}

export function useEditComment(target: CommentTarget, commentId: number) {
  const client = useQueryClient()
  return useMutation({ mutationFn: (text: string) => editComment(client, target, commentId, text) })
}

/** Deletes a comment. Staff say why they delete one that is neither theirs nor on their page. */
export function useDeleteComment(target: CommentTarget, commentId: number) {
  const client = useQueryClient()
  return useMutation({ mutationFn: (why: RuleAndReason | null) => deleteComment(client, target, commentId, why) })
}

export const useReportComment = () =>
  useMutation({ mutationFn: (id: number) => call(ok, '/api/v2/report/comment', { id }) })

export async function editComment(
  client: QueryClient,
  target: CommentTarget,
  commentId: number,
  text: string,
): Promise<void> {
  const { comment } = await call(postCommentReply, '/comment', { commentId, action: 'edit', comment: text })
  updatePages(
    client,
    target,
    replaceComment(comment, (item) => item.id === commentId),
  )
}

function replaceComment(comment: CommentItem, matches: (item: CommentItem) => boolean) {
  const replace = (item: CommentItem) => (matches(item) ? comment : item)
  return (pages: CommentList[]) =>
    pages.map((page) => ({ ...page, items: page.items.map(replace), context: page.context.map(replace) }))
}

/** Deletes a comment on the site and in the cache; see `useDeleteComment` for `why`. */
export async function deleteComment(
  client: QueryClient,
  target: CommentTarget,
  commentId: number,
  why: RuleAndReason | null = null,
): Promise<void> {
  await call(ok, '/comment', { commentId, action: 'delete', ...why })
  updatePages(client, target, (pages) =>
    removeComments(pages, (item) => item.id === commentId).map((page, index) => addToTotal(page, index ? 0 : -1)),
  )
}

const SUGGESTIONS_STALE_MS = 300_000

/** Members whose names start with a text; without a text, followed members and the user's fans. */
export const mentionQuery = (prefix: string) =>
  queryOptions({
    queryKey: ['members', prefix],
    queryFn: ({ signal }) =>
      call(mentionReply, `/api/v2/mention?query=${encodeURIComponent(prefix)}`, undefined, signal),
    staleTime: SUGGESTIONS_STALE_MS,
  })

import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { SessionReply } from '../../../contract/http/auth.ts'
import { ok } from '../../../contract/http/common.ts'
import {
  type MessageFolder,
  type MessagePost,
  type MessagePostList,
  type MessageTopicList,
  messagePostList,
  messageTopicList,
  readMessageReply,
  replyMessageReply,
  writeMessageReply,
} from '../../../contract/http/messages.ts'
import { call } from '../../lib/call.ts'
import { itemsOf, type Pages, pagedQuery, withParams } from '../../lib/paged-query.ts'
import { sessionQuery } from '../../lib/session.ts'
import type { MessageDraft } from './message-draft.ts'

/** Key of all lists of threads and posts. */
export const messagesKey = ['messages']

/** A member's threads in a folder, those with the latest posts first. */
export const topicsQuery = (folder: MessageFolder) =>
  pagedQuery<MessageTopicList>({
    queryKey: [...messagesKey, 'topics', folder],
    read: (cursor, signal) =>
      call(messageTopicList, withParams('/api/v2/messages', { folder, cursor }), undefined, signal),
  })

/** The posts of a thread, the latest first. */
export const postsQuery = (id: number) =>
  pagedQuery<MessagePostList>({
    queryKey: [...messagesKey, 'posts', id],
    read: (cursor, signal) =>
      call(messagePostList, withParams('/api/v2/message/posts', { id, cursor }), undefined, signal),
  })

/** The loaded posts of a thread, the oldest first. */
export const loadedPosts = (data: Pages<MessagePostList> | undefined): MessagePost[] =>
  itemsOf(data).sort((a, b) => a.id - b.id)

/** Updates the number of unread threads in the header. */
function updateUnread(client: QueryClient, unreadMessages: number): void {
  client.setQueryData<SessionReply>(
    sessionQuery.queryKey,
    (session) => session && { ...session, user: session.user && { ...session.user, unreadMessages } },
  )
}

const contentOf = ({ text, sketch, key }: MessageDraft) => ({ text, sketch: sketch?.id ?? null, key })

/** Begins a thread; returns its id and, for a draft that was sent before, the message that was stored. */
export function useWriteMessage(to: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (draft: MessageDraft) => {
      const body = { to, subject: draft.subject, ...contentOf(draft) }
      const { id } = await call(writeMessageReply, '/api/v2/message/write', body)
      const posts = draft.tried ? loadedPosts(await client.fetchInfiniteQuery(postsQuery(id))) : []
      return { id, stored: posts.find(({ key }) => key === draft.key) }
    },
    onSuccess: () => client.invalidateQueries({ queryKey: messagesKey }),
  })
}

/** Adds a post to a thread, which accepts a request. */
export function useReply(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (draft: MessageDraft) => call(replyMessageReply, '/api/v2/message/reply', { id, ...contentOf(draft) }),
    onSuccess: async ({ post }) => {
      const { queryKey } = postsQuery(id)
      await client.cancelQueries({ queryKey })
      client.setQueryData<Pages<MessagePostList>>(queryKey, (data) => data && withPost(data, post))
      void client.invalidateQueries({ queryKey: messagesKey })
    },
  })
}

function withPost(data: Pages<MessagePostList>, post: MessagePost): Pages<MessagePostList> {
  const [first, ...rest] = data.pages
  return first ? { ...data, pages: [{ ...first, items: [post, ...first.items] }, ...rest] } : data
}

/** Marks the posts of a thread as read, up to a post. */
export function useMarkThreadRead(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (upTo: number) => call(readMessageReply, '/api/v2/message/read', { id, upTo }),
    onSuccess: ({ unread }) => {
      updateUnread(client, unread)
      void client.invalidateQueries({ queryKey: ['home'] })
      void client.invalidateQueries({ queryKey: messagesKey })
    },
  })
}

export function useAcceptRequest(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(ok, `/message/${id}`, { action: 'accept' }),
    onSuccess: () => client.invalidateQueries({ queryKey: messagesKey }),
  })
}

/** Deletes a thread, or declines a request. The lists are read again once the page has left the thread. */
export const useDeleteThread = (id: number) =>
  useMutation({ mutationFn: () => call(ok, `/message/${id}`, { action: 'delete' }) })

/** Reads everything about messages again, and forgets a thread that was deleted. */
export function forgetThread(client: QueryClient, id: number): void {
  client.removeQueries({ queryKey: postsQuery(id).queryKey })
  void client.invalidateQueries({ queryKey: messagesKey })
  void client.invalidateQueries(sessionQuery)
}

export const useReportThread = (message: number) =>
  useMutation({ mutationFn: (details: string) => call(ok, '/api/v2/report', { message, details }) })

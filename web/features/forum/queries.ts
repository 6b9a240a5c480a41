import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ok } from '../../../contract/http/common.ts'
import {
  type CategoryBody,
  foundPosts,
  newTopicReply,
  postReply,
  type TopicModeration,
  type TopicOrder,
  topicList,
  topicPage,
} from '../../../contract/http/forum.ts'
import type { RuleAndReason } from '../../../contract/http/rules.ts'
import { call } from '../../lib/call.ts'
import { pagedQuery, withParams } from '../../lib/paged-query.ts'
import type { ForumDraft } from './forum-draft.ts'

const forumKey = ['forum']

export type TopicSelection = { category: string | undefined; show: TopicOrder }

/** Topics of the forum or a category, with all categories. */
export const topicsQuery = ({ category, show }: TopicSelection) =>
  pagedQuery({
    queryKey: [...forumKey, 'topics', category ?? '', show],
    read: (cursor, signal) => {
      const path = withParams('/api/v2/forum/topics', { category, show: show === 'latest' ? '' : show, cursor })
      return call(topicList, path, undefined, signal)
    },
  })

const topicKey = (id: number) => [...forumKey, 'topic', id]

/** A page of a topic. */
export const topicPageQuery = (id: number, page: number) =>
  queryOptions({
    queryKey: [...topicKey(id), page],
    queryFn: ({ signal }) => call(topicPage, `/api/v2/forum/topic/${id}?page=${page}`, undefined, signal),
  })

/** Posts that match a search, the newest first. */
export const forumSearchQuery = (query: string) =>
  pagedQuery({
    queryKey: [...forumKey, 'search', query],
    read: (cursor, signal) =>
      call(foundPosts, withParams('/api/v2/forum/search', { query, cursor }), undefined, signal),
    enabled: query !== '',
  })

const refresh = (client: QueryClient) => client.invalidateQueries({ queryKey: forumKey })

/** Mutation that invalidates all lists and pages of the forum. */
function useForumWrite<Body, Reply>(write: (body: Body) => Promise<Reply>) {
  const client = useQueryClient()
  return useMutation({ mutationFn: write, onSuccess: () => refresh(client) })
}

const contentOf = ({ text, sketch, key }: ForumDraft) => ({ text, sketch: sketch?.id ?? null, key })

/** Begins a topic; returns its id and, for a draft that was sent before, the post that was stored. */
export function useBeginTopic() {
  const client = useQueryClient()
  return useForumWrite(async ({ category, draft }: { category: number; draft: ForumDraft }) => {
    const body = { category, title: draft.title, ...contentOf(draft) }
    const { id } = await call(newTopicReply, '/api/v2/forum/topic', body)
    const posts = draft.tried ? (await client.fetchQuery(topicPageQuery(id, 1))).items : []
    return { id, stored: posts.find(({ key }) => key === draft.key) }
  })
}

/** Adds a post to a topic. */
export const useAddPost = (topic: number) =>
  useForumWrite((draft: ForumDraft) =>
    call(postReply, '/api/v2/forum/post', { topic, quote: draft.quote?.number ?? null, ...contentOf(draft) }),
  )

export const useEditPost = (id: number) =>
  useForumWrite((text: string) => call(postReply, '/api/v2/forum/post/edit', { id, text }))

/** Deletes a post. Staff give a reason when they delete the post of another member. */
export const useDeletePost = (id: number) =>
  useForumWrite((why: RuleAndReason | undefined) => call(ok, '/api/v2/forum/post/delete', { id, ...why }))

export const useReportPost = (id: number) =>
  useMutation({ mutationFn: (details: string) => call(ok, '/api/v2/forum/post/report', { id, details }) })

export const useWatchTopic = (topic: number) =>
  useForumWrite((on: boolean) => call(ok, '/api/v2/forum/watch', { topic, on }))

/** Marks the posts of a topic as read up to a number. Refetches the lists of topics, but not the open topic. */
export function useMarkTopicRead(topic: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (upTo: number) => call(ok, '/api/v2/forum/read', { topic, upTo }),
    onSuccess: () => client.invalidateQueries({ queryKey: [...forumKey, 'topics'] }),
  })
}

export const useModerateTopic = () => useForumWrite((body: TopicModeration) => call(ok, '/api/v2/forum/moderate', body))

export const useSaveCategory = () => useForumWrite((body: CategoryBody) => call(ok, '/api/v2/forum/category', body))

export const useOrderCategories = () =>
  useForumWrite((ids: readonly number[]) => call(ok, '/api/v2/forum/categories', { ids }))

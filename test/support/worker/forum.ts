import { env } from 'cloudflare:workers'
import type { ForumPost, TopicList, TopicModeration, TopicPage } from '../../../contract/http/forum.ts'
import type { NotificationList } from '../../../contract/http/notifications.ts'
import { addPerson, type Person } from './people.ts'
import { jsonOf, requestJson, sendRequest } from './site.ts'

/** The category Critique of the first migration. */
export const CRITIQUE = 2

type TopicFields = { category?: number; title?: string; text?: string; sketch?: number; key?: string }

/** Begins a topic, by default with a fresh key. */
export function beginTopic(as: Person | null, fields: TopicFields = {}): Promise<Response> {
  const key = crypto.randomUUID()
  const body = { category: CRITIQUE, title: 'Muddy reflections', text: 'What am I doing wrong?', key, ...fields }
  return sendRequest('/api/v2/forum/topic', { as, body })
}

export async function addTopic(as: Person, fields: TopicFields = {}): Promise<number> {
  return (await jsonOf<{ id: number }>(beginTopic(as, fields))).id
}

type PostFields = { text?: string; quote?: number; sketch?: number; key?: string }

export function writePost(as: Person | null, topic: number, fields: PostFields = {}): Promise<Response> {
  const body = { topic, text: 'A clean brush for every pass.', key: crypto.randomUUID(), ...fields }
  return sendRequest('/api/v2/forum/post', { as, body })
}

export async function addPost(as: Person, topic: number, fields: PostFields = {}): Promise<ForumPost> {
  return (await jsonOf<{ post: ForumPost }>(writePost(as, topic, fields))).post
}

export const editPost = (as: Person | null, id: number, text: string): Promise<Response> =>
  sendRequest('/api/v2/forum/post/edit', { as, body: { id, text } })

export const deletePost = (as: Person | null, id: number, reason?: string): Promise<Response> =>
  sendRequest('/api/v2/forum/post/delete', { as, body: { id, reason } })

type Act = { action: TopicModeration['action']; category?: number; title?: string }

/** Moderates a topic. Default: as a new gloperator. */
export async function moderate(topic: number, act: Act, staff?: Person): Promise<Response> {
  const as = staff ?? (await addPerson({ flags: 'm' }))
  return sendRequest('/api/v2/forum/moderate', { as, body: { topic, reason: 'House rules.', ...act } })
}

export const readTopic = (as: Person, topic: number, upTo: number): Promise<unknown> =>
  jsonOf(sendRequest('/api/v2/forum/read', { as, body: { topic, upTo } }))

export const watchTopic = (as: Person, topic: number, on = true): Promise<unknown> =>
  jsonOf(sendRequest('/api/v2/forum/watch', { as, body: { topic, on } }))

export const topicsOf = (as: Person | null, query = ''): Promise<TopicList> =>
  requestJson(`/api/v2/forum/topics?${query}`, { as })

export const topicOf = (as: Person | null, id: number, page = 1): Promise<TopicPage> =>
  requestJson(`/api/v2/forum/topic/${id}?page=${page}`, { as })

/** Texts of a member's notifications from the forum: the category and the number of the post, latest first. */
export async function forumNewsOf(as: Person): Promise<string[]> {
  const { items } = await requestJson<NotificationList>('/api/v2/notices', { as })
  return items.flatMap(({ category, topic, isReply }) =>
    topic ? [`${isReply ? 'quoted' : category} in ${topic.title} #${topic.post}`] : [],
  )
}

/** Inserts posts, bypassing the limits. The topic has them as its latest. */
export async function fillTopic(as: Person, topic: number, count: number): Promise<void> {
  await env.DB.batch([
    env.DB.prepare(
      `INSERT INTO forum_posts (topic_id, number, user_id, text, idempotency_key, created_at)
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?3)
        SELECT id, latest_number + i, ?2, 'Post ' || i, 'filled-' || id || '-' || i, latest_at + i FROM forum_topics, n
        WHERE id = ?1`,
    ).bind(topic, as.id, count),
    env.DB.prepare('UPDATE forum_topics SET latest_number = latest_number + ?2 WHERE id = ?1').bind(topic, count),
  ])
}

/** Inserts topics of one post, bypassing the limits. */
export async function fillForum(as: Person, category: number, count: number): Promise<void> {
  await env.DB.prepare(
    `INSERT INTO forum_topics
        (category_id, user_id, title, latest_number, latest_user_id, latest_at, idempotency_key, created_at)
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?3)
      SELECT ?2, ?1, 'Topic ' || i, 1, ?1, i, 'filled-' || ?2 || '-' || i || '-' || ?1, i FROM n`,
  )
    .bind(as.id, category, count)
    .run()
}

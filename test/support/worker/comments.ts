import { env } from 'cloudflare:workers'
import type { CommentItem, CommentList, CommentType } from '../../../contract/http/comments.ts'
import type { Person } from './people.ts'
import { jsonOf, requestJson, sendRequest } from './site.ts'

export type CommentFields = { key?: string; type?: CommentType; replyTo?: number }

/** Posts a comment, by default on a sketch and with a fresh key. */
export function postComment(as: Person | null, which: number, text: string, more: CommentFields | string = {}) {
  const { key = crypto.randomUUID(), type = 'sketch', ...rest } = typeof more === 'string' ? { key: more } : more
  return sendRequest('/comment', { as, body: { key, comment: text, type, which, ...rest } })
}

export async function addComment(
  as: Person,
  which: number,
  text = 'What light!',
  more: CommentFields = {},
): Promise<CommentItem> {
  return (await jsonOf<{ comment: CommentItem }>(postComment(as, which, text, more))).comment
}

/** Deletes a comment; staff give a reason. */
export function deleteComment(as: Person | null, commentId: number, reason?: string) {
  return sendRequest('/comment', { as, body: { commentId, action: 'delete', reason } })
}

export function editComment(as: Person | null, commentId: number, text: string) {
  return sendRequest('/comment', { as, body: { commentId, action: 'edit', comment: text } })
}

export function commentsOf(
  which: number,
  query = '',
  as: Person | null = null,
  type: CommentType = 'sketch',
): Promise<CommentList> {
  return requestJson(`/api/comments/${which}?type=${type}${query}`, { as })
}

/** Inserts rows, bypassing the rate limit. */
export async function fillComments(as: Person, which: number, count: number): Promise<void> {
  await env.DB.prepare(
    `INSERT INTO comments (target_type, target_id, number, user_id, text, idempotency_key, created_at)
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?3)
      SELECT 'sketch', ?2, i, ?1, CAST(i AS TEXT), 'filled-' || ?2 || '-' || i, i * 1000 FROM n WHERE i <= ?3`,
  )
    .bind(as.id, which, count)
    .run()
}

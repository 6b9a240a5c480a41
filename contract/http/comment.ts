import * as z from 'zod/mini'
import { COMMENT_MAX } from '../limits.ts'
import { wireTime } from '../time.ts'
import { id, idText, text } from './common.ts'

/** What can be commented on so far [1 §3]. */
export const commentType = z.enum(['sketch'])
export type CommentType = z.infer<typeof commentType>

export const comment = z.object({
  id,
  userId: id,
  nickname: z.string(),
  avatar: z.nullable(z.string()),
  comment: z.string(),
  date: wireTime,
  /** The key its author's page gave it, for the author alone; empty for everyone else. */
  key: z.string(),
  canDelete: z.boolean(),
})
export type Comment = z.infer<typeof comment>

/** Newest first. `page` counts from 1; `cursor` goes on exactly where this page ended. */
export const commentList = z.object({
  items: z.array(comment),
  total: z.int(),
  page: z.int(),
  cursor: z.string(),
  done: z.boolean(),
})
export type CommentList = z.infer<typeof commentList>

export const commentsQuery = z.object({
  type: commentType,
  count: z.optional(z.enum(['all', '10'])),
  page: z.optional(idText),
  cursor: z.optional(z.string().check(z.maxLength(200))),
})

/** Posting: `key` is made by the page, once for each comment, so that a repeated call posts it once. */
export const postComment = z.object({
  key: z.string().check(z.regex(/^[\w-]{8,64}$/)),
  comment: z.pipe(text(COMMENT_MAX), z.string().check(z.minLength(1))),
  type: commentType,
  which: id,
})
export const deleteComment = z.object({ commentId: id, action: z.literal('delete') })
export const commentBody = z.union([postComment, deleteComment])
export const postCommentReply = z.object({ comment })

import * as z from 'zod/mini'
import { COMMENT_MAX, NICKNAME_MAX } from '../limits.ts'
import { wireTime } from '../time.ts'
import { callKey, id, idText, line, text } from './common.ts'
import { person } from './users.ts'

/** What can be commented on so far [1 §3]. */
export const commentType = z.enum(['sketch', 'profile'])
export type CommentType = z.infer<typeof commentType>

/** Where a comment's text names a member: `length` UTF-16 units from `start` on, the `@` among them. */
export const mention = z.object({ userId: id, start: z.int(), length: z.int() })
export type Mention = z.infer<typeof mention>

/** The comment that another one answers; it may have been deleted since. */
export const repliedTo = z.object({ id, nickname: z.string() })
export type RepliedTo = z.infer<typeof repliedTo>

export const comment = z.object({
  id,
  userId: id,
  nickname: z.string(),
  avatar: z.nullable(z.string()),
  comment: z.string(),
  date: wireTime,
  type: commentType,
  which: id,
  /** The key its author's page gave it, for the author alone; empty for everyone else. */
  key: z.string(),
  canDelete: z.boolean(),
  edited: z.boolean(),
  mentions: z.array(mention),
  replyTo: z.nullable(repliedTo),
})
export type Comment = z.infer<typeof comment>

/**
 * Newest first. `page` counts from 1; `cursor` goes on exactly where this page ended. `total` counts every comment that
 * stands, also those which this viewer is not shown.
 */
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

const words = z.pipe(text(COMMENT_MAX), z.string().check(z.minLength(1)))

/** Posting: `key` is made by the page, once for each comment, so that a repeated call posts it once. */
export const postComment = z.object({
  key: callKey,
  comment: words,
  type: commentType,
  which: id,
  /** The comment on the same target that this one answers. */
  replyTo: z.optional(id),
})
export const editComment = z.object({ commentId: id, action: z.literal('edit'), comment: words })
export const deleteComment = z.object({ commentId: id, action: z.literal('delete') })
export const commentBody = z.union([postComment, z.discriminatedUnion('action', [editComment, deleteComment])])
export const postCommentReply = z.object({ comment })

/** Staff's deleting, and a member's reporting [1 §7]. */
export const commentIdBody = z.object({ id })

/** Without letters: those whom one follows and one's fans, the latest first. */
export const mentionQuery = z.object({ query: line(NICKNAME_MAX) })
export const mentionReply = z.object({ items: z.array(person) })

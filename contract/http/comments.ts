import * as z from 'zod/mini'
import { COMMENT_MAX, MENTIONED_NAMES_MAX, NICKNAME_MAX } from '../limits.ts'
import { wireTime } from '../time.ts'
import { callKey, id, idText, line, text } from './common.ts'
import { shownMention } from './mentions.ts'
import { ruleAndReason } from './rules.ts'
import { person } from './users.ts'

/** `group` and `compo`: their discussions. */
export const commentType = z.enum(['sketch', 'profile', 'group', 'compo'])
export type CommentType = z.infer<typeof commentType>

/** The parent of a comment, which may have been deleted, and the nickname of its author. */
export const repliedTo = z.object({ id, nickname: z.string() })
export type RepliedTo = z.infer<typeof repliedTo>

export const commentItem = z.object({
  id,
  userId: id,
  nickname: z.string(),
  avatar: z.nullable(z.string()),
  comment: z.string(),
  date: wireTime,
  type: commentType,
  /**
   * Id of the sketch, of the member whose profile it is, of the group (its `discussion`), or of the compo (its
   * `compoId`).
   */
  which: id,
  /** The idempotency key, for the author only; empty for others. */
  key: z.string(),
  canDelete: z.boolean(),
  edited: z.boolean(),
  mentions: z.array(shownMention),
  replyTo: z.nullable(repliedTo),
  /** The comment under which this answer is shown, which may have been deleted; null for other comments. */
  thread: z.nullable(id),
})
export type CommentItem = z.infer<typeof commentItem>

/**
 * Newest first, answers included. `context` has the older comments under which this page's answers are shown, with the
 * latest of their other answers. `page` counts from 1; `cursor` continues exactly after this page. `total` counts all
 * comments, including those hidden from this viewer.
 */
export const commentList = z.object({
  items: z.array(commentItem),
  context: z.array(commentItem),
  total: z.int(),
  page: z.int(),
  cursor: z.string(),
  done: z.boolean(),
})
export type CommentList = z.infer<typeof commentList>

export const commentsParams = z.object({
  type: commentType,
  count: z.optional(z.enum(['all', '10'])),
  page: z.optional(idText),
  cursor: z.optional(z.string().check(z.maxLength(200))),
})

const commentText = z.pipe(text(COMMENT_MAX), z.string().check(z.minLength(1)))

export const postCommentBody = z.object({
  key: callKey,
  comment: commentText,
  type: commentType,
  which: id,
  /** A comment on the same target. */
  replyTo: z.optional(id),
})
export const editCommentBody = z.object({ commentId: id, action: z.literal('edit'), comment: commentText })
/** Staff say why they delete a comment of another member on a page of another. */
export const deleteCommentBody = z.object({ commentId: id, action: z.literal('delete'), ...ruleAndReason })
export const commentBody = z.union([
  postCommentBody,
  z.discriminatedUnion('action', [editCommentBody, deleteCommentBody]),
])
export const postCommentReply = z.object({ comment: commentItem })

/** Reports by members [1 §7]. */
export const commentIdBody = z.object({ id })

/** Deletion by staff [1 §7]. */
export const staffDeleteCommentBody = z.object({ id, ...ruleAndReason })

/** Suggestions for a mention. An empty query returns followed members and fans, latest first. */
export const mentionParams = z.object({ query: line(NICKNAME_MAX) })
/**
 * Members whom a text mentions. Each line of `names` is an `@` and the words after it, because a nickname can have
 * several words. The first ten are read.
 */
export const mentionedMembersParams = z.object({ names: text(MENTIONED_NAMES_MAX) })
export const mentionReply = z.object({ items: z.array(person) })

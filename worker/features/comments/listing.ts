import { type SQL, sql } from 'drizzle-orm'
import type { CommentItem } from '../../../contract/http/comments.ts'
import type { ShownMention } from '../../../contract/http/mentions.ts'
import { toWireTime } from '../../../contract/time.ts'
import { comments } from '../../domain/comments/schema.ts'
import { blockedColumn, notBlocked } from '../../domain/sketches/visibility.ts'
import { shownMentions } from '../../domain/users/mentions.ts'
import { users } from '../../domain/users/schema.ts'
import { isStaff, type Viewer } from '../../domain/users/viewer.ts'
import { imageBase } from '../../lib/image-base.ts'
import type { Target } from './targets.ts'

export const commentColumns = (viewer: Viewer | null) => ({
  id: comments.id,
  number: comments.number,
  type: comments.targetType,
  targetId: comments.targetId,
  userId: comments.userId,
  nickname: users.nickname,
  avatarKey: users.avatarKey,
  text: comments.text,
  mentions: shownMentions(comments.mentions),
  key: comments.idempotencyKey,
  createdAt: comments.createdAt,
  editedAt: comments.editedAt,
  parentId: comments.parentId,
  parentUserId: comments.parentUserId,
  threadId: comments.threadId,
  /** Null without a parent, or with a block between its author and the viewer. */
  parentNickname: parentNickname(viewer),
  blocked: blockedColumn(viewer, comments.userId),
})

function parentNickname(viewer: Viewer | null): SQL<string | null> {
  return sql<
    string | null
  >`CASE WHEN comments.parent_user_id IS NOT NULL AND ${notBlocked(viewer, comments.parentUserId) ?? sql`1`}
    THEN (SELECT nickname FROM users WHERE id = comments.parent_user_id) END`
}

export type CommentRecord = {
  id: number
  number: number
  type: Target['type']
  targetId: number
  userId: number
  nickname: string
  avatarKey: string | null
  text: string
  mentions: ShownMention[] | null
  key: string
  createdAt: number
  editedAt: number | null
  parentId: number | null
  parentUserId: number | null
  threadId: number | null
  parentNickname: string | null
  blocked: boolean
}

/**
 * The owner of the page with the comments, and whether the viewer may delete comments there as a moderator
 * (`isModerator`).
 */
type PageRights = { ownerId: number; isModerator?: boolean }

export function commentOf(row: CommentRecord, viewer: Viewer | null, page: PageRights): CommentItem {
  return {
    id: row.id,
    userId: row.userId,
    nickname: row.nickname,
    avatar: row.avatarKey && imageBase(row.avatarKey),
    comment: row.text,
    date: toWireTime(row.createdAt),
    type: row.type,
    which: row.targetId,
    key: viewer?.id === row.userId ? row.key : '',
    canDelete: mayDelete(viewer, row, page),
    edited: row.editedAt !== null,
    mentions: row.mentions ?? [],
    replyTo: row.parentId && row.parentNickname ? { id: row.parentId, nickname: row.parentNickname } : null,
    thread: row.threadId,
  }
}

type Deletable = Pick<CommentRecord, 'userId' | 'type'>

/** True for the author, the owner of the page, its moderators, and staff [1 §6]. */
export function mayDelete(viewer: Viewer | null, comment: Deletable, page: PageRights): boolean {
  if (viewer === null) return false
  return viewer.id === comment.userId || ownsPage(viewer, comment, page) || page.isModerator === true || isStaff(viewer)
}

/** True for the owner of the page. The member who opened a compo does not own its discussion. */
export function ownsPage(viewer: Viewer, { type }: Pick<Deletable, 'type'>, { ownerId }: PageRights): boolean {
  return viewer.id === ownerId && type !== 'compo'
}

/** Blocks hide comments in both directions, except from the owner of the page [1 §5]. */
export function isCommentShown(
  { blocked }: Pick<CommentRecord, 'blocked'>,
  viewer: Viewer | null,
  ownerId: number,
): boolean {
  return !blocked || viewer?.id === ownerId
}

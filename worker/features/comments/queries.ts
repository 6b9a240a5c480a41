import { and, desc, eq, gt, lt, lte, max, sql } from 'drizzle-orm'
import type { Comment, CommentList, CommentType } from '../../../contract/http/comment.ts'
import { COMMENTS_ALL_MAX, COMMENTS_PAGE_SIZE } from '../../../contract/limits.ts'
import { toWireTime } from '../../../contract/time.ts'
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts'
import { brokeRule, type Db } from '../../lib/db.ts'
import { imageBase } from '../../lib/image-base.ts'
import { isStaff, type Viewer } from '../../lib/viewer.ts'
import { sketches } from '../sketches/schema.ts'
import { restrictionColumns, sketchAccess } from '../sketches/visibility.ts'
import { users } from '../users/schema.ts'
import { comments } from './schema.ts'

/** What is commented on. */
export type Target = { type: CommentType; id: number }

/** Which comments of a target: all, from a place on, or a page counted from 1. */
export type Span = { count?: 'all' | '10' | undefined; page?: number | undefined; cursor?: string | undefined }

const columns = {
  id: comments.id,
  number: comments.number,
  userId: comments.userId,
  nickname: users.nickname,
  avatarKey: users.avatarKey,
  text: comments.text,
  key: comments.key,
  createdAt: comments.createdAt,
}

type Row = {
  id: number
  number: number
  userId: number
  nickname: string
  avatarKey: string | null
  text: string
  key: string
  createdAt: number
}

function commentOf(row: Row, viewer: Viewer | null, ownerId: number): Comment {
  const own = viewer?.id === row.userId
  return {
    id: row.id,
    userId: row.userId,
    nickname: row.nickname,
    avatar: row.avatarKey && imageBase(row.avatarKey),
    comment: row.text,
    date: toWireTime(row.createdAt),
    key: own ? row.key : '',
    canDelete: mayDelete(viewer, row.userId, ownerId),
  }
}

/** Its author, the owner of the page it stands on, and staff may delete a comment [1 §6]. */
export function mayDelete(viewer: Viewer | null, authorId: number, ownerId: number): boolean {
  return viewer !== null && (viewer.id === authorId || viewer.id === ownerId || isStaff(viewer))
}

/**
 * The comments of a target, newest first, in one trip; null when this viewer may not see what they are on. Pages are cut
 * by the comment's number within its target, so that page 400 costs what page 1 costs; a page in which comments were
 * deleted is shorter.
 * @throws AppError `bad_cursor`.
 */
export async function listComments(
  db: Db,
  viewer: Viewer | null,
  { type, id }: Target,
  span: Span,
): Promise<CommentList | null> {
  const list = `comments ${type} ${id}`
  const size = span.count === 'all' ? COMMENTS_ALL_MAX : COMMENTS_PAGE_SIZE
  const page = span.page ?? 1
  const [before] = decodeCursor(list, 1, span.cursor) ?? []
  const onTarget = and(eq(comments.targetType, type), eq(comments.targetId, id))
  const newestOf = db
    .select({ number: max(comments.number) })
    .from(comments)
    .where(onTarget)
  const below = (skipped: number) => sql`${newestOf} - ${skipped}`
  const start = before === undefined ? lte(comments.number, below((page - 1) * size)) : lt(comments.number, before)
  const end = span.page === undefined ? undefined : gt(comments.number, below(page * size))
  const [[target], [newest], rows] = await db.batch([
    targetOf(db, viewer, id),
    newestOf,
    db
      .select(columns)
      .from(comments)
      .innerJoin(users, eq(users.id, comments.userId))
      .where(and(onTarget, start, end))
      .orderBy(desc(comments.number))
      .limit(size + 1),
  ])
  if (!target || !sketchAccess(viewer, target).maySee) return null
  const shown = rows.slice(0, size)
  const last = span.page === undefined ? shown.at(-1)?.number : (newest?.number ?? 0) - page * size + 1
  const done = last === undefined || (span.page === undefined ? rows.length <= size : last <= 1)
  return {
    items: shown.map((row) => commentOf(row, viewer, target.userId)),
    total: target.total,
    page,
    cursor: done ? '' : encodeCursor(list, [last]),
    done,
  }
}

/** What decides who may see a sketch and its comments, and how many there are. */
function targetOf(db: Db, viewer: Viewer | null, id: number) {
  return db
    .select({ ...restrictionColumns(viewer), total: sketches.commentsCount })
    .from(sketches)
    .where(eq(sketches.id, id))
}

/** Whose page a target is on, or null when there is none or this viewer may not see it. */
export async function findPageOwner(db: Db, viewer: Viewer | null, { id }: Target): Promise<number | null> {
  const target = await targetOf(db, viewer, id).get()
  return target && sketchAccess(viewer, target).maySee ? target.userId : null
}

type NewComment = { text: string; key: string }

/**
 * Posts a comment. The same key posts once, however often the call is repeated; the comment that stands is answered.
 * Null when what it is on was deleted meanwhile.
 */
export async function addComment(
  db: Db,
  viewer: Viewer,
  { type, id }: Target,
  ownerId: number,
  { text, key }: NewComment,
  now: number,
): Promise<Comment | null> {
  const newest = sql`SELECT max(number) FROM comments WHERE target_type = ${type} AND target_id = ${id}`
  // Null without the sketch, which the column refuses: a comment never outlives what it is on.
  const number = sql`(SELECT coalesce((${newest}), 0) + 1 FROM sketches WHERE id = ${id})`
  try {
    const [, [row]] = await db.batch([
      db
        .insert(comments)
        .values({ targetType: type, targetId: id, number, userId: viewer.id, text, key, createdAt: now })
        .onConflictDoNothing({ target: [comments.userId, comments.key] }),
      db
        .select(columns)
        .from(comments)
        .innerJoin(users, eq(users.id, comments.userId))
        .where(and(eq(comments.userId, viewer.id), eq(comments.key, key))),
    ])
    if (!row) throw new Error('a comment that was just written is not there')
    return commentOf(row, viewer, ownerId)
  } catch (error) {
    if (brokeRule(error, 'comments.number')) return null
    throw error
  }
}

/** A comment with its author and the owner of the page it stands on, or null. */
export async function findComment(db: Db, id: number) {
  const row = await db
    .select({ userId: comments.userId, ownerId: sketches.userId })
    .from(comments)
    .innerJoin(sketches, and(eq(comments.targetType, 'sketch'), eq(sketches.id, comments.targetId)))
    .where(eq(comments.id, id))
    .get()
  return row ?? null
}

export async function removeComment(db: Db, id: number): Promise<void> {
  await db.delete(comments).where(eq(comments.id, id))
}

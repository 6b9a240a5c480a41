import { and, desc, eq, gt, lt, lte, max, type SQL, sql } from 'drizzle-orm'
import type { CommentItem, CommentList } from '../../../contract/http/comments.ts'
import type { Mention } from '../../../contract/http/mentions.ts'
import {
  COMMENT_EDIT_MINUTES,
  COMMENTS_ALL_MAX,
  COMMENTS_PAGE_SIZE,
  CONTEXT_ANSWERS_MAX,
  THREAD_CONTEXT_MAX,
} from '../../../contract/limits.ts'
import { auditLog } from '../../domain/audit-log/schema.ts'
import { comments } from '../../domain/comments/schema.ts'
import { notBlocked, type Reader } from '../../domain/sketches/visibility.ts'
import { recordHelp } from '../../domain/streaks/queries.ts'
import { countText, countUse, mayComment, mayEditText, mayWriteText } from '../../domain/users/member-limits.ts'
import { type MentionedMember, selectMentioned, withNicknamesOf } from '../../domain/users/mentions.ts'
import { users } from '../../domain/users/schema.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts'
import { batchEach, type Db, type Statement, statement } from '../../lib/database.ts'
import { DONE, failure, type Result, success, tryWrite } from '../../lib/result.ts'
import { type CommentRecord, commentColumns, commentOf, isCommentShown } from './listing.ts'
import { isModeratedBy, maySeeTarget, ownerOf, ownerOfRow, selectTarget, type Target } from './targets.ts'

/** `count` is `all` or the default page size; `page` counts from 1. */
export type CommentRange = { count?: 'all' | '10' | undefined; page?: number | undefined; cursor?: string | undefined }

/**
 * Lists comments, newest first; null for a hidden target. Pages are ranges of the comment's number within its target,
 * so that page 400 costs as much as page 1. Deleted and hidden comments make a page shorter. @throws InvalidCursor.
 */
export async function listComments(
  db: Db,
  reader: Reader,
  { target, ...range }: CommentRange & { target: Target },
): Promise<CommentList | null> {
  const { viewer } = reader
  const list = `comments ${target.type} ${target.id}`
  const size = range.count === 'all' ? COMMENTS_ALL_MAX : COMMENTS_PAGE_SIZE
  const page = range.page ?? 1
  const [before] = decodeCursor(list, 1, range.cursor) ?? []
  const onTarget = and(eq(comments.targetType, target.type), eq(comments.targetId, target.id))
  const newestNumber = db
    .select({ number: max(comments.number) })
    .from(comments)
    .where(onTarget)
  const belowNewest = (skipped: number) => sql`${newestNumber} - ${skipped}`
  const start =
    before === undefined ? lte(comments.number, belowNewest((page - 1) * size)) : lt(comments.number, before)
  const end = range.page === undefined ? undefined : gt(comments.number, belowNewest(page * size))
  const isInRange = and(onTarget, start, end)
  const [[targetRow], [newest], rows, mentionedOnPage] = await db.batch([
    selectTarget(db, reader, target),
    newestNumber,
    selectListed(db, viewer)
      .where(isInRange)
      .orderBy(desc(comments.number))
      .limit(size + 1),
    // Reads as many comments that mention somebody as a page has: their index spares the others a second read.
    selectMentioned(
      db,
      sql`SELECT mentions FROM comments WHERE ${isInRange} AND mentions <> '[]' ORDER BY number DESC LIMIT ${size}`,
    ),
  ])
  if (!maySeeTarget(viewer, targetRow)) return null
  const { userId: ownerId, isModerator } = targetRow
  const pageRows = rows.slice(0, size)
  const { context, mentioned: mentionedInContext } = await findContext(db, viewer, pageRows)
  const withNicknames = withNicknamesOf([...mentionedOnPage, ...mentionedInContext])
  const shown = (list: readonly ListedComment[]) =>
    list
      .filter((row) => isCommentShown(row, viewer, ownerId))
      .map((row) => commentOf({ ...row, mentions: withNicknames(row.mentions) }, viewer, { ownerId, isModerator }))
  const last = range.page === undefined ? pageRows.at(-1)?.number : (newest?.number ?? 0) - page * size + 1
  const done = last === undefined || (range.page === undefined ? rows.length <= size : last <= 1)
  return {
    items: shown(pageRows),
    context: shown(context),
    total: targetRow.total,
    page,
    cursor: done ? '' : encodeCursor(list, [last]),
    done,
  }
}

type ListedComment = Omit<CommentRecord, 'mentions'> & { mentions: Mention[] }
type Context = { context: readonly ListedComment[]; mentioned: readonly MentionedMember[] }

/**
 * Finds the older comments under which answers of a page are shown, with the latest of their answers that are older
 * than the page, and the members whom they mention. Costs a trip only if a page answers older comments.
 */
async function findContext(db: Db, viewer: Viewer | null, page: readonly ListedComment[]): Promise<Context> {
  const onPage = new Set(page.map(({ id }) => id))
  const missing = new Set(page.flatMap(({ threadId }) => (threadId === null || onPage.has(threadId) ? [] : [threadId])))
  if (missing.size === 0) return { context: [], mentioned: [] }
  const threads = sql`json_each(${JSON.stringify([...missing])})`
  const oldest = page.at(-1)?.number ?? 0
  const heads = sql`SELECT value FROM ${threads}`
  // The cross join reads no more threads once there are enough answers.
  const answers = sql`SELECT * FROM (SELECT earlier.id FROM ${threads} AS thread CROSS JOIN comments AS earlier ON earlier.id IN (
    SELECT answer.id FROM comments AS answer WHERE answer.thread_id = thread.value AND answer.number < ${oldest}
    ORDER BY answer.number DESC LIMIT ${THREAD_CONTEXT_MAX}) LIMIT ${CONTEXT_ANSWERS_MAX})`
  const isContext = sql`comments.id IN (${heads} UNION ALL ${answers})`
  const [rows, mentioned] = await db.batch([
    selectListed(db, viewer).where(isContext),
    selectMentioned(db, sql`SELECT mentions FROM comments WHERE ${isContext}`),
  ])
  const isHead = ({ id }: ListedComment) => missing.has(id)
  return { context: [...rows.filter(isHead), ...rows.filter((row) => !isHead(row))], mentioned }
}

function selectListed(db: Db, viewer: Viewer | null) {
  return db
    .select({ ...commentColumns(viewer), mentions: comments.mentions })
    .from(comments)
    .innerJoin(users, eq(users.id, comments.userId))
    .$dynamic()
}

type Content = { text: string; mentions: Mention[]; ownerId: number; now: number }
type NewComment = Content & { target: Target; key: string; replyTo?: number | undefined }

/**
 * Posts a comment. A repeated call with the same key is a no-op, and `isNew` is false. Fails if the target was deleted,
 * and with `comment_limit` or `text_limit` above the comments or the text of a day. If the parent is missing, the
 * comment is posted without a parent, so `parentUserId` is null.
 */
export async function addComment(
  db: Db,
  viewer: Viewer,
  comment: NewComment,
): Promise<
  Result<
    { comment: CommentItem; parentUserId: number | null; isNew: boolean },
    'not_found' | 'comment_limit' | 'text_limit'
  >
> {
  const by = { authorId: viewer.id, now: comment.now }
  const written = await tryWrite(
    db.batch([
      db
        .insert(comments)
        .values(rowOf(viewer, comment))
        .onConflictDoNothing({ target: [comments.userId, comments.idempotencyKey] }),
      countUse(db, 'posted_comments', by, sql`changes() > 0`),
      countText(db, comment.text, by),
      selectComment(db, viewer).where(and(eq(comments.userId, viewer.id), eq(comments.idempotencyKey, comment.key))),
      // A comment on one's own page earns no rest day, and neither does a repeated call.
      recordHelp(db, {
        member: viewer,
        now: comment.now,
        where: sql`${comment.ownerId} <> ${viewer.id} AND EXISTS (SELECT 1 FROM comments WHERE user_id = ${viewer.id}
          AND idempotency_key = ${comment.key} AND created_at = ${comment.now})`,
      }),
    ]),
    { 'comments.number': 'not_found', 'comments.created_at': 'comment_limit', 'comments.text': 'text_limit' },
  )
  if (!written.ok) return written
  const [, counted, , [row]] = written.value
  if (!row) throw new Error('the new comment is missing')
  const isNew = counted.length > 0
  return success({ comment: commentOf(row, viewer, comment), parentUserId: row.parentUserId, isNew })
}

function rowOf(viewer: Viewer, { target, text, mentions, key, replyTo, now }: NewComment) {
  const { type, id } = target
  const newest = sql`SELECT max(number) FROM comments WHERE target_type = ${type} AND target_id = ${id}`
  // Null for a missing target, which the column refuses.
  const number = sql`(SELECT coalesce((${newest}), 0) + 1 WHERE ${ownerOf(target)} IS NOT NULL)`
  const isRepeated = sql`EXISTS (SELECT 1 FROM comments WHERE user_id = ${viewer.id} AND idempotency_key = ${key})`
  const by = { authorId: viewer.id, now }
  const mayPost = sql`(${isRepeated} OR ${mayComment(by)})`
  const mayWrite = sql`(${isRepeated} OR ${mayWriteText(text, by)})`
  const parent = (value: SQL) =>
    replyTo === undefined
      ? null
      : sql`(SELECT ${value} FROM comments WHERE comments.id = ${replyTo}
          AND comments.target_type = ${type} AND comments.target_id = ${id} AND ${notBlocked(viewer, comments.userId)})`
  return {
    targetType: type,
    targetId: id,
    number,
    userId: viewer.id,
    // Null above the limit, which the column refuses.
    text: sql`iif(${mayWrite}, ${text}, NULL)`,
    mentions,
    idempotencyKey: key,
    parentId: parent(sql`comments.id`),
    parentUserId: parent(sql`comments.user_id`),
    threadId: parent(sql`coalesce(comments.thread_id, comments.id)`),
    createdAt: sql`iif(${mayPost}, ${now}, NULL)`,
  }
}

function selectComment(db: Db, viewer: Viewer | null) {
  return db.select(commentColumns(viewer)).from(comments).innerJoin(users, eq(users.id, comments.userId))
}

/**
 * Edits the viewer's own comment within 15 minutes after posting. Fails with `edit_limit` or `text_limit` above the
 * edits or the text of a day.
 */
export async function editComment(
  db: Db,
  viewer: Viewer,
  { id, ownerId, text, mentions, now }: Content & { id: number },
): Promise<Result<CommentItem, 'too_late_to_edit' | 'edit_limit' | 'text_limit'>> {
  const written = { authorId: viewer.id, now }
  const isEditable = and(
    eq(comments.id, id),
    eq(comments.userId, viewer.id),
    gt(comments.createdAt, now - COMMENT_EDIT_MINUTES * 60_000),
  )
  const mayWrite = mayWriteText(text, written)
  const [[limits], changed, , , [row]] = await db.batch([
    statement<{ mayEdit: number; mayWrite: number }>(
      db,
      sql`SELECT ${mayEditText(written)} AS "mayEdit", ${mayWrite} AS "mayWrite"`,
    ),
    db
      .update(comments)
      .set({ text, mentions, editedAt: now })
      .where(and(isEditable, mayEditText(written), mayWrite))
      .returning({ id: comments.id }),
    countUse(db, 'edits', written, sql`changes() > 0`),
    countText(db, text, written),
    selectComment(db, viewer).where(eq(comments.id, id)),
  ])
  if (changed.length > 0 && row) return success(commentOf(row, viewer, { ownerId }))
  if (!limits?.mayEdit) return failure('edit_limit')
  return failure(limits.mayWrite ? 'too_late_to_edit' : 'text_limit')
}

/** Finds the author and target of a comment, and the rights on the target's page. */
export async function findComment(db: Db, viewer: Viewer, id: number) {
  const row = await db
    .select({
      userId: comments.userId,
      type: comments.targetType,
      targetId: comments.targetId,
      ownerId: ownerOfRow(sql`comments.target_type`, sql`comments.target_id`),
      isModerator: isModeratedBy(viewer, sql`comments.target_type`, sql`comments.target_id`).mapWith(Boolean),
    })
    .from(comments)
    .where(eq(comments.id, id))
    .get()
  return row ?? null
}

export async function removeComment(db: Db, id: number): Promise<void> {
  await removal(db, id)
}

type StaffRemoval = { id: number; staffId: number; reason?: string; now: number; along?: readonly Statement[] }

/**
 * Removes a comment and writes its author and text to the audit log. `along` are statements for the batch, before the
 * removal.
 */
export async function removeCommentAsStaff(
  db: Db,
  { id, staffId, reason = '', now, along = [] }: StaffRemoval,
): Promise<Result<void, 'not_found'>> {
  const results = await batchEach<Statement>(db, [
    ...along,
    db.insert(auditLog).select(sql`SELECT NULL, ${staffId}, 'delete', user_id, 'comment', id, ${reason},
      json_object('text', json_array(text, NULL)), ${now} FROM comments WHERE id = ${id}`),
    removal(db, id),
  ])
  const removed = results.at(-1)
  return Array.isArray(removed) && removed.length > 0 ? DONE : failure('not_found')
}

function removal(db: Db, id: number) {
  return db.delete(comments).where(eq(comments.id, id)).returning({ id: comments.id })
}

import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { ForumPost } from '../../../contract/http/forum.ts'
import type { Mention } from '../../../contract/http/mentions.ts'
import { COMMENT_EDIT_MINUTES } from '../../../contract/limits.ts'
import { renewExcerpts } from '../../domain/forum/excerpts.ts'
import { forumPosts, forumTopics } from '../../domain/forum/schema.ts'
import { reindexPosts } from '../../domain/forum/search-index.ts'
import { blockedColumn } from '../../domain/sketches/visibility.ts'
import { countText, countUse, mayEditText, mayLink, mayWriteText } from '../../domain/users/member-limits.ts'
import { isStaff, type Viewer } from '../../domain/users/viewer.ts'
import { batchEach, batchNamed, type Db, type Statement, statement } from '../../lib/database.ts'
import { DONE, failure, type Result, success } from '../../lib/result.ts'
import { noteMentions } from './follow-post.ts'
import { postOf, selectPosts } from './posts.ts'

/** Finds a post that is not deleted, with its author and the columns that decide who may see its topic. */
export async function findPost(db: Db, viewer: Viewer, id: number) {
  const post = await db
    .select({
      id: forumPosts.id,
      userId: forumPosts.userId,
      state: forumTopics.state,
      blocked: blockedColumn(viewer, forumTopics.userId),
    })
    .from(forumPosts)
    .innerJoin(forumTopics, eq(forumTopics.id, forumPosts.topicId))
    .where(and(eq(forumPosts.id, id), isNull(forumPosts.deletedAt)))
    .get()
  return post ?? null
}

type Edit = { id: number; text: string; mentions: Mention[]; now: number }

/**
 * Edits the author's own post, within the same number of minutes as a comment. Staff can edit their posts in locked
 * topics too. Notifies members who are newly mentioned.
 */
export async function editPost(
  db: Db,
  author: Viewer,
  { id, text, mentions, now }: Edit,
): Promise<
  Result<ForumPost, 'too_late_to_edit' | 'edit_limit' | 'text_limit' | 'link_limit' | 'topic_locked' | 'not_found'>
> {
  const written = { authorId: author.id, now }
  const mayWrite = mayWriteText(text, written)
  const mayEdit = and(
    eq(forumPosts.id, id),
    eq(forumPosts.userId, author.id),
    isNull(forumPosts.deletedAt),
    gt(forumPosts.createdAt, now - COMMENT_EDIT_MINUTES * 60_000),
  )
  const topicState = sql`(SELECT state FROM forum_topics WHERE forum_topics.id = forum_posts.topic_id)`
  const isOpen = isStaff(author) ? sql`${topicState} <> 'removed'` : sql`${topicState} = 'open'`
  // A refused edit changes nothing else either.
  const edited = sql`(SELECT id FROM forum_posts WHERE id = ${id} AND user_id = ${author.id} AND edited_at = ${now})`
  const [unindex, index] = reindexPosts(edited)
  const isUnmentioned = sql`user_id NOT IN (
    SELECT mention.value ->> 'userId' FROM forum_posts JOIN json_each(mentions) AS mention WHERE forum_posts.id = ${id})`
  const { limits, posts, checks } = await batchNamed(db, {
    limits: statement<{ edits: number; text: number }>(
      db,
      sql`SELECT ${mayEditText(written)} AS edits, ${mayWrite} AS text`,
    ),
    edit: db
      .update(forumPosts)
      .set({ text, mentions, editedAt: now })
      .where(and(mayEdit, mayLink('linksPerPost', text, written), isOpen, mayEditText(written), mayWrite)),
    count: countUse(db, 'edits', written, sql`changes() > 0`),
    counted: countText(db, text, written),
    unindex: statement(db, unindex),
    index: statement(db, index),
    excerpts: statement(db, renewExcerpts(edited)),
    unmentioned: statement(db, sql`DELETE FROM forum_mentions WHERE post_id = ${edited} AND ${isUnmentioned}`),
    withdrawn: statement(
      db,
      sql`DELETE FROM notifications WHERE forum_post_id = ${edited} AND category = 'mentions' AND ${isUnmentioned}`,
    ),
    ...noteMentions(db, edited),
    posts: selectPosts(db, author, and(mayEdit, eq(forumPosts.editedAt, now))),
    checks: statement<{ links: number; state: string }>(
      db,
      sql`SELECT ${mayLink('linksPerPost', text, written)} AS links, ${topicState} AS state FROM forum_posts WHERE id = ${id}`,
    ),
  })
  const [[post], [checked]] = [posts, checks]
  if (post) return success(postOf(post, author))
  if (!checked || checked.state === 'removed') return failure('not_found')
  if (checked.state === 'locked' && !isStaff(author)) return failure('topic_locked')
  if (!limits[0]?.edits) return failure('edit_limit')
  if (!limits[0].text) return failure('text_limit')
  return failure(checked.links ? 'too_late_to_edit' : 'link_limit')
}

type Deletion = {
  id: number
  /** The member of staff who deletes the post, with the reason for the audit log; null if its author does. */
  staff: { id: number; reason: string } | null
  now: number
  /** Statements for the batch, before the deletion. */
  along?: readonly Statement[]
}

/**
 * Deletes the text of a post; a placeholder line remains. Deleting the last text removes the topic. Deleting twice is a
 * no-op that returns `not_found`.
 */
export async function deletePost(db: Db, { id, staff, now, along = [] }: Deletion): Promise<Result<void, 'not_found'>> {
  const [unindex] = reindexPosts(sql`${id}`)
  const entry = (by: NonNullable<Deletion['staff']>) =>
    statement(
      db,
      sql`INSERT INTO audit_log (staff_id, action, user_id, target_type, target_id, reason, changes, created_at)
        SELECT ${by.id}, 'delete', user_id, 'post', id, ${by.reason}, json_object('text', json_array(text, NULL)), ${now}
        FROM forum_posts WHERE id = ${id} AND deleted_at IS NULL`,
    )
  const before = [...along, ...(staff ? [entry(staff)] : [])]
  const results = await batchEach<Statement>(db, [
    ...before,
    db
      .update(forumPosts)
      .set({ text: '', mentions: [], sketchId: null, deletedAt: now, deletedBy: staff ? 'staff' : 'author' })
      .where(and(eq(forumPosts.id, id), isNull(forumPosts.deletedAt)))
      .returning({ id: forumPosts.id }),
    statement(db, unindex),
    statement(db, sql`DELETE FROM forum_mentions WHERE post_id = ${id}`),
    statement(db, sql`DELETE FROM notifications WHERE forum_post_id = ${id}`),
    statement(
      db,
      sql`UPDATE forum_topics SET state = 'removed' WHERE id = (SELECT topic_id FROM forum_posts WHERE id = ${id})
        AND NOT EXISTS (SELECT 1 FROM forum_posts WHERE topic_id = forum_topics.id AND deleted_at IS NULL)`,
    ),
  ])
  const deleted = results[before.length]
  return Array.isArray(deleted) && deleted.length > 0 ? DONE : failure('not_found')
}

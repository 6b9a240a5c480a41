import { eq, sql } from 'drizzle-orm'
import { comments } from '../../domain/comments/schema.ts'
import { blockedColumn } from '../../domain/sketches/visibility.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import { type Db, statement } from '../../lib/database.ts'
import { isCommentShown } from './listing.ts'
import { maySeeTarget, selectTarget } from './targets.ts'

/** Finds the author of a comment; null if the comment does not exist or the viewer may not see it. */
export async function findCommentAuthor(db: Db, viewer: Viewer, id: number): Promise<number | null> {
  const comment = await db
    .select({
      userId: comments.userId,
      type: comments.targetType,
      targetId: comments.targetId,
      blocked: blockedColumn(viewer, comments.userId),
    })
    .from(comments)
    .where(eq(comments.id, id))
    .get()
  if (!comment) return null
  const target = await selectTarget(db, viewer, { type: comment.type, id: comment.targetId }).get()
  return maySeeTarget(viewer, target) && isCommentShown(comment, viewer, target.userId) ? comment.userId : null
}

/** Stores a report of a comment, once per member, and the comment's text at the first report. */
export async function reportComment(
  db: Db,
  { id, reporterId, now }: { id: number; reporterId: number; now: number },
): Promise<void> {
  await db.batch([
    statement(
      db,
      sql`INSERT INTO comment_reports (comment_id, target_type, target_id, author_id, text, commented_at, created_at)
        SELECT id, target_type, target_id, user_id, text, created_at, ${now} FROM comments WHERE id = ${id}
        ON CONFLICT DO NOTHING`,
    ),
    statement(
      db,
      sql`INSERT INTO comment_reporters (comment_id, reporter_id, created_at)
        SELECT comment_id, ${reporterId}, ${now} FROM comment_reports WHERE comment_id = ${id} ON CONFLICT DO NOTHING`,
    ),
  ])
}

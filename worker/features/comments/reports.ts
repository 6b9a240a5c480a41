import { eq } from 'drizzle-orm'
import { comments } from '../../domain/comments/schema.ts'
import { blockedColumn, type Reader } from '../../domain/sketches/visibility.ts'
import type { Db } from '../../lib/database.ts'
import { isCommentShown } from './listing.ts'
import { maySeeTarget, selectTarget } from './targets.ts'

/** Finds the author of a comment; null if the comment does not exist or the viewer may not see it. */
export async function findCommentAuthor(db: Db, reader: Reader, id: number): Promise<number | null> {
  const { viewer } = reader
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
  const target = await selectTarget(db, reader, { type: comment.type, id: comment.targetId }).get()
  return maySeeTarget(viewer, target) && isCommentShown(comment, viewer, target.userId) ? comment.userId : null
}

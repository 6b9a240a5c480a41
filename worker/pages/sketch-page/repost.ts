import { eq } from 'drizzle-orm'
import type { ShownSketch } from '../../../contract/http/sketch-page.ts'
import { reposts } from '../../domain/reposts/schema.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import { accessColumns, type Reader, sketchAccess } from '../../domain/sketches/visibility.ts'
import { users } from '../../domain/users/schema.ts'
import { isStaff, type Viewer } from '../../domain/users/viewer.ts'
import type { Db } from '../../lib/database.ts'

/** The similar sketch of another member, and the answer about it. */
export function selectRepost(db: Db, reader: Reader, sketchId: number) {
  return db
    .select({
      ...accessColumns(reader),
      answer: reposts.answer,
      disputedAt: reposts.disputedAt,
      originalId: sketches.id,
      originalTitle: sketches.title,
      originalNickname: users.nickname,
    })
    .from(reposts)
    .innerJoin(sketches, eq(sketches.id, reposts.originalId))
    .innerJoin(users, eq(users.id, sketches.userId))
    .where(eq(reposts.sketchId, sketchId))
}

type RepostRow = Awaited<ReturnType<typeof selectRepost>>[number]

/**
 * The original, for viewers who may see it. The claim that a picture is the member's own is shown only to staff and to
 * the artist of the original, who may dispute each answer once.
 */
export function repostOf(viewer: Viewer | null, row: RepostRow | undefined): ShownSketch['repost'] {
  if (!row) return null
  const isOwn = viewer?.id === row.userId
  const isConcerned = isOwn || isStaff(viewer)
  const access = sketchAccess(viewer, row)
  if (!access.maySee || (access.notice !== null && !isConcerned)) return null
  if (row.answer === 'mine' && !isConcerned) return null
  const original = { id: row.originalId, title: row.originalTitle, nickname: row.originalNickname }
  const disputed = isConcerned && row.disputedAt !== null
  return { answer: row.answer, original, isOwn, canDispute: isOwn && !disputed, disputed }
}

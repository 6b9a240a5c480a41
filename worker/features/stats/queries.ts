import { eq } from 'drizzle-orm'
import type { MemberStats } from '../../../contract/http/stats.ts'
import { memberCounts } from '../../domain/stats/schema.ts'
import { users } from '../../domain/users/schema.ts'
import { isMember } from '../../domain/users/viewer.ts'
import type { Db } from '../../lib/database.ts'
import { seriesOf } from './series.ts'

/** Finds the statistics of a member; null if there is none. Reads about 820 rows at most while the fold keeps up. */
export async function findMemberStats(
  db: Db,
  { userId, now }: { userId: number; now: number },
): Promise<MemberStats | null> {
  const [[member], rows] = await db.batch([
    db
      .select({
        nickname: users.nickname,
        views: users.viewsCount,
        hearts: users.heartsReceived,
        sketchComments: users.sketchCommentsCount,
        profileComments: users.commentsCount,
        ratings: users.likesReceived,
        fans: users.fansCount,
        sketchCount: users.sketchesCount,
        storedBytes: users.storedBytes,
        jpgBytes: users.jpgBytes,
        pngBytes: users.pngBytes,
      })
      .from(users)
      .where(isMember(userId)),
    db.select().from(memberCounts).where(eq(memberCounts.userId, userId)),
  ])
  if (!member) return null
  const { sketchComments, profileComments, storedBytes, ...figures } = member
  return {
    ...figures,
    comments: sketchComments + profileComments,
    fileBytes: storedBytes - figures.jpgBytes - figures.pngBytes,
    ...seriesOf(rows, now),
  }
}

import { and, eq, gt, sql } from 'drizzle-orm'
import { UPLOADS_UNREAD_MAX } from '../../../contract/limits.ts'
import { feedLooks } from '../../domain/notifications/schema.ts'
import { feeds } from '../../domain/sketch-lists/schema.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import { listedFor } from '../../domain/sketches/visibility.ts'
import { users } from '../../domain/users/schema.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import type { Db } from '../../lib/database.ts'

/** Remembers how far a member has seen what those they are a fan of posted. */
export async function rememberLook(db: Db, member: Viewer, sketchId: number): Promise<void> {
  await db.insert(feedLooks).values({ userId: member.id, sketchId }).onConflictDoUpdate({
    target: feedLooks.userId,
    set: { sketchId },
    setWhere: sql`excluded.sketch_id > feed_looks.sketch_id`,
  })
}

/** What is new for a member since they looked, for a batch; uploads are counted up to a limit. */
export function selectNews(db: Db, member: Viewer) {
  const newer = db
    .select({ one: sql`1`.as('one') })
    .from(feeds)
    .crossJoin(sketches)
    .where(
      and(
        eq(feeds.fanId, member.id),
        gt(feeds.sketchId, sql`coalesce((SELECT sketch_id FROM feed_looks WHERE user_id = ${member.id}), 0)`),
        eq(sketches.id, feeds.sketchId),
        listedFor(member),
        sql`NOT EXISTS (SELECT 1 FROM fans
          WHERE fans.user_id = feeds.artist_id AND fans.fan_id = feeds.fan_id AND fans.upload = 0)`,
      ),
    )
    .limit(UPLOADS_UNREAD_MAX)
  const replies = sql`coalesce((SELECT unread FROM notice_counts WHERE user_id = ${member.id} AND category = 'comments'), 0)`
  return db
    .select({
      replies: sql<number>`${replies}`.as('replies'),
      uploads: sql<number>`(SELECT count(*) FROM ${newer})`.as('uploads'),
      notices: sql<number>`users.notices_unread - ${replies}`.as('notices'),
    })
    .from(users)
    .where(eq(users.id, member.id))
}

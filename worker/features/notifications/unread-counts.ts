import { and, desc, eq, gt, sql } from 'drizzle-orm'
import { UPLOADS_UNREAD_MAX } from '../../../contract/limits.ts'
import { feedReadPositions } from '../../domain/notifications/schema.ts'
import { feedSketches } from '../../domain/sketch-lists/schema.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import { listedFor } from '../../domain/sketches/visibility.ts'
import { users } from '../../domain/users/schema.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import type { Db } from '../../lib/database.ts'

/** Stores up to which sketch a member has seen their feed. An older sketch changes nothing. */
export async function advanceFeedPosition(db: Db, member: Viewer, sketchId: number): Promise<void> {
  await db
    .insert(feedReadPositions)
    .values({ userId: member.id, lastSketchId: sketchId })
    .onConflictDoUpdate({
      target: feedReadPositions.userId,
      set: { lastSketchId: sketchId },
      setWhere: sql`excluded.last_sketch_id > feed_read_positions.last_sketch_id`,
    })
}

/** Newest sketches of a feed among which unread ones are counted, so that a long feed costs no more. */
const COUNTED_SKETCHES = 200

/**
 * Selects the numbers of unread replies, uploads (up to a limit), other notifications, and threads of messages.
 * Sketches that an artist posted before the member became a fan are not unread.
 */
export function selectUnreadCounts(db: Db, member: Viewer) {
  const newest = db
    .select({ sketchId: feedSketches.sketchId, artistId: feedSketches.artistId })
    .from(feedSketches)
    .where(
      and(
        eq(feedSketches.fanId, member.id),
        gt(
          feedSketches.sketchId,
          sql`coalesce((SELECT last_sketch_id FROM feed_read_positions WHERE user_id = ${member.id}), 0)`,
        ),
      ),
    )
    .orderBy(desc(feedSketches.sketchId))
    .limit(COUNTED_SKETCHES)
    .as('newest')
  const unread = db
    .select({ one: sql`1`.as('one') })
    .from(newest)
    .crossJoin(sketches)
    .where(
      and(
        eq(sketches.id, newest.sketchId),
        listedFor(member),
        sql`NOT EXISTS (SELECT 1 FROM fans WHERE fans.user_id = ${newest.artistId} AND fans.fan_id = ${member.id}
          AND (fans.notify_uploads = 0 OR fans.created_at > sketches.created_at))`,
      ),
    )
    .limit(UPLOADS_UNREAD_MAX)
  const replies = sql`coalesce((SELECT unread_count FROM notification_counts WHERE user_id = ${member.id} AND category = 'comments'), 0)`
  return db
    .select({
      replies: sql<number>`${replies}`.as('replies'),
      uploads: sql<number>`(SELECT count(*) FROM ${unread})`.as('uploads'),
      notifications: sql<number>`users.unread_notifications_count - ${replies}`.as('notifications'),
      messages: users.unreadMessagesCount,
    })
    .from(users)
    .where(eq(users.id, member.id))
}

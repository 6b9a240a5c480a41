import { lt, sql } from 'drizzle-orm'
import { NOTIFICATION_RETENTION_DAYS } from '../../../contract/limits.ts'
import { notificationPairs, notifications } from '../../domain/notifications/schema.ts'
import type { Db } from '../../lib/database.ts'

const DAY_MS = 86_400_000
const REMOVED_AT_ONCE = 500
const ROUNDS_MAX = 40

/** Removes old notifications, up to a limit, and counts of earlier days. The next run continues. */
export async function removeOldNotifications(db: Db, now: number): Promise<void> {
  await db.delete(notificationPairs).where(lt(notificationPairs.since, now - DAY_MS))
  const old = db
    .select({ id: notifications.id })
    .from(notifications)
    .where(lt(notifications.occurredAt, now - NOTIFICATION_RETENTION_DAYS * DAY_MS))
    .limit(REMOVED_AT_ONCE)
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const removed = await db.delete(notifications).where(sql`id IN ${old}`).returning({ id: notifications.id })
    if (removed.length < REMOVED_AT_ONCE) return
  }
}

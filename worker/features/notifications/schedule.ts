import { lt, sql } from 'drizzle-orm'
import { NOTIFICATION_RETENTION_DAYS } from '../../../contract/limits.ts'
import { notificationPairs, notifications } from '../../domain/notifications/schema.ts'
import type { Db } from '../../lib/database.ts'
import { deleteInParts } from '../../lib/delete-in-parts.ts'

const DAY_MS = 86_400_000
const REMOVED_AT_ONCE = 500
const ROUNDS_MAX = 40

/** Removes old notifications, and counts of earlier days, each up to a limit. The next run continues. */
export async function removeOldNotifications(db: Db, now: number): Promise<void> {
  await removeNotifications(db, now)
  await deleteInParts(db, notificationPairs, lt(notificationPairs.since, now - DAY_MS))
}

async function removeNotifications(db: Db, now: number): Promise<void> {
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

import { lt, sql } from 'drizzle-orm'
import { NOTIFICATION_RETENTION_DAYS } from '../../../contract/limits.ts'
import { notificationPairs, notifications } from '../../domain/notifications/schema.ts'
import type { Db } from '../../lib/database.ts'

const DAY_MS = 86_400_000
const REMOVED_AT_ONCE = 500
const COUNTS_REMOVED_AT_ONCE = 1000
const ROUNDS_MAX = 40

/** Removes old notifications, and counts of earlier days, each up to a limit. The next run continues. */
export async function removeOldNotifications(db: Db, now: number): Promise<void> {
  await removeNotifications(db, now)
  await removeCounts(db, now)
}

async function removeCounts(db: Db, now: number): Promise<void> {
  const old = sql`SELECT rowid FROM ${notificationPairs} WHERE since < ${now - DAY_MS} LIMIT ${COUNTS_REMOVED_AT_ONCE}`
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const { meta } = await db.delete(notificationPairs).where(sql`rowid IN (${old})`)
    if (meta.changes < COUNTS_REMOVED_AT_ONCE) return
  }
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

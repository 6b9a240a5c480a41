import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/sqlite-core'
import {
  type MarkReadBody,
  NOTIFICATION_CATEGORIES,
  type NotificationCategory,
  type NotificationList,
  type UnreadCounts,
} from '../../../contract/http/notifications.ts'
import { NOTIFICATIONS_PAGE_SIZE } from '../../../contract/limits.ts'
import { notificationCounts, notifications } from '../../domain/notifications/schema.ts'
import { isNotificationShown, selectNotifications } from '../../domain/notifications/shown.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts'
import { type Db, statement } from '../../lib/database.ts'
import { rangesAfter } from '../../lib/keyset.ts'
import { notificationOf } from './listing.ts'

/** Position in the list: after a cursor, or a page counted from 1. */
type NotificationPosition = {
  category?: NotificationCategory | undefined
  cursor?: string | undefined
  page?: number | undefined
}

/** Lists a member's notifications, latest first, with the unread counts. @throws InvalidCursor. */
export async function listNotifications(
  db: Db,
  member: Viewer,
  { category, cursor, page: number }: NotificationPosition,
): Promise<NotificationList> {
  const list = `notices ${member.id} ${category ?? 'all'}`
  const last = decodeCursor(list, 2, cursor)
  const read = (after?: SQL) =>
    selectNotifications(db, member, and(category && eq(notifications.category, category), after))
      .orderBy(desc(notifications.occurredAt), desc(notifications.id))
      .limit(NOTIFICATIONS_PAGE_SIZE)
  const [equalFirstKey, rest] = last ? rangesAfter([notifications.occurredAt, notifications.id], last) : []
  const page = last
    ? unionAll(
        db.select().from(read(equalFirstKey).as('equalFirstKey')),
        db.select().from(read(rest).as('rest')),
      ).limit(NOTIFICATIONS_PAGE_SIZE)
    : read().offset(((number ?? 1) - 1) * NOTIFICATIONS_PAGE_SIZE)
  const [rows, counts] = await db.batch([page, selectUnread(db, member)])
  const end = rows.at(-1)
  // The list ends with the first page that is not full, which saves reading one more row.
  const done = rows.length < NOTIFICATIONS_PAGE_SIZE || !end
  return {
    items: rows.filter((row) => isNotificationShown(row, member)).map((row) => notificationOf(row, member)),
    cursor: done ? '' : encodeCursor(list, [end.at, end.id]),
    done,
    ...(number && { page: number }),
    unread: unreadOf(counts),
  }
}

/**
 * A list for staff who impersonate the member, without what is the member's alone: the messages of gifts, and what
 * became of reports, which may be about the reader.
 */
export function withoutPrivate(list: NotificationList): NotificationList {
  const items = list.items.filter(({ category }) => category !== 'moderation')
  return {
    ...list,
    items: items.map((item) => ({ ...item, gift: item.gift && { ...item.gift, message: '' } })),
    unread: { ...list.unread, moderation: 0 },
  }
}

function selectUnread(db: Db, member: Viewer) {
  return db
    .select({ category: notificationCounts.category, unread: notificationCounts.unreadCount })
    .from(notificationCounts)
    .where(eq(notificationCounts.userId, member.id))
}

function unreadOf(rows: readonly { category: NotificationCategory; unread: number }[]): UnreadCounts {
  const counts = new Map(rows.map(({ category, unread }) => [category, unread]))
  return byCategory((category) => counts.get(category) ?? 0)
}

/** Makes an object with a value for each category. */
function byCategory<T>(makeValue: (category: NotificationCategory) => T): Record<NotificationCategory, T> {
  return Object.fromEntries(NOTIFICATION_CATEGORIES.map((category) => [category, makeValue(category)])) as Record<
    NotificationCategory,
    T
  >
}

/**
 * Marks notifications of a member as read and returns the unread counts. Ignores ids of other members' notifications.
 */
export async function markRead(
  db: Db,
  member: Viewer,
  { selection, now }: { selection: MarkReadBody; now: number },
): Promise<UnreadCounts> {
  const [chosen, by] =
    'ids' in selection
      ? [sql`id IN (SELECT value FROM json_each(${JSON.stringify(selection.ids)}))`, sql`NOT INDEXED`]
      : [
          'category' in selection ? sql`category = ${selection.category}` : sql`TRUE`,
          sql`INDEXED BY notifications_unread`,
        ]
  const [, counts] = await db.batch([
    // SQLite would choose an index that reads all notifications of the member.
    statement(
      db,
      sql`UPDATE notifications ${by} SET read_at = ${now}
        WHERE user_id = ${member.id} AND read_at IS NULL AND ${chosen}`,
    ),
    selectUnread(db, member),
  ])
  return unreadOf(counts)
}

import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import {
  NOTICE_CATEGORIES,
  type NoticeCategory,
  type NoticeList,
  type ReadBody,
  type UnreadCounts,
} from '../../../contract/http/notifications.ts'
import { NOTICES_PAGE_SIZE } from '../../../contract/limits.ts'
import { streamOfRoom } from '../../domain/chat/rooms.ts'
import { chatRooms } from '../../domain/chat/schema.ts'
import { noticeCounts, notices } from '../../domain/notifications/schema.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import { accessColumns, blockedWith } from '../../domain/sketches/visibility.ts'
import { streams } from '../../domain/streams/schema.ts'
import { personColumns } from '../../domain/users/list-items.ts'
import { users } from '../../domain/users/schema.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts'
import type { Db } from '../../lib/database.ts'
import { isShown, noticeOf } from './listing.ts'

const owners = alias(users, 'owners')

/** Which notices: on from a cursor, or a page counted from 1. */
export type NoticePlace = { cursor?: string | undefined; page?: number | undefined }

/** What a member was told, of one category or of all, the latest first, and what is unread. @throws AppError `bad_cursor`. */
export async function listNotices(
  db: Db,
  member: Viewer,
  category: NoticeCategory | undefined,
  place: NoticePlace,
): Promise<NoticeList> {
  const list = `notices ${member.id} ${category ?? 'all'}`
  const last = decodeCursor(list, 2, place.cursor)
  const mine = and(eq(notices.userId, member.id), category && eq(notices.category, category))
  const { userId: sketchOwnerId, ...restriction } = accessColumns(member)
  const [rows, counts] = await db.batch([
    db
      .select({
        id: notices.id,
        category: notices.category,
        count: notices.count,
        commentId: notices.commentId,
        excerpt: notices.excerpt,
        chatLine: notices.chatLine,
        channel: chatRooms.channel,
        streamId: notices.streamId,
        streamTitle: sql<string | null>`${streams.title}`.as('stream_title'),
        streamOwnerId: sql<number | null>`${streams.userId}`.as('stream_owner_id'),
        streamMature: sql`${streams.mature}`.mapWith(Boolean).as('stream_mature'),
        streamPostedMature: sql`${streams.postedMature}`.mapWith(Boolean).as('stream_posted_mature'),
        streamBlocked: sql`${blockedWith(member, streams.userId).getSQL()}`.mapWith(Boolean).as('stream_blocked'),
        answer: notices.answer,
        at: notices.at,
        readAt: notices.readAt,
        ownerId: notices.ownerId,
        actor: {
          id: sql<number>`${personColumns.id}`.as('actor_id'),
          nickname: users.nickname,
          avatarKey: users.avatarKey,
        },
        actorBlocked: sql`${blockedWith(member, notices.actorId).getSQL()}`.mapWith(Boolean).as('actor_blocked'),
        ownerNickname: sql<string | null>`${owners.nickname}`.as('owner_nickname'),
        sketchId: sql<number | null>`${sketches.id}`.as('sketch_id'),
        title: sketches.title,
        imageKey: sketches.imageKey,
        sketchOwnerId,
        ...restriction,
        muted: isMuted(member).mapWith(Boolean).as('muted'),
      })
      .from(notices)
      .innerJoin(users, eq(users.id, notices.actorId))
      .leftJoin(sketches, eq(sketches.id, notices.sketchId))
      .leftJoin(chatRooms, eq(chatRooms.id, notices.chatRoomId))
      .leftJoin(streams, sql`${streams.id} = coalesce(${notices.streamId}, ${streamOfRoom})`)
      .leftJoin(
        owners,
        // Within the key: beside it, every owner would be read before it is seen that none is wanted.
        sql`${owners.id} = iif(${notices.sketchId} IS NULL AND ${notices.ownerId} <> ${member.id}, ${notices.ownerId}, NULL)`,
      )
      .where(and(mine, last ? sql`(${notices.at}, ${notices.id}) < (${last[0]}, ${last[1]})` : undefined))
      .orderBy(desc(notices.at), desc(notices.id))
      .limit(NOTICES_PAGE_SIZE + 1)
      .offset(last ? 0 : ((place.page ?? 1) - 1) * NOTICES_PAGE_SIZE),
    selectUnread(db, member),
  ])
  const read = rows.slice(0, NOTICES_PAGE_SIZE)
  const end = read.at(-1)
  const done = rows.length <= NOTICES_PAGE_SIZE || !end
  return {
    items: read.filter((row) => isShown(row, member)).map((row) => noticeOf(row, member)),
    cursor: done ? '' : encodeCursor(list, [end.at, end.id]),
    done,
    ...(place.page && { page: place.page }),
    unread: unreadOf(counts),
  }
}

function isMuted(member: Viewer): SQL {
  return sql`(notices.category <> 'fans' AND EXISTS (SELECT 1 FROM muted_threads WHERE user_id = ${member.id}
    AND target_type = iif(notices.sketch_id IS NULL, 'profile', 'sketch')
    AND target_id = coalesce(notices.sketch_id, notices.owner_id)))`
}

/** How many notices of each category a member has not read, for a batch. */
function selectUnread(db: Db, member: Viewer) {
  return db
    .select({ category: noticeCounts.category, unread: noticeCounts.unread })
    .from(noticeCounts)
    .where(eq(noticeCounts.userId, member.id))
}

function unreadOf(rows: readonly { category: NoticeCategory; unread: number }[]): UnreadCounts {
  const counts = new Map(rows.map(({ category, unread }) => [category, unread]))
  return byCategory((category) => counts.get(category) ?? 0)
}

/** Something for each category. */
export function byCategory<T>(of: (category: NoticeCategory) => T): Record<NoticeCategory, T> {
  return Object.fromEntries(NOTICE_CATEGORIES.map((category) => [category, of(category)])) as Record<NoticeCategory, T>
}

/** Marks a member's own notices as read; those of others among the ids stay as they are. Answers what is unread still. */
export async function readNotices(db: Db, member: Viewer, which: ReadBody, now: number): Promise<UnreadCounts> {
  const unread = and(eq(notices.userId, member.id), isNull(notices.readAt))
  const meant =
    'ids' in which
      ? sql`${notices.id} IN (SELECT value FROM json_each(${JSON.stringify(which.ids)}))`
      : 'category' in which
        ? eq(notices.category, which.category)
        : undefined
  const [, counts] = await db.batch([
    db.update(notices).set({ readAt: now }).where(and(unread, meant)),
    selectUnread(db, member),
  ])
  return unreadOf(counts)
}

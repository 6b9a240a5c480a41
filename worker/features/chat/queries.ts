import { and, desc, eq, inArray, isNull, lt, not, sql } from 'drizzle-orm'
import { channelKind, STANDING_CHANNELS } from '../../../contract/channel.ts'
import { CHAT_RETENTION_DAYS } from '../../../contract/limits.ts'
import type { ChannelItem } from '../../../contract/socket/chat.ts'
import { streamTitleColumn } from '../../domain/chat/rooms.ts'
import { chatRoomSessions, chatRooms, isTemporaryRoom } from '../../domain/chat/schema.ts'
import { users } from '../../domain/users/schema.ts'
import type { Db } from '../../lib/database.ts'
import { deleteInParts } from '../../lib/delete-in-parts.ts'

const CHANNELS_SHOWN = 50
const VISIT_RETENTION_DAYS = 90
const DAY_MS = 86_400_000

/** Lists the standing rooms, then the others by number of members. */
export async function listChannels(db: Db): Promise<ChannelItem[]> {
  const columns = {
    channel: chatRooms.channel,
    kind: chatRooms.kind,
    title: streamTitleColumn.as('title'),
    count: chatRooms.presentCount,
  }
  const [standing, others] = await db.batch([
    db
      .select(columns)
      .from(chatRooms)
      .where(inArray(chatRooms.channel, [...STANDING_CHANNELS]))
      .orderBy(chatRooms.id),
    db
      .select(columns)
      .from(chatRooms)
      .where(sql`kind IN ('open', 'stream') AND present_count > 0`)
      .orderBy(desc(chatRooms.presentCount), desc(chatRooms.id))
      .limit(CHANNELS_SHOWN),
  ])
  return [...standing, ...others]
}

/** Stores the number of members in a room, which is in use now. */
export async function setPresentCount(
  db: Db,
  { channel, count, now }: { channel: string; count: number; now: number },
): Promise<void> {
  await db.update(chatRooms).set({ presentCount: count, usedAt: now }).where(eq(chatRooms.channel, channel))
}

/**
 * The condition that an open room or the room of a stream may be removed once its object has deleted its data. A room
 * that a session entered recently stays, because its deletion would delete the visit, by which sockets are closed at
 * the end of the session.
 */
function isRemovable(now: number) {
  // The stored time of a visit may be a day too early.
  const isEntered = sql`EXISTS (SELECT 1 FROM chat_room_sessions
    WHERE chat_room_sessions.room_id = chat_rooms.id AND chat_room_sessions.entered_at > ${now - 2 * DAY_MS})`
  return and(isTemporaryRoom, not(isEntered))
}

/** Removes an open room, or the room of a stream, whose object has deleted its data. */
export async function removeExpiredRoom(db: Db, channel: string, now: number): Promise<void> {
  await db.delete(chatRooms).where(and(eq(chatRooms.channel, channel), isRemovable(now)))
}

/** Removes rooms that must have expired, because they were not used for a day longer, but never reported it. */
export async function removeUnusedRooms(db: Db, now: number): Promise<void> {
  const before = now - (CHAT_RETENTION_DAYS + 1) * DAY_MS
  const isUnused = and(
    lt(chatRooms.usedAt, before),
    lt(chatRooms.createdAt, before),
    eq(chatRooms.presentCount, 0),
    isRemovable(now),
  )
  await deleteInParts(db, chatRooms, isUnused)
}

/** Removes visits that are older than any session. */
export async function removeOldVisits(db: Db, now: number): Promise<void> {
  await deleteInParts(db, chatRoomSessions, lt(chatRoomSessions.enteredAt, now - VISIT_RETENTION_DAYS * DAY_MS))
}

/** Creates the room of a stream or group, whose owner moderates it. */
export async function addRoom(
  db: Db,
  { channel, ownerId, now }: { channel: `stream-${number}` | `group-${string}`; ownerId: number; now: number },
): Promise<void> {
  const kind = channelKind(channel)
  await db.insert(chatRooms).values({ channel, kind, ownerId, createdAt: now, usedAt: now }).onConflictDoNothing()
}

export async function findTargetMember(db: Db, userId: number): Promise<{ nickname: string; flags: string } | null> {
  const row = await db
    .select({ nickname: users.nickname, flags: users.flags })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt), isNull(users.mergedIntoId)))
    .get()
  return row ?? null
}

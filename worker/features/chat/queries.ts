import { and, desc, eq, inArray, lt, not, sql } from 'drizzle-orm'
import { channelKind, STANDING_CHANNELS } from '../../../contract/channel.ts'
import type { ChannelItem } from '../../../contract/socket/chat.ts'
import { streamTitleColumn } from '../../domain/chat/rooms.ts'
import { chatRoomMembers, chatRoomSessions, chatRooms } from '../../domain/chat/schema.ts'
import { users } from '../../domain/users/schema.ts'
import type { Db } from '../../lib/database.ts'

const CHANNELS_SHOWN = 50
const VISITS_KEPT_DAYS = 90
const DAY_MS = 86_400_000

/** The rooms there are to be shown: the standing ones, then those with people in them, the most first. */
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

/** How many members are in a room now. */
export async function setPeople(db: Db, channel: string, people: number): Promise<void> {
  await db.update(chatRooms).set({ presentCount: people }).where(eq(chatRooms.channel, channel))
}

/**
 * A room that a member opened is there no more, once it has forgotten all and nobody is in it. Someone may have entered
 * while it forgot, or be on their way into it: whoever ends their session must find the room.
 */
export async function removeForgotten(db: Db, channel: string, now: number): Promise<void> {
  // A visit may say that it was a day earlier.
  const isEntered = sql`EXISTS (SELECT 1 FROM chat_room_sessions
    WHERE chat_room_sessions.room_id = chat_rooms.id AND chat_room_sessions.entered_at > ${now - 2 * DAY_MS})`
  await db.delete(chatRooms).where(and(eq(chatRooms.channel, channel), eq(chatRooms.kind, 'open'), not(isEntered)))
}

/** Forgets visits that are older than any session. */
export async function removeOldVisits(db: Db, now: number): Promise<void> {
  await db.delete(chatRoomSessions).where(lt(chatRoomSessions.enteredAt, now - VISITS_KEPT_DAYS * DAY_MS))
}

/** Makes the room of a stream or a group, whose owner keeps order in it; a repeated call changes nothing. */
export async function addRoom(
  db: Db,
  { channel, ownerId, now }: { channel: `stream-${number}` | `group-${string}`; ownerId: number; now: number },
): Promise<void> {
  const kind = channelKind(channel)
  await db.insert(chatRooms).values({ channel, kind, ownerId, createdAt: now }).onConflictDoNothing()
}

/** Lets a member of a group speak where members of the group alone may. */
export async function addRoomMember(db: Db, channel: string, userId: number): Promise<void> {
  await db
    .insert(chatRoomMembers)
    .select(sql`SELECT id, ${userId} FROM chat_rooms WHERE channel = ${channel}`)
    .onConflictDoNothing()
}

/** Whom an act in a room concerns. */
export async function findTarget(db: Db, userId: number): Promise<{ nickname: string; flags: string } | null> {
  const row = await db
    .select({ nickname: users.nickname, flags: users.flags })
    .from(users)
    .where(eq(users.id, userId))
    .get()
  return row ?? null
}

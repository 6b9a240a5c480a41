import { and, eq, gt, lt, ne, type SQL, sql } from 'drizzle-orm'
import { channelKind, GROUP_CHANNEL_PREFIX, STREAM_CHANNEL_PREFIX } from '../../../contract/channel.ts'
import { OPEN_ROOMS_PER_MEMBER_MAX, ROOM_UNUSED_DAYS, ROOMS_ENTERED_MAX } from '../../../contract/limits.ts'
import type { RoomFacts } from '../../../durable-objects/chat/state.ts'
import { type Db, statement } from '../../lib/database.ts'
import { failure, type Result, success } from '../../lib/result.ts'
import { skeletonOf } from '../../lib/skeleton.ts'
import { isAppointment } from '../audit-log/schema.ts'
import { mayAsStaff } from '../audit-log/staff-limits.ts'
import { isGroupShown } from '../groups/visibility.ts'
import { sessions } from '../sessions/schema.ts'
import { chatsAgainAt, countUse, mayActInRoom } from '../users/member-limits.ts'
import { isStaff, type Viewer } from '../users/viewer.ts'
import { isReservedChannel } from './reserved.ts'
import { chatRoomSessions, chatRooms } from './schema.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

export type RoomForMember = RoomFacts & { id: number; fan: boolean; inGroup: boolean }

/** The id of a room's stream as SQL; null for other rooms. */
export const streamIdOfRoom = sql`iif(chat_rooms.kind = 'stream',
  CAST(substr(chat_rooms.channel, ${sql.raw(String(STREAM_CHANNEL_PREFIX.length + 1))}) AS INTEGER), NULL)`

export const streamTitleColumn = sql<
  string | null
>`(SELECT streams.title FROM streams WHERE streams.id = ${streamIdOfRoom})`

/** The condition that a row of `chat_rooms` is not the room of a group that is hidden from the viewer. */
export const isOfShownGroup = (viewer: Viewer | null): SQL =>
  sql`(chat_rooms.kind <> 'group' OR EXISTS (SELECT 1 FROM groups
    WHERE groups.slug = substr(chat_rooms.channel, ${sql.raw(String(GROUP_CHANNEL_PREFIX.length + 1))})
      AND ${isGroupShown(viewer)}))`

function selectRoom(db: Db, member: Viewer, channel: string) {
  const me = member.id
  return db
    .select({
      id: chatRooms.id,
      channel: chatRooms.channel,
      title: streamTitleColumn,
      ownerId: chatRooms.ownerId,
      offeredTo: chatRooms.offeredTo,
      fan: sql`EXISTS (SELECT 1 FROM fans WHERE fans.user_id = chat_rooms.owner_id AND fans.fan_id = ${me})`.mapWith(
        Boolean,
      ),
      inGroup: sql`EXISTS (SELECT 1 FROM chat_room_members AS belonging
        WHERE belonging.room_id = chat_rooms.id AND belonging.user_id = ${me})`.mapWith(Boolean),
    })
    .from(chatRooms)
    .where(and(eq(chatRooms.channel, channel), isOfShownGroup(member)))
}

export async function findRoom(db: Db, member: Viewer, channel: string): Promise<RoomForMember | null> {
  return (await selectRoom(db, member, channel).get()) ?? null
}

type RoomAct = {
  channel: string
  now: number
  /** The room itself writes the act to the audit log, later. */
  isLoggedByRoom?: boolean
  /** The act deletes many lines, which staff may do less often. */
  clears?: boolean
  /** The reason that staff give in rooms of others is missing, so the act is refused afterwards. */
  lacksReason?: boolean
}

/**
 * The condition that a member owns a room, or was appointed as its helper. Only the room knows whether they still are.
 */
const runsRoom = ({ id }: Viewer, channel: string) =>
  sql`EXISTS (SELECT 1 FROM chat_rooms WHERE channel = ${channel} AND (owner_id = ${id} OR EXISTS (
    SELECT 1 FROM audit_log WHERE user_id = ${id} AND ${isAppointment} AND target_id = chat_rooms.id)))`

/** The condition that a room exists and belongs to the member. */
const isOwn = ({ id }: Viewer, channel: string) =>
  sql`EXISTS (SELECT 1 FROM chat_rooms WHERE channel = ${channel} AND owner_id = ${id})`

/** The condition that a room exists and does not belong to the member. */
const isOfOthers = ({ id }: Viewer, channel: string) =>
  sql`EXISTS (SELECT 1 FROM chat_rooms WHERE channel = ${channel} AND owner_id IS NOT ${id})`

/**
 * Finds a room for an act that is written to the audit log. Fails above the acts of a day. Those of staff have one limit
 * in all rooms, and what they clear has another in rooms of others. Acts of staff, and those that the room logs, are
 * counted here, also if the room refuses them: otherwise simultaneous calls would exceed the limit.
 */
export async function findManagedRoom(
  db: Db,
  member: Viewer,
  { channel, now, isLoggedByRoom = false, clears = false, lacksReason = false }: RoomAct,
): Promise<Result<RoomForMember, 'not_found' | 'owner_act_limit' | 'room_act_limit' | 'deletion_limit'>> {
  const isByStaff = isStaff(member)
  const written = { authorId: member.id, now }
  const withinLimit = (limit: 'roomActsPerDay' | 'deletionsPerDay') => mayAsStaff(limit, { staffId: member.id, now })
  const own = isOwn(member, channel)
  const ofOthers = isOfOthers(member, channel)
  const mayAct = isByStaff ? withinLimit('roomActsPerDay') : mayActInRoom(written)
  const mayClear = isByStaff && clears ? sql`(NOT ${ofOthers} OR ${withinLimit('deletionsPerDay')})` : sql`1`
  const isCountedOfStaff = lacksReason ? own : sql`(${own} OR ${ofOthers})`
  const isCounted = isByStaff ? isCountedOfStaff : isLoggedByRoom ? runsRoom(member, channel) : sql`0`
  const [[room], [limits]] = await db.batch([
    selectRoom(db, member, channel),
    statement<{ mayAct: number; mayClear: number }>(db, sql`SELECT ${mayAct} AS "mayAct", ${mayClear} AS "mayClear"`),
    countUse(db, 'room_acts', written, sql`${isCounted} AND ${mayAct} AND ${mayClear}`),
    countUse(db, 'room_clears', written, sql`${isByStaff && clears} AND changes() > 0 AND ${ofOthers}`),
  ])
  if (!room) return failure('not_found')
  if (!limits?.mayAct) return failure(isByStaff ? 'room_act_limit' : 'owner_act_limit')
  return limits.mayClear ? success(room) : failure('deletion_limit')
}

/** The condition that a member has a ban in force, or a warning that they have not accepted. */
const isBanned = (userId: number, now: number) =>
  sql`EXISTS (SELECT 1 FROM bans WHERE user_id = ${userId} AND closed_at IS NULL AND (ends_at IS NULL OR ends_at > ${now}))`

/**
 * Enters a room. An open room is created if it is missing. The batch reads session and ban again after it adds the
 * visit: either the call that ends the session or bans the member finds the visit, or the session does not enter.
 * `left` are visits that ended because the member's sessions together can be in at most `ROOMS_ENTERED_MAX` rooms.
 * `writesAgainAt` is that of `chatsAgainAt`.
 */
export async function enterRoom(
  db: Db,
  member: Viewer,
  { session, channel, now }: Omit<Visit, 'userId'>,
): Promise<
  Result<
    { room: RoomForMember; left: LeftVisit[]; writesAgainAt: number },
    'not_logged_in' | 'banned' | 'not_found' | 'too_many_rooms' | 'reserved'
  >
> {
  const visit = { userId: member.id, session, channel, now }
  const [, , left, [room], [openSession], [lookAlike]] = await db.batch([
    addOpenRoom(db, visit),
    addVisit(db, visit),
    removeOldestVisits(db, visit),
    selectRoom(db, member, channel),
    db
      .select({
        isBanned: isBanned(member.id, now).mapWith(Boolean),
        writesAgainAt: chatsAgainAt({ authorId: member.id, now }),
      })
      .from(sessions)
      .where(and(eq(sessions.tokenHash, session), eq(sessions.userId, member.id), gt(sessions.expiresAt, now))),
    selectLookAlike(db, channel),
  ])
  if (!openSession) return failure('not_logged_in')
  if (openSession.isBanned) return failure('banned')
  if (!room && (isReservedChannel(channel) || lookAlike)) return failure('reserved')
  if (!room) return failure(channelKind(channel) === 'open' ? 'too_many_rooms' : 'not_found')
  return success({ room, left, writesAgainAt: openSession.writesAgainAt })
}

/** Selects another open room whose name looks like this one. No room is created beside it. */
const selectLookAlike = (db: Db, channel: string) =>
  db
    .select({ channel: chatRooms.channel })
    .from(chatRooms)
    .where(and(eq(chatRooms.skeleton, skeletonOf(channel)), ne(chatRooms.channel, channel)))

/** True for a name that no new room can have: it is reserved, or looks like the name of another room. */
export const isNameRefused = async (db: Db, channel: string): Promise<boolean> =>
  isReservedChannel(channel) || (await selectLookAlike(db, channel).get()) !== undefined

/** True if a member manages a room as staff, not as its owner. */
export const actsAsStaff = (member: Viewer, { ownerId }: Pick<RoomForMember, 'ownerId'>): boolean =>
  isStaff(member) && ownerId !== member.id

type Visit = { userId: number; session: string; channel: string; now: number }
export type LeftVisit = Pick<Visit, 'session' | 'channel'>

const sessionExists = ({ userId, session }: Visit) =>
  sql`EXISTS (SELECT 1 FROM sessions WHERE token_hash = ${session} AND user_id = ${userId})`

function addOpenRoom(db: Db, visit: Visit) {
  const { userId, channel, now } = visit
  return db
    .insert(chatRooms)
    .select(
      sql`SELECT NULL, ${channel}, 'open', ${userId}, 0, 0, ${now}, ${now}, NULL, ${skeletonOf(channel)}
        WHERE ${channelKind(channel)} = 'open' AND NOT ${isReservedChannel(channel)} AND ${sessionExists(visit)}
        AND ${mayOwnAnotherRoom(userId, now)}`,
    )
    .onConflictDoNothing()
}

/** True while a member owns fewer open rooms that were in use within `ROOM_UNUSED_DAYS` than the limit. */
export const mayOwnAnotherRoom = (userId: number, now: number) =>
  sql`(SELECT count(*) FROM chat_rooms WHERE owner_id = ${userId} AND kind = 'open'
    AND (present_count > 0 OR used_at > ${now - ROOM_UNUSED_DAYS * DAY_MS})) < ${OPEN_ROOMS_PER_MEMBER_MAX}`

function addVisit(db: Db, visit: Visit) {
  const { userId, session, channel, now } = visit
  return (
    db
      .insert(chatRoomSessions)
      .select(
        sql`SELECT ${userId}, ${session}, id, ${now} FROM chat_rooms
          WHERE channel = ${channel} AND ${sessionExists(visit)}`,
      )
      // Writes at most once an hour. `entered_at` need not be exact.
      .onConflictDoUpdate({
        target: [chatRoomSessions.userId, chatRoomSessions.sessionId, chatRoomSessions.roomId],
        set: { enteredAt: now },
        setWhere: lt(chatRoomSessions.enteredAt, now - HOUR_MS),
      })
  )
}

/** Removes the oldest visits of the member above the limit, in case the statement before this one has added a visit. */
function removeOldestVisits(db: Db, { userId }: Visit) {
  return db
    .delete(chatRoomSessions)
    .where(
      and(
        // Null if no visit was added, so that no row is read.
        sql`user_id = iif(changes() > 0, ${userId}, NULL)`,
        sql`(session_id, room_id) IN (SELECT session_id, room_id FROM chat_room_sessions WHERE user_id = ${userId}
          ORDER BY entered_at DESC, room_id DESC LIMIT -1 OFFSET ${ROOMS_ENTERED_MAX})`,
      ),
    )
    .returning({
      session: chatRoomSessions.sessionId,
      channel: sql<string>`(SELECT channel FROM chat_rooms WHERE chat_rooms.id = room_id)`,
    })
}

/** True while a session's visit of a room is stored. */
export async function hasVisit(db: Db, { userId, session, channel }: Omit<Visit, 'now'>): Promise<boolean> {
  const visit = await db
    .select({ roomId: chatRoomSessions.roomId })
    .from(chatRoomSessions)
    .innerJoin(chatRooms, eq(chatRooms.id, chatRoomSessions.roomId))
    .where(
      and(eq(chatRoomSessions.userId, userId), eq(chatRoomSessions.sessionId, session), eq(chatRooms.channel, channel)),
    )
    .get()
  return visit !== undefined
}

/** Removes the visits of a member, or of some of their sessions, and returns their channels. */
export async function removeVisits(
  db: Db,
  { userId, sessions }: { userId: number; sessions?: readonly string[] },
): Promise<string[]> {
  const condition = and(
    eq(chatRoomSessions.userId, userId),
    sessions && sql`session_id IN (SELECT value FROM json_each(${JSON.stringify(sessions)}))`,
  )
  const [rooms] = await db.batch([selectChannels(db, condition), db.delete(chatRoomSessions).where(condition)])
  return rooms.map(({ channel }) => channel)
}

/** Lists the channels of the rooms that a member's sessions have entered. */
export async function listVisitedChannels(db: Db, userId: number): Promise<string[]> {
  const rooms = await selectChannels(db, eq(chatRoomSessions.userId, userId))
  return rooms.map(({ channel }) => channel)
}

function selectChannels(db: Db, condition: SQL | undefined) {
  return db
    .selectDistinct({ channel: chatRooms.channel })
    .from(chatRoomSessions)
    .innerJoin(chatRooms, eq(chatRooms.id, chatRoomSessions.roomId))
    .where(condition)
}

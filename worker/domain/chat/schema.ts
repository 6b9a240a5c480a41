import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { users } from '../users/schema.ts'

/** The condition that a room is removed once it has expired. Others belong to the site or to a group. */
export const isTemporaryRoom = sql.raw("kind IN ('open', 'stream')")

/** Chat rooms. Their messages are in their Durable Objects. */
export const chatRooms = sqliteTable(
  'chat_rooms',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    channel: text().notNull().unique(),
    kind: text({ enum: ['standing', 'stream', 'group', 'open'] }).notNull(),
    /** The member who created it, or the owner of its stream or group. Null for a standing room. */
    ownerId: integer('owner_id').references(() => users.id),
    /** Number of members in the room at the object's last report. */
    presentCount: integer('present_count').notNull().default(0),
    /** The id of the last event of the object's outbox that was stored. */
    lastEvent: integer('last_event').notNull().default(0),
    createdAt: integer('created_at').notNull(),
    /**
     * Time of the creation, or of the object's last report of its members. An open room counts towards its owner's
     * limit while it is in use.
     */
    usedAt: integer('used_at').notNull().default(0),
    /** The member to whom the owner has offered the room. */
    offeredTo: integer('offered_to').references(() => users.id),
    /**
     * The skeleton of the name (`skeletonOf`) of an open room, equal for look-alikes. Null for other rooms, and for
     * rooms older than that rule.
     */
    skeleton: text(),
  },
  (table) => [
    uniqueIndex('chat_rooms_skeleton').on(table.skeleton),
    index('chat_rooms_owner').on(table.ownerId, table.kind),
    index('chat_rooms_offered').on(table.offeredTo).where(sql`offered_to IS NOT NULL`),
    index('chat_rooms_present').on(table.presentCount, table.id).where(sql`${isTemporaryRoom} AND present_count > 0`),
    index('chat_rooms_used').on(table.usedAt).where(isTemporaryRoom),
  ],
)

/** Members of the group of a room, who may speak if only the group may. */
export const chatRoomMembers = sqliteTable(
  'chat_room_members',
  {
    roomId: integer('room_id')
      .notNull()
      .references(() => chatRooms.id, { onDelete: 'cascade' }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
  },
  (table) => [primaryKey({ columns: [table.roomId, table.userId] })],
)

/** Visits: the rooms that a session entered. They lead to the sockets that must close when the session ends. */
export const chatRoomSessions = sqliteTable(
  'chat_room_sessions',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** The hash of the session's token. */
    sessionId: text('session_id').notNull(),
    roomId: integer('room_id')
      .notNull()
      .references(() => chatRooms.id, { onDelete: 'cascade' }),
    /** Time of the last visit, exact to a day. */
    enteredAt: integer('entered_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.sessionId, table.roomId] }),
    index('chat_room_sessions_room').on(table.roomId),
    index('chat_room_sessions_age').on(table.enteredAt),
  ],
)

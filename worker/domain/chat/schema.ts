import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { users } from '../users/schema.ts'

/** Chat rooms there are. What is said in them is in their objects. */
export const chatRooms = sqliteTable(
  'chat_rooms',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    channel: text().notNull().unique(),
    kind: text({ enum: ['standing', 'stream', 'group', 'open'] }).notNull(),
    /** Who keeps order in it, beside staff: who opened it, whose stream or group it is. */
    ownerId: integer('owner_id').references(() => users.id),
    /** How many members are in it, as its object said last. */
    people: integer().notNull().default(0),
    /** The last news of its object that was taken. */
    newsTaken: integer('news_taken').notNull().default(0),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    index('chat_rooms_owner').on(table.ownerId, table.kind),
    index('chat_rooms_people').on(table.people, table.id).where(sql`kind IN ('open', 'stream') AND people > 0`),
  ],
)

/** Who is in the group of a group's room. */
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

/** In which rooms a session was: where its sockets are closed when it ends. */
export const chatVisits = sqliteTable(
  'chat_visits',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    session: text().notNull(),
    roomId: integer('room_id')
      .notNull()
      .references(() => chatRooms.id, { onDelete: 'cascade' }),
    /** When it entered last, a day earlier perhaps. */
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.session, table.roomId] }),
    index('chat_visits_room').on(table.roomId),
    index('chat_visits_age').on(table.createdAt),
  ],
)

import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { sketches } from '../sketches/schema.ts'
import { users } from '../users/schema.ts'

/** Requests for groups. Members vote on pending ones; group admins decide. */
export const groupRequests = sqliteTable(
  'group_requests',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    title: text().notNull(),
    description: text().notNull(),
    /** The thumbnail: a sketch of the requester. Null once it is deleted. */
    sketchId: integer('sketch_id').references(() => sketches.id, { onDelete: 'set null' }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /**
     * Copy of the requester's nickname, so that lists do not read the member. A new nickname is written to pending requests
     * as well; only the requester sees decided ones.
     */
    nickname: text().notNull().default(''),
    state: text({ enum: ['pending', 'approved', 'deleted'] })
      .notNull()
      .default('pending'),
    /**
     * Random token of the call that decided. Of two concurrent calls, only the one that stored it has further effects.
     */
    decision: text(),
    /** Message to the requester about the decision. */
    message: text().notNull().default(''),
    upvotesCount: integer('upvotes_count').notNull().default(0),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    index('group_requests_state').on(table.state, table.id),
    index('group_requests_age').on(table.state, table.createdAt),
    index('group_requests_user').on(table.userId, table.state),
    index('group_requests_latest').on(table.userId, table.id),
    index('group_requests_sketch').on(table.sketchId),
    uniqueIndex('group_requests_decision').on(table.decision).where(sql`decision IS NOT NULL`),
  ],
)

/** Votes for requests, one for each member and request. */
export const groupRequestVotes = sqliteTable(
  'group_request_votes',
  {
    requestId: integer('request_id')
      .notNull()
      .references(() => groupRequests.id, { onDelete: 'cascade' }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.requestId, table.userId] }),
    index('group_request_votes_user').on(table.userId),
  ],
)

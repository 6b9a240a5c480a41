import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { users } from '../users/schema.ts'

/** Bans and warnings of members [2 §3]. They stay for ever: each counts those before it. */
export const bans = sqliteTable(
  'bans',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    staffId: integer('staff_id')
      .notNull()
      .references(() => users.id),
    /** Hours; 0 is a warning, -1 for ever. */
    duration: integer().notNull(),
    /** Shown to the member. */
    reason: text().notNull(),
    /** Shown to staff alone. */
    notes: text().notNull(),
    /** Bans and warnings before this one. */
    offenses: integer().notNull(),
    /** What the page that gave it calls it, so that a repeated call gives it once. */
    callKey: text('call_key'),
    createdAt: integer('created_at').notNull(),
    endsAt: integer('ends_at'),
    /** When it was accepted, or another one took its place. */
    closedAt: integer('closed_at'),
  },
  (table) => [
    uniqueIndex('bans_one_open').on(table.userId).where(sql`closed_at IS NULL`),
    uniqueIndex('bans_call').on(table.staffId, table.callKey),
    index('bans_user').on(table.userId, table.id),
  ],
)

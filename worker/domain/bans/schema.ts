import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { users } from '../users/schema.ts'

/** Bans and warnings [2 §3]. They are never deleted, because later bans count them. */
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
    /** 0: a warning; -1: a permanent ban. */
    durationHours: integer('duration_hours').notNull(),
    reason: text().notNull(),
    /** Shown only to staff. */
    staffNotes: text('staff_notes').notNull(),
    previousOffensesCount: integer('previous_offenses_count').notNull(),
    /** Chosen by the page that sends the ban, so that a repeated call adds it once. */
    idempotencyKey: text('idempotency_key'),
    createdAt: integer('created_at').notNull(),
    /** Null for a warning and for a permanent ban that was confirmed. */
    endsAt: integer('ends_at'),
    /** Time at which the member accepted the ban, staff lifted it, or another ban replaced it. */
    closedAt: integer('closed_at'),
    /** The member of staff who confirmed a permanent ban. It is not the one who gave it. */
    confirmedById: integer('confirmed_by_id').references(() => users.id),
  },
  (table) => [
    uniqueIndex('bans_one_open').on(table.userId).where(sql`closed_at IS NULL`),
    uniqueIndex('bans_idempotency_key').on(table.staffId, table.idempotencyKey),
    index('bans_user').on(table.userId, table.id),
    index('bans_open')
      .on(sql`CASE WHEN ends_at IS NULL THEN 4503599627370496 + id ELSE ends_at END`)
      .where(sql`closed_at IS NULL`),
    index('bans_unconfirmed').on(table.endsAt).where(sql`closed_at IS NULL AND duration_hours = -1`),
  ],
)

/**
 * Logins of deleted accounts whose ban is still in force, by a keyed hash. Nobody can create an account with one of
 * these logins.
 */
export const bannedLogins = sqliteTable('banned_logins', {
  loginHash: text('login_hash').primaryKey(),
  /** The deleted account that was banned. */
  userId: integer('user_id')
    .notNull()
    .references(() => users.id),
})

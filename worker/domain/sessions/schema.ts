import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { users } from '../users/schema.ts'

/** Sessions with the hashes of their tokens. Only the cookie contains the token. */
export const sessions = sqliteTable(
  'sessions',
  {
    tokenHash: text('token_hash').primaryKey(),
    /** Identifies the session to its owner; cannot be used to log in. */
    publicId: text('public_id').notNull(),
    /** The member who logged in. */
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    device: text().notNull(),
    createdAt: integer('created_at').notNull(),
    lastSeenAt: integer('last_seen_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    /** The member as whom staff act in this session, until `impersonationEndsAt`. */
    impersonatedId: integer('impersonated_id').references(() => users.id),
    impersonationEndsAt: integer('impersonation_ends_at'),
  },
  (table) => [
    index('sessions_user').on(table.userId, table.publicId),
    index('sessions_expiry').on(table.expiresAt),
    index('sessions_impersonated').on(table.impersonatedId).where(sql`impersonated_id IS NOT NULL`),
  ],
)

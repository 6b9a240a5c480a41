import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { users } from '../../domain/users/schema.ts'

/** The identities of members at sign-in providers: issuer and subject, never the mail address. */
export const identities = sqliteTable(
  'identities',
  {
    issuer: text().notNull(),
    subject: text().notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.issuer, table.subject] }), index('identities_user').on(table.userId)],
)

/** People who signed in for the first time and have not yet chosen a nickname and a birth date. */
export const pendingSignUps = sqliteTable(
  'pending_sign_ups',
  {
    tokenHash: text('token_hash').primaryKey(),
    issuer: text().notNull(),
    subject: text().notNull(),
    /** Null unless verified by the provider. */
    email: text(),
    suggestedNickname: text('suggested_nickname').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [index('pending_sign_ups_expiry').on(table.expiresAt)],
)

/** Requests for account recovery within the last hour, by the hash of the address that was entered, for its limit. */
export const recoveryRequests = sqliteTable(
  'recovery_requests',
  {
    id: integer().primaryKey(),
    addressHash: text('address_hash').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    index('recovery_requests_address').on(table.addressHash, table.createdAt),
    index('recovery_requests_age').on(table.createdAt),
  ],
)

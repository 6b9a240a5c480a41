import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { PasskeyTransport } from '../../../contract/http/passkeys.ts'
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
    /**
     * True once a birth date below the minimum age was entered. From then on every birth date is refused, even after a
     * new sign-in.
     */
    isTooYoung: integer('is_too_young', { mode: 'boolean' }).notNull().default(false),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [
    // With the refusal, because a login may have many unfinished sign-ups.
    index('pending_sign_ups_login').on(table.issuer, table.subject, table.isTooYoung),
    index('pending_sign_ups_expiry').on(table.expiresAt),
  ],
)

/** Requests for account recovery, for known and unknown addresses, so that both take the same time. */
export const recoveryRequests = sqliteTable(
  'recovery_requests',
  {
    id: integer().primaryKey(),
    addressHash: text('address_hash').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [index('recovery_requests_age').on(table.createdAt)],
)

/** Passkeys with which members log in. */
export const passkeys = sqliteTable(
  'passkeys',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    credentialId: text('credential_id').notNull().unique(),
    /** COSE key as base64url. */
    publicKey: text('public_key').notNull(),
    /** The authenticator's signature counter at the last sign-in. It is always 0 for synced passkeys. */
    counter: integer().notNull(),
    transports: text({ mode: 'json' }).$type<PasskeyTransport[]>().notNull(),
    /** The passkey is backed up and can exist on several devices. */
    isSynced: integer('is_synced', { mode: 'boolean' }).notNull(),
    name: text().notNull(),
    createdAt: integer('created_at').notNull(),
    lastUsedAt: integer('last_used_at'),
  },
  (table) => [index('passkeys_user').on(table.userId)],
)

/** Hashes of used passkey challenges and of used nonces of sign-ins with Apple, until they expire. */
export const passkeyChallenges = sqliteTable(
  'passkey_challenges',
  {
    challengeHash: text('challenge_hash').primaryKey(),
    /** Unused. Earlier versions stored open challenges here. */
    sessionHash: text('session_hash'),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [index('passkey_challenges_expiry').on(table.expiresAt)],
)

/** Hashes of backup codes, each of which logs a member in once. Used codes remain until new codes replace them. */
export const backupCodes = sqliteTable(
  'backup_codes',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    codeHash: text('code_hash').notNull(),
    usedAt: integer('used_at'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
)

/** Attempts of the last hour to log in with a backup code, under the hash of the entered nickname. */
export const backupCodeAttempts = sqliteTable(
  'backup_code_attempts',
  {
    id: integer().primaryKey(),
    nicknameHash: text('nickname_hash').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    index('backup_code_attempts_nickname').on(table.nicknameHash, table.createdAt),
    index('backup_code_attempts_age').on(table.createdAt),
  ],
)

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
     * True once a birth date was entered that is too recent; another one is not accepted, also after another sign-in.
     */
    isTooYoung: integer('is_too_young', { mode: 'boolean' }).notNull().default(false),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [
    index('pending_sign_ups_login').on(table.issuer, table.subject),
    index('pending_sign_ups_expiry').on(table.expiresAt),
  ],
)

/** Requests for account recovery. Each writes a row, so that known and unknown addresses take the same time. */
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
    /** The authenticator's count of signatures at the last sign-in; synced passkeys leave it at 0. */
    counter: integer().notNull(),
    transports: text({ mode: 'json' }).$type<PasskeyTransport[]>().notNull(),
    /** The passkey can exist on several devices, and does. */
    isSynced: integer('is_synced', { mode: 'boolean' }).notNull(),
    name: text().notNull(),
    createdAt: integer('created_at').notNull(),
    lastUsedAt: integer('last_used_at'),
  },
  (table) => [index('passkeys_user').on(table.userId)],
)

/** Challenges of passkeys that were answered, by their hash, until they expire. */
export const passkeyChallenges = sqliteTable(
  'passkey_challenges',
  {
    challengeHash: text('challenge_hash').primaryKey(),
    /** Written by earlier versions, which stored open challenges. */
    sessionHash: text('session_hash'),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [index('passkey_challenges_expiry').on(table.expiresAt)],
)

/** Codes that log a member in once, by their hash. A used code stays until new codes replace it. */
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

/** Attempts to log in with a backup code within the last hour, by the hash of the nickname that was entered. */
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

import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { users } from '../users/schema.ts'
import { KEY_PURPOSES, MAIL_KINDS, type MailKind, OPTIONAL_KINDS, URGENT_KINDS } from './kinds.ts'

/** The condition that a mail is of one of some kinds. It has literals, because indexes need them. */
const isOneOf = (kinds: readonly MailKind[]) => sql.raw(`kind IN (${kinds.map((kind) => `'${kind}'`).join(', ')})`)

/** The condition that a mail is tried before all others. */
export const isUrgentMail = isOneOf(URGENT_KINDS)
/** The condition that a mail is about the account itself. It is tried before those that members can switch off. */
export const isAccountMail = isOneOf(MAIL_KINDS.filter((kind) => !OPTIONAL_KINDS.includes(kind)))
export const isOptionalMail = isOneOf(OPTIONAL_KINDS)

/** Mails to members: waiting, sent within the last day, or given up (dead letters). */
export const mails = sqliteTable(
  'mails',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    address: text().notNull(),
    kind: text({ enum: MAIL_KINDS }).notNull(),
    /** Values of the mail's text. The text itself and the key of its link are made when the mail is sent. */
    facts: text({ mode: 'json' }).$type<MailFacts>().notNull(),
    attempts: integer().notNull().default(0),
    /** Null once the mail was sent or given up. */
    nextAttemptAt: integer('next_attempt_at'),
    /** The time when the mail was given up. */
    failedAt: integer('failed_at'),
    /** The code of the last failure. */
    failure: text(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    index('mails_account').on(table.nextAttemptAt).where(sql`next_attempt_at IS NOT NULL AND ${isAccountMail}`),
    index('mails_optional').on(table.nextAttemptAt).where(sql`next_attempt_at IS NOT NULL AND ${isOptionalMail}`),
    index('mails_urgent').on(table.nextAttemptAt).where(sql`next_attempt_at IS NOT NULL AND ${isUrgentMail}`),
    index('mails_failed').on(table.failedAt, table.id).where(sql`failed_at IS NOT NULL`),
    index('mails_address').on(table.address, table.kind, table.createdAt),
    index('mails_user').on(table.userId, table.kind, table.createdAt),
    index('mails_age').on(table.createdAt),
  ],
)

/** Values that the texts of mails use (texts.ts). */
export type MailFacts = {
  nickname?: string
  path?: string
  way?: string
  date?: string
  title?: string
  amount?: string
}

/** Keys in the links of mails, by their hash. The key itself is only in its mail. */
export const mailKeys = sqliteTable(
  'mail_keys',
  {
    keyHash: text('key_hash').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    purpose: text({ enum: KEY_PURPOSES }).notNull(),
    /** The address to which the key was sent. */
    address: text().notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [index('mail_keys_user').on(table.userId, table.purpose), index('mail_keys_expiry').on(table.expiresAt)],
)

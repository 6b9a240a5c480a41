import { SQL, sql } from 'drizzle-orm'
import type { SQLiteRaw } from 'drizzle-orm/sqlite-core/query-builders/raw'
import { OPTIONAL_MAILS_PER_DAY, SIGN_IN_MAILS_PER_HOUR } from '../../../contract/limits.ts'
import { type Db, statement } from '../../lib/database.ts'
import { type MailKind, type MailPurpose, SIGN_IN_KINDS } from './kinds.ts'
import type { MailFacts } from './schema.ts'

type NewMail = {
  kind: MailKind
  facts?: MailFacts | SQL
  /** The recipient's address, from a row of `users`. */
  address: SQL
  /** The recipients, as a condition on `users`. */
  where: SQL
  now: number
}

export type QueuedMails = { id: number }[]

/**
 * A statement that queues a mail to every matching member, for the batch of the write that causes it. Mails about ways
 * to log in have an hourly limit, because a member could otherwise send any number of them to an address that somebody
 * else reads. Above it, one mail says that there is more.
 */
export function queueMail(db: Db, { kind, facts = {}, address, where, now }: NewMail): SQLiteRaw<QueuedMails> {
  const sent = SIGN_IN_KINDS.includes(kind) ? signInMail(kind, now) : { kind: sql`${kind}`, where: sql`true` }
  return statement<{ id: number }>(
    db,
    sql`INSERT INTO mails (user_id, address, kind, facts, next_attempt_at, created_at)
      SELECT users.id, ${address}, ${sent.kind}, ${jsonOf(facts)}, ${now}, ${now} FROM users
      WHERE ${where} AND ${sent.where} RETURNING id`,
  )
}

/** Returns the kind of a mail about a way to log in that fits into the limit of the hour, and if there is one. */
function signInMail(kind: MailKind, now: number): { kind: SQL; where: SQL } {
  const queued = (kinds: readonly MailKind[]) => sql`(SELECT count(*) FROM mails
    WHERE user_id = users.id AND kind IN ${kinds} AND created_at > ${now - HOUR_MS})`
  const isWithinLimit = sql`${queued(SIGN_IN_KINDS)} < ${SIGN_IN_MAILS_PER_HOUR}`
  return {
    kind: sql`iif(${isWithinLimit}, ${kind}, 'sign_in_more')`,
    where: sql`(${isWithinLimit} OR ${queued(['sign_in_more'])} = 0)`,
  }
}

/** The recipient of a mail about a way to log in: the member, if `condition` holds and their address is confirmed. */
export const toConfirmedAddress = (userId: number, condition: SQL) => ({
  address: sql`users.email`,
  where: sql`users.id = ${userId} AND users.email IS NOT NULL AND ${condition}`,
})

/**
 * The condition that a row of `users` agreed to mails of a purpose and confirmed an address. Those about messages and
 * fans are for patrons [2 §6].
 */
export function wantsMail(purpose: MailPurpose): SQL {
  const isPatron = sql`instr(users.flags, 'p') > 0`
  const agreed = {
    messages: sql`users.email_messages = 1 AND ${isPatron}`,
    fans: sql`users.email_fans = 1 AND ${isPatron}`,
    exports: sql`users.email_exports = 1`,
    compos: sql`users.email_compos = 1`,
  }
  return sql`(${agreed[purpose]} AND users.email IS NOT NULL)`
}

/**
 * A statement that queues the mail about a fan, if the artist wants such mails; for the batch before it adds the fan.
 * `where`: the condition that the fan is added.
 */
export function queueFanMail(
  db: Db,
  { userId, fan, where, now }: { userId: number; fan: { id: number; nickname: string }; where: SQL; now: number },
): SQLiteRaw<QueuedMails> {
  const facts = { nickname: fan.nickname, path: `/user/${fan.id}` }
  const isNew = sql`NOT EXISTS (SELECT 1 FROM fans WHERE user_id = users.id AND fan_id = ${fan.id})`
  return queueOptionalMail(db, {
    kind: 'new_fan',
    purpose: 'fans',
    userId,
    facts,
    where: sql`${isNew} AND ${where}`,
    now,
  })
}

type OptionalMail = {
  kind: MailKind
  purpose: MailPurpose
  userId: number | SQL
  facts: MailFacts | SQL
  /** Further conditions on the recipient. */
  where: SQL
  now: number
}

/**
 * A statement that queues a mail that its recipient may have switched off. A mail with the same link is not queued
 * twice in a day, whatever the name of the sender is now, and no more than `OPTIONAL_MAILS_PER_DAY` of a kind are.
 */
export function queueOptionalMail(db: Db, { kind, purpose, userId, facts, where, now }: OptionalMail) {
  const recipient = sql`users.id = ${userId} AND ${wantsMail(purpose)} AND ${where} AND ${mayGetMail({ kind, facts, now })}`
  return queueMail(db, { kind, facts, address: sql`users.email`, where: recipient, now })
}

/**
 * The condition that a member got no mail of a kind with the same link within a day, and fewer of that kind than
 * `OPTIONAL_MAILS_PER_DAY`.
 */
export function mayGetMail({ kind, facts, now }: Pick<OptionalMail, 'kind' | 'facts' | 'now'>): SQL {
  const today = sql`FROM mails WHERE user_id = users.id AND kind = ${kind} AND created_at > ${now - REPEATED_MS}`
  return sql`NOT EXISTS (SELECT 1 ${today} AND facts ->> 'path' IS ${jsonOf(facts)} ->> 'path')
    AND (SELECT count(*) ${today}) < ${OPTIONAL_MAILS_PER_DAY}`
}

const HOUR_MS = 3_600_000
const REPEATED_MS = 86_400_000

const jsonOf = (facts: MailFacts | SQL): SQL => (facts instanceof SQL ? facts : sql`${JSON.stringify(facts)}`)

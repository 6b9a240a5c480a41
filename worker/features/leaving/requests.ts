import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import { DELETION_DELAY_DAYS } from '../../../contract/limits.ts'
import type { MailKind } from '../../domain/mail/kinds.ts'
import { type QueuedMails, queueMail } from '../../domain/mail/queue.ts'
import { users } from '../../domain/users/schema.ts'
import type { Db } from '../../lib/database.ts'
import { failure, type Result, success } from '../../lib/result.ts'

const DAY_MS = 86_400_000
/** Further cancellations within this time send no mail, and further requests are refused. */
const MAIL_INTERVAL_MS = 3_600_000
/** Each request sends a mail: otherwise a thief of a session could ask again, unseen, after the owner kept the account. */
const REQUESTS_PER_INTERVAL_MAX = 2

type Change = { userId: number; now: number }

/**
 * Sets the time at which a member's account will be deleted, with a mail about it. A repeated request keeps the first
 * time. Fails with `last_admin` if no admin would remain, and with `deletion_request_limit` if the member asked and
 * changed their mind twice within an hour.
 */
export async function requestDeletion(
  db: Db,
  { userId, now }: Change,
): Promise<Result<{ deletesAt: number; mails: QueuedMails }, 'last_admin' | 'deletion_request_limit'>> {
  const deletesAt = now + DELETION_DELAY_DAYS * DAY_MS
  const date = new Date(deletesAt).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
  const isOften = sql`(SELECT count(*) FROM ${recentMails('deletion_requested', now)}) >= ${REQUESTS_PER_INTERVAL_MAX}`
  const isNew = sql`users.id = ${userId} AND users.deletes_at IS NULL AND NOT ${isLastAdmin(now)} AND NOT ${isOften}`
  const isAsked = sql`users.id = ${userId} AND changes() > 0`
  const [, mails, [member]] = await db.batch([
    db.update(users).set({ deletesAt }).where(isNew),
    queueOwnMail(db, { kind: 'deletion_requested', facts: { date }, where: isAsked, now }),
    db
      .select({ deletesAt: users.deletesAt, isOften: isOften.mapWith(Boolean) })
      .from(users)
      .where(eq(users.id, userId)),
  ])
  if (member?.deletesAt) return success({ deletesAt: member.deletesAt, mails })
  return failure(member?.isOften ? 'deletion_request_limit' : 'last_admin')
}

/** Cancels the deletion of a member's account before it begins, with a mail about it. Without one it does nothing. */
export async function keepAccount(db: Db, { userId, now }: Change): Promise<QueuedMails> {
  const isMailed = sql`EXISTS (SELECT 1 FROM ${recentMails('deletion_cancelled', now)})`
  const isWaiting = sql`users.id = ${userId} AND users.deletes_at IS NOT NULL AND NOT ${isMailed}`
  const [mails] = await db.batch([
    queueOwnMail(db, { kind: 'deletion_cancelled', facts: {}, where: isWaiting, now }),
    db
      .update(users)
      .set({ deletesAt: null })
      .where(and(eq(users.id, userId), isNotNull(users.deletesAt))),
  ])
  return mails
}

type NewMail = { kind: MailKind; facts: { date?: string }; where: SQL; now: number }

/** Mails of a kind to the member of the row of `users`, for a statement, within the interval. */
const recentMails = (kind: MailKind, now: number) =>
  sql`mails WHERE user_id = users.id AND kind = ${kind} AND created_at > ${now - MAIL_INTERVAL_MS}`

/** Queues a mail to the confirmed address of a member, if they have one. */
const queueOwnMail = (db: Db, { where, ...mail }: NewMail) =>
  queueMail(db, { ...mail, address: sql`users.email`, where: sql`${where} AND users.email IS NOT NULL` })

/** The condition that a row of `users` is the last admin who is not suspended and stays. */
function isLastAdmin(now: number): SQL {
  return sql`(instr(users.flags, 'a') > 0 AND NOT EXISTS (SELECT 1 FROM users AS other
    WHERE instr(other.flags, 'a') > 0 AND other.id <> users.id AND other.deletes_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM bans WHERE bans.user_id = other.id AND bans.closed_at IS NULL
        AND bans.duration_hours <> 0 AND (bans.ends_at IS NULL OR bans.ends_at > ${now}))))`
}

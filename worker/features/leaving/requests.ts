import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import { DELETION_DELAY_DAYS } from '../../../contract/limits.ts'
import type { MailKind } from '../../domain/mail/kinds.ts'
import { type QueuedMails, queueMail } from '../../domain/mail/queue.ts'
import { users } from '../../domain/users/schema.ts'
import type { Db } from '../../lib/database.ts'
import { failure, type Result, success } from '../../lib/result.ts'

const DAY_MS = 86_400_000
/** Changes of mind send at most three mails in this time. */
const MAIL_INTERVAL_MS = 3_600_000

type Change = { userId: number; now: number }

/**
 * Sets the time at which a member's account will be deleted, with a mail about it. A repeated request keeps the first
 * time. Fails with `last_admin` if no admin would remain.
 */
export async function requestDeletion(
  db: Db,
  { userId, now }: Change,
): Promise<Result<{ deletesAt: number; mails: QueuedMails }, 'last_admin'>> {
  const deletesAt = now + DELETION_DELAY_DAYS * DAY_MS
  const date = new Date(deletesAt).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
  const isNew = sql`users.id = ${userId} AND users.deletes_at IS NULL AND NOT ${isLastAdmin(now)}`
  const [mails, , [member]] = await db.batch([
    // Otherwise a thief of a session could ask again after a cancellation, whose mail would be the last.
    mailUnless(db, { kind: 'deletion_requested', facts: { date }, where: isNew, now }, isLatestMail),
    db.update(users).set({ deletesAt }).where(isNew),
    db.select({ deletesAt: users.deletesAt }).from(users).where(eq(users.id, userId)),
  ])
  return member?.deletesAt ? success({ deletesAt: member.deletesAt, mails }) : failure('last_admin')
}

/** Cancels the deletion of a member's account before it begins, with a mail about it. Without one it does nothing. */
export async function keepAccount(db: Db, { userId, now }: Change): Promise<QueuedMails> {
  const isWaiting = sql`users.id = ${userId} AND users.deletes_at IS NOT NULL`
  const [mails] = await db.batch([
    mailUnless(db, { kind: 'deletion_cancelled', facts: {}, where: isWaiting, now }),
    db
      .update(users)
      .set({ deletesAt: null })
      .where(and(eq(users.id, userId), isNotNull(users.deletesAt))),
  ])
  return mails
}

type NewMail = { kind: MailKind; facts: { date?: string }; where: SQL; now: number }

const isLatestMail = sql`mails.id = (SELECT max(id) FROM mails
  WHERE user_id = users.id AND kind IN ('deletion_requested', 'deletion_cancelled'))`

/** Queues a mail, unless the interval has one of this kind for which `isEnough` holds. */
function mailUnless(db: Db, { kind, facts, where, now }: NewMail, isEnough = sql`true`) {
  const isRepeated = sql`EXISTS (SELECT 1 FROM mails WHERE user_id = users.id AND kind = ${kind}
    AND created_at > ${now - MAIL_INTERVAL_MS} AND ${isEnough})`
  const hasAddress = sql`users.email IS NOT NULL AND NOT ${isRepeated}`
  return queueMail(db, { kind, facts, address: sql`users.email`, where: sql`${where} AND ${hasAddress}`, now })
}

/** The condition that a row of `users` is the last admin who is not suspended and stays. */
function isLastAdmin(now: number): SQL {
  return sql`(instr(users.flags, 'a') > 0 AND NOT EXISTS (SELECT 1 FROM users AS other
    WHERE instr(other.flags, 'a') > 0 AND other.id <> users.id AND other.deletes_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM bans WHERE bans.user_id = other.id AND bans.closed_at IS NULL
        AND bans.duration_hours <> 0 AND (bans.ends_at IS NULL OR bans.ends_at > ${now}))))`
}

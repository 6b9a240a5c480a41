import { and, eq, lt, sql } from 'drizzle-orm'
import { RECOVERY_MAILS_PER_HOUR } from '../../../contract/limits.ts'
import { type QueuedMails, queueMail } from '../../domain/mail/queue.ts'
import { mailKeys } from '../../domain/mail/schema.ts'
import { users } from '../../domain/users/schema.ts'
import { type Db, statement } from '../../lib/database.ts'
import { deleteInParts } from '../../lib/delete-in-parts.ts'
import { randomToken, sha256Hex } from '../../lib/random.ts'
import { failure, type Result, success, tryWrite } from '../../lib/result.ts'
import { insertSession, type NewSession, type OpenedSession, removeSessionsAboveLimit, sessionRow } from './queries.ts'
import { recoveryRequests } from './schema.ts'

const HOUR_MS = 3_600_000

/**
 * Queues a mail with a recovery link to an address, at most a few an hour for each address. Writes a row for known and
 * for unknown addresses, so that both take the same time.
 */
export async function addRecovery(db: Db, { email, now }: { email: string; now: number }): Promise<QueuedMails> {
  const addressHash = await sha256Hex(email)
  const isPaced = sql`(SELECT count(*) FROM mails
    WHERE address = ${email} AND kind = 'recovery' AND created_at > ${now - HOUR_MS}) < ${RECOVERY_MAILS_PER_HOUR}`
  const [, mails] = await db.batch([
    db.insert(recoveryRequests).values({ addressHash, createdAt: now }),
    queueMail(db, {
      kind: 'recovery',
      address: sql`users.email`,
      where: sql`users.email = ${email} AND ${isPaced}`,
      now,
    }),
  ])
  return mails
}

/**
 * Opens a session with the key of a recovery link. The key works once, and only while the account still has the address
 * to which it was sent. Using it ends the member's other recovery links.
 */
export async function acceptRecovery(
  db: Db,
  { key, ...session }: NewSession & { key: string },
): Promise<Result<OpenedSession, 'bad_key'>> {
  const keyHash = await sha256Hex(key)
  const token = randomToken()
  const row = await sessionRow(token, session)
  const [[opened], , ended] = await db.batch([
    insertSession(
      db,
      row,
      sql`SELECT user_id FROM mail_keys JOIN users ON users.id = user_id AND users.email = mail_keys.address
        WHERE key_hash = ${keyHash} AND purpose = 'recover' AND mail_keys.expires_at > ${session.now}`,
    ),
    db
      .delete(mailKeys)
      .where(
        and(
          eq(mailKeys.purpose, 'recover'),
          eq(mailKeys.userId, sql`(SELECT user_id FROM sessions WHERE token_hash = ${row.tokenHash})`),
        ),
      ),
    removeSessionsAboveLimit(db, row),
  ])
  return opened ? success({ ...opened, token, ended }) : failure('bad_key')
}

/**
 * Confirms an address that the logged-in member entered, by the key of a link that was sent to it: from now on it
 * recovers the account. Another account may have requested the link, because others may have used up the links to the
 * address. Returns the mails that notify the previous address. Opening the link again changes nothing. Fails with
 * `bad_key` if the member did not enter the address, and with `email_taken` if it recovers another account.
 */
export async function confirmEmail(
  db: Db,
  { key, userId, now }: { key: string; userId: number; now: number },
): Promise<Result<QueuedMails, 'bad_key' | 'email_taken'>> {
  const keyHash = await sha256Hex(key)
  const address = sql`(SELECT address FROM mail_keys
    WHERE key_hash = ${keyHash} AND purpose = 'confirm' AND expires_at > ${now})`
  const isConfirmed = sql`users.id = ${userId} AND ${address} IN (users.email, users.pending_email)`
  const isReplaced = sql`${isConfirmed} AND users.email <> ${address}`
  const confirmed = await tryWrite(
    db.batch([
      queueMail(db, { kind: 'email_changed', address: sql`users.email`, where: isReplaced, now }),
      db
        .update(users)
        .set({ email: address, pendingEmail: sql`nullif(pending_email, ${address})` })
        .where(isConfirmed)
        .returning({ id: users.id }),
    ]),
    { 'users.email': 'email_taken' },
  )
  if (!confirmed.ok) return confirmed
  const [mails, updated] = confirmed.value
  return updated.length > 0 ? success(mails) : failure('bad_key')
}

/**
 * Queues another confirmation link to the member's unconfirmed address. Fails with `not_found` without such an address,
 * and with `email_limit` after a few links a day of the member or to the address.
 */
export async function repeatConfirmation(
  db: Db,
  { userId, now }: { userId: number; now: number },
): Promise<Result<QueuedMails, 'not_found' | 'email_limit'>> {
  const where = sql`users.id = ${userId} AND users.pending_email IS NOT NULL`
  const queued = await tryWrite(
    db.batch([
      statement<{ id: number }>(db, sql`SELECT id FROM users WHERE ${where}`),
      queueMail(db, { kind: 'confirm_email', address: sql`users.pending_email`, where, now }),
    ]),
    { confirm_email_limit: 'email_limit' },
  )
  if (!queued.ok) return queued
  const [waiting, mails] = queued.value
  if (waiting.length === 0) return failure('not_found')
  return mails.length > 0 ? success(mails) : failure('email_limit')
}

/** Removes the rows of old recovery requests. */
export async function removeOldRecoveryRequests(db: Db, now: number): Promise<void> {
  await deleteInParts(db, recoveryRequests, lt(recoveryRequests.createdAt, now - HOUR_MS))
}

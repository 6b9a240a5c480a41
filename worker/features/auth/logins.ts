import { and, eq, sql } from 'drizzle-orm'
import { loginHash } from '../../domain/logins/login-hash.ts'
import { forgetUnlinkedLogin, rememberUnlinkedLogin } from '../../domain/logins/unlinked-logins.ts'
import type { QueuedMails } from '../../domain/mail/queue.ts'
import { queueMail, toConfirmedAddress } from '../../domain/mail/queue.ts'
import { isMember } from '../../domain/users/viewer.ts'
import { type Db, statement } from '../../lib/database.ts'
import { failure, type Result, success, tryWrite } from '../../lib/result.ts'
import { listBackupCodes } from './backup-codes.ts'
import { listPasskeys } from './passkeys.ts'
import { identities } from './schema.ts'

/** Lists the issuers of the identities with which a member can log in, their passkeys, and their backup codes. */
export async function listLogins(db: Db, userId: number) {
  const [rows, passkeys, codes] = await db.batch([
    db.select({ issuer: identities.issuer }).from(identities).where(eq(identities.userId, userId)),
    listPasskeys(db, userId),
    listBackupCodes(db, userId),
  ])
  return { issuers: rows.map(({ issuer }) => issuer), passkeys, codes }
}

type NewLogin = {
  userId: number
  issuer: string
  subject: string
  /** The provider's name in the mail about the change. */
  name: string
  now: number
}

/**
 * Adds an identity with which a member can log in, at most one of each issuer. Returns the mails about it. Adding the
 * same identity again changes nothing. Fails with `login_taken` if the identity belongs to another member, the member
 * has another identity of the issuer, or their account was merged or deleted meanwhile.
 */
export async function addLogin(
  db: Db,
  secret: string,
  { userId, issuer, subject, name, now }: NewLogin,
): Promise<Result<QueuedMails, 'login_taken'>> {
  const hash = await loginHash(secret, { issuer, subject })
  const isLinked = sql`EXISTS (SELECT 1 FROM identities
    WHERE issuer = ${issuer} AND subject = ${subject} AND user_id = ${userId})`
  const hasOne = sql`EXISTS (SELECT 1 FROM identities WHERE user_id = ${userId} AND issuer = ${issuer})`
  const added = await tryWrite(
    db.batch([
      queueMail(db, {
        kind: 'sign_in_added',
        facts: { way: name },
        ...toConfirmedAddress(userId, sql`NOT ${hasOne}`),
        now,
      }),
      statement(
        db,
        sql`INSERT INTO identities (issuer, subject, user_id, created_at)
          SELECT ${issuer}, ${subject}, ${userId}, ${now} FROM users WHERE ${isMember(userId)} AND NOT ${hasOne}`,
      ),
      forgetUnlinkedLogin(db, { hash, userId, condition: isLinked }),
      db
        .select({ userId: identities.userId })
        .from(identities)
        .where(and(eq(identities.issuer, issuer), eq(identities.subject, subject), eq(identities.userId, userId))),
    ]),
    { 'identities.': 'login_taken' },
  )
  if (!added.ok) return added
  const [mails, , , own] = added.value
  return own.length > 0 ? success(mails) : failure('login_taken')
}

/**
 * Removes a member's identity of an issuer and returns the mails about it. It is remembered, so that nobody creates an
 * account with it while the member exists. Removing it again is a no-op. Fails with `last_login` if the member has no
 * other identity and no passkey. A recovery address does not count, because mails can be late or lost, and neither do
 * backup codes, because they run out.
 */
export async function removeLogin(
  db: Db,
  secret: string,
  { userId, issuer, name, now }: Omit<NewLogin, 'subject'>,
): Promise<Result<QueuedMails, 'last_login'>> {
  const ofIssuer = and(eq(identities.userId, userId), eq(identities.issuer, issuer))
  const login = await db.select({ subject: identities.subject }).from(identities).where(ofIssuer).get()
  if (!login) return success([])
  const hash = await loginHash(secret, { issuer, ...login })
  const isOwn = and(ofIssuer, eq(identities.subject, login.subject))
  const hasOther = sql`(EXISTS (SELECT 1 FROM identities AS other WHERE other.user_id = ${userId} AND other.issuer <> ${issuer})
    OR EXISTS (SELECT 1 FROM passkeys WHERE passkeys.user_id = ${userId}))`
  const isRemoved = sql`${hasOther} AND EXISTS (SELECT 1 FROM identities WHERE ${isOwn})`
  const [mails, , , left] = await db.batch([
    queueMail(db, { kind: 'sign_in_removed', facts: { way: name }, ...toConfirmedAddress(userId, isRemoved), now }),
    rememberUnlinkedLogin(db, { hash, userId, condition: isRemoved }),
    db.delete(identities).where(and(isOwn, hasOther)),
    db.select({ subject: identities.subject }).from(identities).where(isOwn),
  ])
  return left.length === 0 ? success(mails) : failure('last_login')
}

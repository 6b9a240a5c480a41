import { type SQL, sql } from 'drizzle-orm'
import { type Db, statement } from '../../lib/database.ts'
import { sign } from '../../lib/signature.ts'

type Login = { issuer: string; subject: string }

/** The condition that a member is suspended. */
export const isSuspended = (
  userId: SQL | number,
  now: number,
) => sql`EXISTS (SELECT 1 FROM bans WHERE bans.user_id = ${userId}
  AND closed_at IS NULL AND duration_hours <> 0 AND (ends_at IS NULL OR ends_at > ${now}))`

/** A hash of a login that cannot be computed without the secret. */
export function loginHash(secret: string, { issuer, subject }: Login): Promise<string> {
  return sign(secret, `banned login ${issuer} ${subject}`)
}

/** A statement that remembers the login of a suspended member whose account is deleted, if `condition` holds. */
export function rememberBannedLogin(
  db: Db,
  { hash, userId, condition, now }: { hash: string; userId: number; condition: SQL; now: number },
) {
  return statement(
    db,
    sql`INSERT INTO banned_logins (login_hash, user_id) SELECT ${hash}, ${userId}
      WHERE ${condition} AND ${isSuspended(userId, now)}
      ON CONFLICT (login_hash) DO UPDATE SET user_id = excluded.user_id`,
  )
}

/** The condition that a login belonged to a deleted account whose ban is still in force. */
export function isLoginBanned(hash: string, now: number): SQL {
  return sql`EXISTS (SELECT 1 FROM banned_logins WHERE login_hash = ${hash} AND ${isSuspended(sql`banned_logins.user_id`, now)})`
}

/** Forgets the logins whose ban has ended. */
export async function removeEndedBannedLogins(db: Db, now: number): Promise<void> {
  await db.run(sql`DELETE FROM banned_logins WHERE NOT ${isSuspended(sql`banned_logins.user_id`, now)}`)
}

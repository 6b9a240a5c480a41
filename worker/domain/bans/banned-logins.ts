import { type SQL, sql } from 'drizzle-orm'
import { type Db, statement } from '../../lib/database.ts'

/** The condition that a member is suspended. */
export const isSuspended = (
  userId: SQL | number,
  now: number,
) => sql`EXISTS (SELECT 1 FROM bans WHERE bans.user_id = ${userId}
  AND closed_at IS NULL AND duration_hours <> 0 AND (ends_at IS NULL OR ends_at > ${now}))`

/**
 * A statement that remembers the logins of a suspended member whose account is deleted, if `condition` holds: linked
 * ones, by their hashes, and unlinked ones.
 */
export function rememberBannedLogins(
  db: Db,
  { hashes, userId, condition, now }: { hashes: string[]; userId: number; condition: SQL; now: number },
) {
  return statement(
    db,
    sql`INSERT INTO banned_logins (login_hash, user_id) SELECT login_hash, ${userId}
      FROM (SELECT value AS login_hash FROM json_each(${JSON.stringify(hashes)})
        UNION SELECT login_hash FROM unlinked_logins WHERE user_id = ${userId})
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

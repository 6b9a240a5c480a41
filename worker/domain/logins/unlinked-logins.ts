import { type SQL, sql } from 'drizzle-orm'
import { type Db, statement } from '../../lib/database.ts'

type UnlinkedLogin = { hash: string; userId: number; condition: SQL }

/** A statement that remembers an unlinked login of a member, if `condition` holds. */
export function rememberUnlinkedLogin(db: Db, { hash, userId, condition }: UnlinkedLogin) {
  return statement(
    db,
    sql`INSERT INTO unlinked_logins (login_hash, user_id) SELECT ${hash}, ${userId} WHERE ${condition}
      ON CONFLICT DO NOTHING`,
  )
}

/** A statement that forgets the login of a member who linked it again, if `condition` holds. */
export function forgetUnlinkedLogin(db: Db, { hash, userId, condition }: UnlinkedLogin) {
  return statement(
    db,
    sql`DELETE FROM unlinked_logins WHERE login_hash = ${hash} AND user_id = ${userId} AND ${condition}`,
  )
}

/** The condition that a login was unlinked from an account that exists. A deletion removes the rows of its account. */
export function isLoginUnlinked(hash: string): SQL {
  return sql`EXISTS (SELECT 1 FROM unlinked_logins WHERE login_hash = ${hash})`
}

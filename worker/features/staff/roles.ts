import { eq, inArray, lte, type SQL, sql } from 'drizzle-orm'
import type { RoleBody } from '../../../contract/http/staff.ts'
import { toWireTime } from '../../../contract/time.ts'
import { holdsRole } from '../../domain/bans/holds-role.ts'
import { sessions } from '../../domain/sessions/schema.ts'
import { isAdminRow, users } from '../../domain/users/schema.ts'
import { isMember } from '../../domain/users/viewer.ts'
import { type Db, statement } from '../../lib/database.ts'
import { failure, type Result, success, tryWrite } from '../../lib/result.ts'

/** Maximum number of patron terms that one run of the job ends. */
const ENDED_TERMS_MAX = 500

type RoleChange = Pick<RoleBody, 'userId' | 'role' | 'granted' | 'reason'> & {
  staffId: number
  patronUntil: number | null
  now: number
}

/**
 * Grants a role or takes it, with an entry in the audit log. Returns the member's flags, and the staff whose
 * impersonations it ended. A repeated call changes nothing. Fails with `last_admin` if no admin would be left, and with
 * `forbidden` if the staff are no admin any more.
 */
export async function setRole(
  db: Db,
  { staffId, userId, role, granted, patronUntil, reason, now }: RoleChange,
): Promise<Result<{ flags: string; impersonators: number[] }, 'not_found' | 'last_admin' | 'forbidden'>> {
  const has = sql`instr(flags, ${role}) > 0`
  const isNew = granted ? sql`NOT (${has}${role === 'p' ? sql` AND patron_until IS ${patronUntil}` : sql``})` : has
  const isAllowed = holdsRole(isAdminRow, { staffId, now })
  const isChange = sql`${isMember(userId)} AND ${isNew} AND ${isAllowed}`
  const others = sql`replace(flags, ${role}, '')`
  const until = patronUntil === null ? null : toWireTime(patronUntil)
  const term = role === 'p' ? sql`, 'until', json_array(patron_until, ${until})` : sql``
  const log = sql`INSERT INTO audit_log (staff_id, action, user_id, target_type, target_id, reason, changes, created_at)
    SELECT ${staffId}, ${granted ? 'role_grant' : 'role_take'}, id, 'user', id, ${reason},
      json_object('flags', json_array(flags, ${granted ? sql`${others} || ${role}` : others})${term}), ${now}
    FROM users WHERE ${isChange}`
  const changed = await tryWrite(
    db.batch([
      // First, because admins may take their own role.
      db
        .select({ isAllowed: isAllowed.mapWith(Boolean) })
        .from(users)
        .where(eq(users.id, staffId)),
      statement(db, log),
      db
        .update(users)
        .set({
          flags: granted ? sql`${others} || ${role}` : others,
          ...(role === 'p' && {
            patronUntil: granted ? patronUntil : null,
            patronSince: granted ? sql`iif(${has}, patron_since, ${now})` : null,
          }),
        })
        .where(isChange),
      endImpersonations(db, userId),
      db.select({ flags: users.flags }).from(users).where(isMember(userId)),
    ]),
    { last_admin: 'last_admin' },
  )
  if (!changed.ok) return changed
  const [[staff], , , ended, [member]] = changed.value
  if (!staff?.isAllowed) return failure('forbidden')
  return member ? success({ ...member, impersonators: ended.map((row) => row.userId) }) : failure('not_found')
}

/** Ends the impersonations that the member's roles no longer allow (`mayImpersonate`). */
function endImpersonations(db: Db, userId: number) {
  const has = (id: SQL, flag: 'a' | 'm') => sql`instr((SELECT flags FROM users WHERE id = ${id}), ${flag}) > 0`
  const [staff, member] = [sql`sessions.user_id`, sql`sessions.impersonated_id`]
  return db
    .update(sessions)
    .set({ impersonatedId: null, impersonationEndsAt: null })
    .where(
      sql`(user_id = ${userId} OR impersonated_id = ${userId}) AND impersonated_id IS NOT NULL
        AND (${has(member, 'a')} OR NOT (${has(staff, 'a')} OR (${has(staff, 'm')} AND NOT ${has(member, 'm')})))`,
    )
    .returning({ userId: sessions.userId })
}

/** Removes the flag of patrons whose term is over. Their settings as patrons stay for a next term. */
export async function endPatronTerms(db: Db, now: number): Promise<void> {
  const ended = db.select({ id: users.id }).from(users).where(lte(users.patronUntil, now)).limit(ENDED_TERMS_MAX)
  await db
    .update(users)
    .set({ flags: sql`replace(flags, 'p', '')`, patronUntil: null, patronSince: null })
    .where(inArray(users.id, ended))
}

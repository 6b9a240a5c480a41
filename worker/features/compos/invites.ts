import { eq, sql } from 'drizzle-orm'
import { auditChange } from '../../domain/audit-log/audit-log.ts'
import { type EntryFailure, enterCompo, isOutsider } from '../../domain/compos/enter.ts'
import { compoEntries, compoInvites, compos } from '../../domain/compos/schema.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import { batchEach, type Db, type Statement, statement } from '../../lib/database.ts'
import { DONE, failure, type Result } from '../../lib/result.ts'

type NewInvite = { sketchId: number; key: string; staffId: number; now: number }

/**
 * Invites a sketch into a compo that takes entries, with a notice to its artist and an entry in the staff log. Fails as
 * entering would: for a compo of a group, the artist must be in it.
 */
export async function inviteToCompo(
  db: Db,
  { sketchId, key, staffId, now }: NewInvite,
): Promise<Result<void, 'compo_not_open' | 'not_in_group' | 'in_another_compo'>> {
  const isOpen = sql`starts_at <= ${now} AND ends_at > ${now} AND result_at IS NULL`
  const isNew = sql`compo_invites.sketch_id = ${sketchId} AND compo_invites.staff_id = ${staffId}
    AND compo_invites.created_at = ${now}`
  const invited = sql`FROM compo_invites JOIN compos ON compos.id = compo_invites.compo_id
    JOIN sketches ON sketches.id = compo_invites.sketch_id WHERE ${isNew}`
  const [, , , , [entry], [invite], [group]] = await db.batch([
    statement(
      db,
      sql`INSERT INTO compo_invites (sketch_id, compo_id, staff_id, created_at)
        SELECT sketches.id, compos.id, ${staffId}, ${now} FROM compos CROSS JOIN sketches
        WHERE compos.key = ${key} AND sketches.id = ${sketchId} AND ${isOpen}
          AND NOT EXISTS (SELECT 1 FROM compo_entries WHERE compo_entries.sketch_id = sketches.id)
          AND NOT ${isOutsider}
        ON CONFLICT (sketch_id) DO UPDATE SET compo_id = excluded.compo_id, staff_id = excluded.staff_id,
          created_at = excluded.created_at`,
    ),
    // Replaces an earlier invite of the sketch and its notice.
    statement(
      db,
      sql`DELETE FROM notifications WHERE sketch_id IN (SELECT sketches.id ${invited}) AND compo_notice = 'invite'`,
    ),
    statement(
      db,
      sql`INSERT INTO notifications (user_id, category, actor_id, page_owner_id, sketch_id, compo_id, compo_notice, occurred_at)
        SELECT sketches.user_id, 'compos', sketches.user_id, sketches.user_id, sketches.id, compos.id, 'invite', ${now} ${invited}`,
    ),
    statement(
      db,
      sql`INSERT INTO audit_log (staff_id, action, user_id, target_type, target_id, reason, changes, created_at)
        SELECT ${staffId}, 'compo_invite', sketches.user_id, 'sketch', sketches.id, '',
          json_object('compo', json_array(NULL, compos.key)), ${now} ${invited}`,
    ),
    db.select({ id: compoEntries.id }).from(compoEntries).where(eq(compoEntries.sketchId, sketchId)),
    db.select({ sketchId: compoInvites.sketchId }).from(compoInvites).where(isNew),
    statement<{ isForOthers: number }>(
      db,
      sql`SELECT 1 AS isForOthers FROM compos CROSS JOIN sketches
        WHERE compos.key = ${key} AND sketches.id = ${sketchId} AND ${isOpen} AND ${isOutsider}`,
    ),
  ])
  if (entry) return failure('in_another_compo')
  if (invite) return DONE
  return failure(group ? 'not_in_group' : 'compo_not_open')
}

/** Finds the invite of a sketch and its artist. */
export async function findInvite(db: Db, sketchId: number) {
  const row = await db
    .select({ key: compos.key, artistId: sketches.userId })
    .from(compoInvites)
    .innerJoin(compos, eq(compos.id, compoInvites.compoId))
    .innerJoin(sketches, eq(sketches.id, compoInvites.sketchId))
    .where(eq(compoInvites.sketchId, sketchId))
    .get()
  return row ?? null
}

type InviteAnswer = {
  key: string
  sketchId: number
  artistId: number
  /** The member who answers: the artist, or a member of staff for the artist. */
  by: number
  now: number
}

/** Enters an invited sketch. If staff accept the invite, the artist gets a notice and the staff log gets an entry. */
export function acceptInvite(db: Db, answer: InviteAnswer): Promise<Result<void, EntryFailure>> {
  const { key, sketchId, artistId, by, now } = answer
  if (by === artistId) return enterCompo(db, { key, sketchId, now })
  const notice = statement(
    db,
    sql`INSERT INTO notifications (user_id, category, actor_id, page_owner_id, sketch_id, compo_id, compo_notice, occurred_at)
      SELECT ${artistId}, 'compos', ${artistId}, ${artistId}, ${sketchId}, id, 'entered', ${now} FROM compos
      WHERE key = ${key} AND changes() > 0`,
  )
  return enterCompo(db, { key, sketchId, now, along: [logOf(db, 'compo_invite_accept', answer), notice] })
}

/** Ends an invite and deletes its notice. If staff end it, the staff log gets an entry. */
export async function endInvite(db: Db, answer: InviteAnswer): Promise<void> {
  const { sketchId, artistId, by } = answer
  await batchEach<Statement>(db, [
    statement(db, sql`DELETE FROM notifications WHERE sketch_id = ${sketchId} AND compo_notice = 'invite'`),
    db.delete(compoInvites).where(eq(compoInvites.sketchId, sketchId)),
    ...(by === artistId ? [] : [logOf(db, 'compo_invite_withdraw', answer)]),
  ])
}

function logOf(
  db: Db,
  action: 'compo_invite_accept' | 'compo_invite_withdraw',
  { key, sketchId, artistId, by, now }: InviteAnswer,
) {
  const target = { userId: artistId, targetType: 'sketch', targetId: sketchId }
  const compo = action === 'compo_invite_accept' ? ([null, key] as const) : ([key, null] as const)
  return auditChange(db, { staffId: by, action, ...target, changes: { compo } }, now)
}

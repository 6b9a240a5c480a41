import { eq, sql } from 'drizzle-orm'
import { compoEntries, compoInvites, compos } from '../../domain/compos/schema.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import { type Db, statement } from '../../lib/database.ts'
import { DONE, failure, type Result } from '../../lib/result.ts'

type NewInvite = { sketchId: number; key: string; staffId: number; now: number }

/**
 * Invites a sketch into a compo that takes entries, with a notice to its artist and an entry in the staff log. Fails as
 * entering would: for a compo of a group, the artist must be in it.
 */
export async function inviteToCompo(
  db: Db,
  { sketchId, key, staffId, now }: NewInvite,
): Promise<Result<void, 'compo_not_open' | 'in_another_compo'>> {
  const isNew = sql`compo_invites.sketch_id = ${sketchId} AND compo_invites.staff_id = ${staffId}
    AND compo_invites.created_at = ${now}`
  const invited = sql`FROM compo_invites JOIN compos ON compos.id = compo_invites.compo_id
    JOIN sketches ON sketches.id = compo_invites.sketch_id WHERE ${isNew}`
  const [, , , , [entry], [invite]] = await db.batch([
    statement(
      db,
      sql`INSERT INTO compo_invites (sketch_id, compo_id, staff_id, created_at)
        SELECT sketches.id, compos.id, ${staffId}, ${now} FROM compos CROSS JOIN sketches
        WHERE compos.key = ${key} AND sketches.id = ${sketchId} AND starts_at <= ${now} AND ends_at > ${now}
          AND result_at IS NULL AND NOT EXISTS (SELECT 1 FROM compo_entries WHERE compo_entries.sketch_id = sketches.id)
          AND (group_id IS NULL OR EXISTS (SELECT 1 FROM group_members
            WHERE group_members.group_id = compos.group_id AND group_members.user_id = sketches.user_id))
        ON CONFLICT (sketch_id) DO UPDATE SET compo_id = excluded.compo_id, staff_id = excluded.staff_id,
          created_at = excluded.created_at`,
    ),
    // An earlier invite of the sketch is replaced, with its notice.
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
  ])
  if (entry) return failure('in_another_compo')
  return invite ? DONE : failure('compo_not_open')
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

/** Ends an invite, with its notice. */
export async function endInvite(db: Db, sketchId: number): Promise<void> {
  await db.batch([
    statement(db, sql`DELETE FROM notifications WHERE sketch_id = ${sketchId} AND compo_notice = 'invite'`),
    db.delete(compoInvites).where(eq(compoInvites.sketchId, sketchId)),
  ])
}

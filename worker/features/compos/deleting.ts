import { eq, sql } from 'drizzle-orm'
import { compos } from '../../domain/compos/schema.ts'
import { isCompoEmpty } from '../../domain/compos/visibility.ts'
import { type Db, type Statement, statement } from '../../lib/database.ts'
import { DONE, failure, type Result } from '../../lib/result.ts'

type Deletion = {
  compoId: number
  staffId: number
  reason: string
  now: number
  /** Statements of the batch, directly after the one that deletes the compo. */
  along?: Statement[]
}

/** Maximum number of notices that one batch deletes. */
const NOTICES_AT_ONCE = 500

/**
 * Deletes a compo that was opened by mistake, with its invites and notices. Fails with `compo_has_entries` if it has
 * entries, votes or comments. Groups can have many members with a notice. All but the last notices are deleted first,
 * in parts. A repeated call completes an interrupted one.
 */
export async function deleteCompo(
  db: Db,
  deletion: Deletion,
): Promise<Result<void, 'not_found' | 'compo_has_entries'>> {
  for (;;) {
    await deleteNotices(db, deletion.compoId)
    const state = await deleteWithoutNotices(db, deletion).catch(async (error: unknown) => {
      // `along` makes the batch fail if nothing is deleted.
      if (deletion.along && (await hasOnlyNotices(db, deletion.compoId))) return 'notices_left' as const
      throw error
    })
    if (state === 'deleted') return DONE
    if (state !== 'notices_left') return failure(state)
  }
}

async function deleteNotices(db: Db, compoId: number): Promise<void> {
  const noticesOfCompo = sql`DELETE FROM notifications WHERE id IN (SELECT id FROM notifications
    WHERE compo_id = ${compoId} LIMIT ${NOTICES_AT_ONCE}) AND ${isCompoEmpty(sql`${compoId}`)} RETURNING id`
  while ((await db.all(noticesOfCompo)).length === NOTICES_AT_ONCE);
}

async function hasOnlyNotices(db: Db, compoId: number): Promise<boolean> {
  const found = await db.all(sql`SELECT id FROM notifications
    WHERE compo_id = ${compoId} AND ${isCompoEmpty(sql`${compoId}`)} LIMIT 1`)
  return found.length > 0
}

async function deleteWithoutNotices(db: Db, { compoId, staffId, reason, now, along = [] }: Deletion) {
  const isEmpty = isCompoEmpty(sql`${compoId}`)
  const isDeleted = sql`${isEmpty} AND NOT EXISTS (SELECT 1 FROM notifications WHERE notifications.compo_id = ${compoId})`
  const [, , , [existing], deleted] = await db.batch([
    statement(
      db,
      sql`INSERT INTO audit_log (staff_id, action, user_id, target_type, target_id, reason, changes, created_at)
        SELECT ${staffId}, 'compo_remove', NULL, 'compo', id, ${reason}, json_object('title', json_array(title, NULL)), ${now}
        FROM compos WHERE id = ${compoId} AND ${isDeleted}`,
    ),
    statement(db, sql`DELETE FROM compo_invites WHERE compo_id = ${compoId} AND ${isDeleted}`),
    statement(
      db,
      sql`DELETE FROM muted_threads WHERE target_type = 'compo' AND target_id = ${compoId} AND ${isDeleted}`,
    ),
    db
      .select({ isEmpty: sql<number>`${isEmpty}`.as('is_empty') })
      .from(compos)
      .where(eq(compos.id, compoId)),
    db.delete(compos).where(sql`${compos.id} = ${compoId} AND ${isDeleted}`).returning({ id: compos.id }),
    ...along,
  ])
  if (deleted.length > 0) return 'deleted'
  if (!existing) return 'not_found'
  return existing.isEmpty ? 'notices_left' : 'compo_has_entries'
}

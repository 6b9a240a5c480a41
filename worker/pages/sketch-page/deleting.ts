import { and, eq, type SQL, sql } from 'drizzle-orm'
import { SKETCH_RESTORE_DAYS } from '../../../contract/limits.ts'
import { auditEntry } from '../../domain/audit-log/audit-log.ts'
import { fileKeysColumn, ROWS_AT_ONCE, rowsColumn } from '../../domain/sketches/deletion.ts'
import { type StoredViolation, sketches } from '../../domain/sketches/schema.ts'
import { batchEach, type Db, type Statement } from '../../lib/database.ts'
import { parseStrings } from '../../lib/json.ts'
import { randomToken } from '../../lib/random.ts'
import { failure, type Result, success, tryWrite } from '../../lib/result.ts'

const DAY_MS = 86_400_000

export type DeletableSketch = NonNullable<Awaited<ReturnType<typeof findDeletable>>>

/** Finds what a deletion must know of a sketch. Null if there is none, or its rows are being deleted. */
export async function findDeletable(db: Db, id: number) {
  const { userId, title, violation } = sketches
  const row = await db
    .select({ id: sketches.id, userId, title, violation, rows: rowsColumn, fileKeys: fileKeysColumn })
    .from(sketches)
    .where(eq(sketches.id, id))
    .get()
  return row && row.violation !== 'deleted' ? { ...row, fileKeys: parseStrings(row.fileKeys) } : null
}

/**
 * Deletes a sketch for its artist, with its rows and the glops that it earned. The caller deletes its files. A sketch
 * with too many rows for one statement becomes missing at once, and `removeDueSketches` deletes it: `begun`. Artists
 * cannot delete a sketch in a closed compo [1 §6].
 */
export async function deleteOwnSketch(
  db: Db,
  { id, rows, now }: Pick<DeletableSketch, 'id' | 'rows'> & { now: number },
): Promise<Result<'deleted' | 'begun', 'in_closed_compo'>> {
  if (rows <= ROWS_AT_ONCE) {
    const removal = db.delete(sketches).where(eq(sketches.id, id))
    const removed = await tryWrite(removal, { in_closed_compo: 'in_closed_compo' })
    return removed.ok ? success('deleted') : removed
  }
  const isInClosedCompo = sql`EXISTS (SELECT 1 FROM compo_entries JOIN compos ON compos.id = compo_entries.compo_id
    WHERE compo_entries.sketch_id = ${id} AND (compos.result_at IS NOT NULL OR compos.voting_ends_at <= ${now}))`
  const begun = await db
    .update(sketches)
    .set({ violation: 'deleted', deletesAt: now, imageKey: randomToken() })
    .where(and(eq(sketches.id, id), sql`NOT ${isInClosedCompo}`))
    .returning({ id: sketches.id })
  return begun.length > 0 ? success('begun') : failure('in_closed_compo')
}

type ByStaff = { staffId: number; reason: string; now: number; along: readonly Statement[] }

/** The condition that a sketch has this violation, or none. */
export const hasViolation = (id: number, violation: StoredViolation | null): SQL =>
  sql`EXISTS (SELECT 1 FROM sketches WHERE sketches.id = ${id} AND violation IS ${violation})`

/**
 * Deletes a sketch for staff. It is hidden at once, and `removeDueSketches` deletes it for good after a week. The new
 * image key invalidates cached pictures. `along` are the statements of the decision, which come first.
 */
export async function removeAsStaff(
  db: Db,
  { sketch, staffId, reason, now, along }: ByStaff & { sketch: Pick<DeletableSketch, 'id' | 'userId' | 'title'> },
): Promise<void> {
  const { id, userId, title } = sketch
  const target = { userId, targetType: 'sketch', targetId: id, reason, changes: { title: [title, null] } } as const
  await batchEach<Statement>(db, [
    ...along,
    db
      .update(sketches)
      .set({ violation: 'removed', deletesAt: now + SKETCH_RESTORE_DAYS * DAY_MS, imageKey: randomToken() })
      .where(eq(sketches.id, id)),
    auditEntry(db, { staffId, action: 'delete', ...target }, now),
  ])
}

/** Restores a sketch that staff deleted, with the violation that it had. */
export async function restoreSketch(
  db: Db,
  { sketch, staffId, reason, now, along }: ByStaff & { sketch: Pick<DeletableSketch, 'id' | 'userId' | 'violation'> },
): Promise<void> {
  const { id, userId, violation } = sketch
  const target = { userId, targetType: 'sketch', targetId: id, reason }
  await batchEach<Statement>(db, [
    ...along,
    db.update(sketches).set({ violation, deletesAt: null, imageKey: randomToken() }).where(eq(sketches.id, id)),
    auditEntry(db, { staffId, action: 'sketch_restore', ...target }, now),
  ])
}

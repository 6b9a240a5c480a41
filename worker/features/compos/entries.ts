import { and, eq, type SQL, sql } from 'drizzle-orm'
import { compoState } from '../../../contract/compo-state.ts'
import { COMPO_ENTRIES_PER_MEMBER_MAX } from '../../../contract/limits.ts'
import { auditChange, auditEntry } from '../../domain/audit-log/audit-log.ts'
import { disqualifyStatements, requalifyStatements } from '../../domain/compos/disqualification.ts'
import { freeSlot } from '../../domain/compos/enter.ts'
import { compoEntries, compos } from '../../domain/compos/schema.ts'
import { batchEach, type Db, type Statement, statement } from '../../lib/database.ts'
import { DONE, failure, type Result } from '../../lib/result.ts'

/** Finds the entry of a sketch. */
export async function findCompoEntry(db: Db, sketchId: number) {
  const row = await db
    .select({
      artistId: compoEntries.artistId,
      compoId: compos.id,
      endsAt: compos.endsAt,
      votingEndsAt: compos.votingEndsAt,
      resultAt: compos.resultAt,
    })
    .from(compoEntries)
    .innerJoin(compos, eq(compos.id, compoEntries.compoId))
    .where(eq(compoEntries.sketchId, sketchId))
    .get()
  return row ?? null
}

/** The condition that a compo has no result yet. */
export const hasNoResult = (compoId: number): SQL =>
  sql`EXISTS (SELECT 1 FROM compos WHERE compos.id = ${compoId} AND result_at IS NULL)`

/** The condition that a sketch is in a compo without a result. */
export const isRemovableEntry = ({ sketchId, compoId }: { sketchId: number; compoId: number }): SQL =>
  sql`EXISTS (SELECT 1 FROM compo_entries WHERE sketch_id = ${sketchId} AND compo_id = ${compoId})
    AND ${hasNoResult(compoId)}`

type Entry = NonNullable<Awaited<ReturnType<typeof findCompoEntry>>>
type Removal = {
  entry: Entry
  sketchId: number
  by: { id: number; reason: string }
  now: number
  /** Statements that precede an act of staff in its batch. */
  along?: readonly Statement[]
}

/**
 * Removes an entry. Artists remove their own while the compo is open. Staff remove any until the close, with an entry
 * in the log.
 */
export async function removeCompoEntry(
  db: Db,
  { entry, sketchId, by, now, along = [] }: Removal,
): Promise<Result<void, 'compo_entries_final'>> {
  const isOwn = by.id === entry.artistId
  const state = compoState(entry, now)
  if (state === 'closed' || (isOwn && state !== 'open')) return failure('compo_entries_final')
  // A result that was published meanwhile keeps its entries.
  const removal = db.delete(compoEntries).where(and(eq(compoEntries.sketchId, sketchId), hasNoResult(entry.compoId)))
  if (isOwn) await removal
  else {
    const target = { userId: entry.artistId, targetType: 'sketch', targetId: sketchId, reason: by.reason }
    const changes = { compo: [entry.compoId, null] } as const
    const log = auditChange(db, { staffId: by.id, action: 'compo_entry_remove', ...target, changes }, now)
    await batchEach<Statement>(db, [...along, removal, log])
  }
  return DONE
}

type Disqualification = Omit<Removal, 'entry'> & { artistId: number | null }

/**
 * Disqualifies an entry of a closed compo, with an entry in the log. `along` must make the batch fail unless the entry
 * has a place.
 */
export async function disqualifyEntry(db: Db, change: Disqualification): Promise<void> {
  const log = logOfPlace(db, change, { action: 'compo_entry_disqualify', disqualified: [false, true] })
  await batchEach(db, [...(change.along ?? []), ...disqualifyStatements(db, change), log])
}

/**
 * Gives a disqualified entry its place back, with an entry in the log. `along` must make the batch fail without one.
 */
export async function requalifyEntry(db: Db, change: Disqualification): Promise<void> {
  const log = logOfPlace(db, change, { action: 'compo_entry_restore', disqualified: [true, false] })
  await batchEach(db, [...(change.along ?? []), ...requalifyStatements(db, change), log])
}

type LoggedChange = {
  action: 'compo_entry_disqualify' | 'compo_entry_restore'
  disqualified: readonly [boolean, boolean]
}

function logOfPlace(db: Db, { sketchId, artistId, by, now }: Disqualification, { action, ...changes }: LoggedChange) {
  const target = { userId: artistId, targetType: 'sketch', targetId: sketchId, reason: by.reason }
  return auditEntry(db, { staffId: by.id, action, ...target, changes }, now)
}

/** The condition that a removed entry can be restored: the sketch is in no compo, and this one is not closed. */
export function canRestoreEntry({ compoId, sketchId, now }: { compoId: number; sketchId: number; now: number }): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM compo_entries WHERE sketch_id = ${sketchId})
    AND EXISTS (SELECT 1 FROM sketches WHERE id = ${sketchId})
    AND EXISTS (SELECT 1 FROM compos WHERE id = ${compoId} AND result_at IS NULL AND voting_ends_at > ${now})`
}

/** Restores an entry. It gets no slot if the artist has filled all of them meanwhile. */
export function restoreEntry(db: Db, { compoId, sketchId, now }: { compoId: number; sketchId: number; now: number }) {
  return statement(
    db,
    sql`INSERT INTO compo_entries (compo_id, sketch_id, artist_id, slot, entered_at, listed, listed_for_all, lot)
      SELECT compos.id, sketches.id, sketches.user_id, nullif(${freeSlot}, ${COMPO_ENTRIES_PER_MEMBER_MAX + 1}), ${now},
        sketches.listed, sketches.listed_for_all, abs(random() % 4294967296)
      FROM compos CROSS JOIN sketches WHERE compos.id = ${compoId} AND sketches.id = ${sketchId}
      ON CONFLICT (sketch_id) DO NOTHING`,
  )
}

import { and, eq, type SQL, sql } from 'drizzle-orm'
import { compoState } from '../../../contract/compo-state.ts'
import { COMPO_ENTRIES_MAX, COMPO_ENTRIES_PER_MEMBER_MAX } from '../../../contract/limits.ts'
import { auditEntry } from '../../domain/audit-log/audit-log.ts'
import { disqualifyStatements, requalifyStatements } from '../../domain/compos/disqualification.ts'
import { compoEntries, compos } from '../../domain/compos/schema.ts'
import { batchEach, type Db, type Statement, statement } from '../../lib/database.ts'
import { DONE, failure, type Result, tryWrite } from '../../lib/result.ts'

/** The number of the first free place of an artist in a compo; above the last one if there is none. */
const freeSlot = sql`(SELECT coalesce(min(slot.value), ${COMPO_ENTRIES_PER_MEMBER_MAX + 1})
  FROM json_each(${JSON.stringify(Array.from({ length: COMPO_ENTRIES_PER_MEMBER_MAX }, (_, at) => at + 1))}) AS slot
  WHERE slot.value <= compos.entries_per_member AND NOT EXISTS (SELECT 1 FROM compo_entries
    WHERE compo_entries.compo_id = compos.id AND artist_id = sketches.user_id AND compo_entries.slot = slot.value))`

type EntryFailure = 'not_found' | 'compo_not_open' | 'in_another_compo' | 'compo_entry_limit'

/**
 * Enters a sketch in a compo; again changes nothing. Fails outside the time for entries, and for a compo of a group that
 * the artist is not in (`compo_not_open`).
 */
export async function enterCompo(
  db: Db,
  { key, sketchId, now }: { key: string; sketchId: number; now: number },
): Promise<Result<void, EntryFailure>> {
  const entered = await tryWrite(
    db.batch([
      statement(
        db,
        sql`INSERT INTO compo_entries (compo_id, sketch_id, artist_id, slot, entered_at, listed, listed_for_all, lot)
          SELECT compos.id, sketches.id, sketches.user_id, ${freeSlot}, ${now}, sketches.listed, sketches.listed_for_all,
            abs(random() % 4294967296)
          FROM compos CROSS JOIN sketches
          WHERE compos.key = ${key} AND sketches.id = ${sketchId}
            AND starts_at <= ${now} AND ends_at > ${now} AND result_at IS NULL
            AND compos.listed_count < ${COMPO_ENTRIES_MAX}
            AND (group_id IS NULL OR EXISTS (SELECT 1 FROM group_members
              WHERE group_members.group_id = compos.group_id AND group_members.user_id = sketches.user_id))
            AND NOT EXISTS (SELECT 1 FROM compo_entries AS entry WHERE entry.sketch_id = sketches.id)
          ON CONFLICT (sketch_id) DO NOTHING`,
      ),
      db
        .select({ key: compos.key })
        .from(compoEntries)
        .innerJoin(compos, eq(compos.id, compoEntries.compoId))
        .where(eq(compoEntries.sketchId, sketchId)),
      db.select({ id: compos.id }).from(compos).where(eq(compos.key, key)),
    ]),
    // Two calls at the same moment may choose the same place, which only one of them gets.
    { compo_entry_limit: 'compo_entry_limit', 'compo_entries.slot': 'compo_entry_limit' },
  )
  if (!entered.ok) return entered
  const [, [entry], [compo]] = entered.value
  if (!compo) return failure('not_found')
  if (!entry) return failure('compo_not_open')
  return entry.key === key ? DONE : failure('in_another_compo')
}

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

type Entry = NonNullable<Awaited<ReturnType<typeof findCompoEntry>>>
type Removal = {
  entry: Entry
  sketchId: number
  by: { id: number; reason: string }
  now: number
  /** Further statements for the batch of an act of staff. */
  along?: readonly Statement[]
}

/**
 * Removes an entry: the artist's own as long as the compo is open, by staff until it is closed, with an entry in the log.
 */
export async function removeCompoEntry(
  db: Db,
  { entry, sketchId, by, now, along = [] }: Removal,
): Promise<Result<void, 'compo_not_open'>> {
  const isOwn = by.id === entry.artistId
  const state = compoState(entry, now)
  if (state === 'closed' || (isOwn && state !== 'open')) return failure('compo_not_open')
  // A result that was published meanwhile keeps its entries.
  const removal = db.delete(compoEntries).where(and(eq(compoEntries.sketchId, sketchId), hasNoResult(entry.compoId)))
  if (isOwn) await removal
  else {
    const target = { userId: entry.artistId, targetType: 'sketch', targetId: sketchId, reason: by.reason }
    const changes = { compo: [entry.compoId, null] } as const
    const log = auditEntry(db, { staffId: by.id, action: 'compo_entry_remove', ...target, changes }, now)
    await db.batch([removal, log, ...along])
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

/** Gives a disqualified entry its place back, with an entry in the log. `along` must make the batch fail without one. */
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

/** The condition that an entry that staff removed can come back: the sketch is in no compo, and this one is not closed. */
export function canRestoreEntry({ compoId, sketchId, now }: { compoId: number; sketchId: number; now: number }): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM compo_entries WHERE sketch_id = ${sketchId})
    AND EXISTS (SELECT 1 FROM sketches WHERE id = ${sketchId})
    AND EXISTS (SELECT 1 FROM compos WHERE id = ${compoId} AND result_at IS NULL AND voting_ends_at > ${now})`
}

/** Restores an entry, without a place of its own if its artist has filled them meanwhile. */
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

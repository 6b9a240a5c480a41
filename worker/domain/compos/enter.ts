import { and, eq, type SQL, sql } from 'drizzle-orm'
import { COMPO_ENTRIES_MAX, COMPO_ENTRIES_PER_MEMBER_MAX } from '../../../contract/limits.ts'
import { type Db, type Statement, statement } from '../../lib/database.ts'
import { DONE, failure, type Result, tryWrite } from '../../lib/result.ts'
import { compoEntries, compos } from './schema.ts'
import { mayOpen } from './visibility.ts'

/** The lowest free number for another entry of an artist in a compo. It is above the maximum if none is free. */
export const freeSlot = sql`(SELECT coalesce(min(slot.value), ${COMPO_ENTRIES_PER_MEMBER_MAX + 1})
  FROM json_each(${JSON.stringify(Array.from({ length: COMPO_ENTRIES_PER_MEMBER_MAX }, (_, at) => at + 1))}) AS slot
  WHERE slot.value <= compos.entries_per_member AND NOT EXISTS (SELECT 1 FROM compo_entries
    WHERE compo_entries.compo_id = compos.id AND artist_id = sketches.user_id AND compo_entries.slot = slot.value))`

/** The condition that a compo belongs to a group of which the artist of a sketch is no member. */
export const isOutsider = sql`(compos.group_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM group_members
  WHERE group_members.group_id = compos.group_id AND group_members.user_id = sketches.user_id))`

/** The condition that a sketch is in a compo whose voting has begun or is over. */
export const isJudged = (sketchId: number, now: number) =>
  sql`EXISTS (SELECT 1 FROM compo_entries JOIN compos ON compos.id = compo_entries.compo_id
    WHERE compo_entries.sketch_id = ${sketchId} AND (compos.result_at IS NOT NULL OR compos.ends_at <= ${now}))`

/**
 * The condition that staff took a sketch out of a compo, on a row of `compos`, and neither restored it nor invited it
 * into that compo since.
 */
const isTakenOut = (sketchId: number): SQL => sql`EXISTS (SELECT 1 FROM audit_log AS removal
  WHERE removal.target_type = 'sketch' AND removal.target_id = ${sketchId} AND removal.action = 'compo_entry_remove'
    AND removal.changes ->> '$.compo[0]' = compos.id AND NOT EXISTS (SELECT 1 FROM audit_log AS later
      WHERE later.target_type = 'sketch' AND later.target_id = ${sketchId} AND later.id > removal.id
        AND (later.action = 'compo_entry_restore'
          OR (later.action = 'compo_invite' AND later.changes ->> '$.compo[1]' = compos.key))))`

export type EntryFailure =
  | 'not_found'
  | 'not_in_group'
  | 'compo_not_open'
  | 'in_another_compo'
  | 'compo_entry_limit'
  | 'decided_by_staff'

type NewEntry = {
  key: string
  compoId?: number | undefined
  sketchId: number
  now: number
  /** Further statements for the batch. */
  along?: readonly Statement[]
}

/**
 * Enters a public sketch in a compo, given by its key and optionally its number `compoId`. Entering it twice is a
 * no-op. Fails with `compo_not_open` outside the time for entries and for a sketch that is hidden from lists, with
 * `not_in_group` for an open compo of a group that the artist is not in, with `decided_by_staff` if staff removed the
 * sketch from this compo, and with `not_found` for a compo without a page. The first statement of `along` may use
 * `changes()` to see whether this call entered the sketch.
 */
export async function enterCompo(
  db: Db,
  { key, compoId, sketchId, now, along = [] }: NewEntry,
): Promise<Result<void, EntryFailure>> {
  const isCompo = and(eq(compos.key, key), compoId === undefined ? undefined : eq(compos.id, compoId))
  const isOpen = sql`(starts_at <= ${now} AND ends_at > ${now} AND result_at IS NULL)`
  const entered = await tryWrite(
    db.batch([
      statement(
        db,
        sql`INSERT INTO compo_entries (compo_id, sketch_id, artist_id, slot, entered_at, listed, listed_for_all, lot)
          SELECT compos.id, sketches.id, sketches.user_id, ${freeSlot}, ${now}, sketches.listed, sketches.listed_for_all,
            abs(random() % 4294967296)
          FROM compos CROSS JOIN sketches
          WHERE ${isCompo} AND sketches.id = ${sketchId}
            AND ${isOpen}
            AND compos.listed_count < ${COMPO_ENTRIES_MAX} AND sketches.listed
            AND NOT ${isOutsider} AND NOT ${isTakenOut(sketchId)}
            AND NOT EXISTS (SELECT 1 FROM compo_entries AS entry WHERE entry.sketch_id = sketches.id)
          ON CONFLICT (sketch_id) DO NOTHING`,
      ),
      db
        .select({ key: compos.key })
        .from(compoEntries)
        .innerJoin(compos, eq(compos.id, compoEntries.compoId))
        .where(eq(compoEntries.sketchId, sketchId)),
      db
        .select({
          isForOthers:
            sql`(${isOpen} AND EXISTS (SELECT 1 FROM sketches WHERE sketches.id = ${sketchId} AND ${isOutsider}))`
              .mapWith(Boolean)
              .as('is_for_others'),
          isTakenOut: isTakenOut(sketchId).mapWith(Boolean).as('is_taken_out'),
        })
        .from(compos)
        .where(and(isCompo, mayOpen(null, now))),
      ...along,
    ]),
    // Two simultaneous calls may choose the same number. One of them fails.
    { compo_entry_limit: 'compo_entry_limit', 'compo_entries.slot': 'compo_entry_limit' },
  )
  if (!entered.ok) return entered
  const [, [entry], [compo]] = entered.value
  if (!compo) return failure('not_found')
  if (!entry && compo.isTakenOut) return failure('decided_by_staff')
  if (!entry) return failure(compo.isForOthers ? 'not_in_group' : 'compo_not_open')
  return entry.key === key ? DONE : failure('in_another_compo')
}

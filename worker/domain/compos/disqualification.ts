import { type SQL, sql } from 'drizzle-orm'
import { GLOPS_OF_PLACES, NUMBERED_PLACES, TOP_PLACES } from '../../../contract/compo-places.ts'
import { COMPO_ENTRIES_MAX } from '../../../contract/limits.ts'
import { type Db, type Statement, statement } from '../../lib/database.ts'

/** Added to the position of a disqualified entry, so that it comes after all others. */
const OFFSET = sql.raw(String(COMPO_ENTRIES_MAX))
/** The last place that gives glops and is shown on tiles. */
const LAST_GLOPS = GLOPS_OF_PLACES.at(-1)?.upTo ?? 0

/** True for a row of `compo_entries` that was disqualified after the result: it had a place, and has none now. */
export const disqualifiedColumn = sql`(compo_entries.fitted_place IS NOT NULL AND compo_entries.place IS NULL)`
  .mapWith(Boolean)
  .as('is_disqualified')

/** The condition that an entry was disqualified. It finds such entries by an index, without reading others. */
export const isDisqualified = sql`(compo_entries.position > ${OFFSET} AND compo_entries.place IS NULL)`

/** The condition that a sketch has an entry with a result that is, or is not, disqualified. */
export const hasEntry = (sketchId: number, { disqualified }: { disqualified: boolean }) =>
  sql`EXISTS (SELECT 1 FROM compo_entries WHERE sketch_id = ${sketchId} AND fitted_place IS NOT NULL
    AND (place IS NULL) = ${Number(disqualified)})`

type Change = { sketchId: number; now: number }

/**
 * Makes the statements that disqualify an entry of a closed compo: it loses its place, and the entries behind it move
 * up. The caller makes their batch fail if the entry is disqualified already.
 */
export function disqualifyStatements(db: Db, { sketchId, now }: Change): Statement[] {
  return [
    settleGlops(db, { sketchId, sign: 1, now }),
    deleteMoveNotices(db, { sketchId, of: labelChangesUp }),
    insertMoveNotices(db, { sketchId, now }),
    statement(
      db,
      sql`UPDATE compo_entries SET place = place - 1
        WHERE compo_id = ${ofEntry('compo_id', sketchId)} AND place > ${ofEntry('place', sketchId)}`,
    ),
    statement(
      db,
      sql`UPDATE compo_entries SET place = NULL, position = position + ${OFFSET} WHERE sketch_id = ${sketchId}`,
    ),
    showPlaces(db, sketchId),
  ]
}

/**
 * Makes the statements that undo a disqualification. The caller makes their batch fail if the entry is not
 * disqualified.
 */
export function requalifyStatements(db: Db, { sketchId, now }: Change): Statement[] {
  return [
    deleteMoveNotices(db, { sketchId, of: labelChangesDown }),
    statement(
      db,
      sql`UPDATE compo_entries SET place = place + 1
        WHERE compo_id = ${ofEntry('compo_id', sketchId)} AND fitted_place > ${ofEntry('fitted_place', sketchId)}`,
    ),
    statement(
      db,
      sql`UPDATE compo_entries SET position = position - ${OFFSET}, place = fitted_place - (
          SELECT count(*) FROM compo_entries AS other WHERE other.compo_id = compo_entries.compo_id
            AND other.fitted_place < compo_entries.fitted_place AND other.place IS NULL)
        WHERE sketch_id = ${sketchId}`,
    ),
    settleGlops(db, { sketchId, sign: -1, now }),
    showPlaces(db, sketchId),
  ]
}

/**
 * Writes ledger lines for the glops that a disqualification takes from the entry and gives to the entries behind it.
 * Must run while the entry has its place. With the sign -1 the lines are reversed. Compos of groups give no glops.
 */
function settleGlops(db: Db, { sketchId, sign, now }: Change & { sign: 1 | -1 }): Statement {
  const gain = sql`CASE WHEN sketch_id IS ${sketchId} THEN 0 ELSE ${glopsOf(sql`place - 1`)} END`
  return statement(
    db,
    sql`INSERT INTO ledger (user_id, unit, amount, reason, sketch_id, created_at)
      SELECT artist_id, 'glop', ${sign} * amount, 'compo_place_changed', sketch_id, ${now} FROM (
        SELECT artist_id, sketch_id, ${gain} - ${glopsOf(sql`place`)} AS amount FROM compo_entries
        WHERE compo_id = ${ofEntry('compo_id', sketchId)} AND artist_id IS NOT NULL AND place <= ${LAST_GLOPS + 1}
          AND EXISTS (SELECT 1 FROM compos WHERE compos.id = compo_id AND group_id IS NULL)
          AND (place > ${ofEntry('place', sketchId)} OR sketch_id = ${sketchId}))
      WHERE amount <> 0`,
  )
}

/** The conditions that the label of a place changes when the place moves up, or down, by one. */
const labelChangesUp = sql`(place <= ${NUMBERED_PLACES + 1} OR place IN ${TOP_PLACES.map((last) => last + 1)})`
const labelChangesDown = sql`(place <= ${NUMBERED_PLACES} OR place IN ${TOP_PLACES})`

/**
 * Notifies the artists of the entries behind one, if the label of their place changes without it. The entry must still
 * have its place.
 */
function insertMoveNotices(db: Db, { sketchId, now }: Change): Statement {
  return statement(
    db,
    sql`INSERT INTO notifications (user_id, category, actor_id, page_owner_id, sketch_id, compo_id, compo_notice, occurred_at)
      SELECT artist_id, 'compos', artist_id, artist_id, sketch_id, compo_id, 'moved_up', ${now} FROM compo_entries
      WHERE compo_id = ${ofEntry('compo_id', sketchId)} AND artist_id IS NOT NULL AND sketch_id IS NOT NULL
        AND place > ${ofEntry('place', sketchId)} AND ${labelChangesUp}`,
  )
}

/** Deletes the notices about changed labels of the places behind an entry. */
function deleteMoveNotices(db: Db, { sketchId, of }: { sketchId: number; of: SQL }): Statement {
  return statement(
    db,
    sql`DELETE FROM notifications WHERE compo_notice = 'moved_up' AND sketch_id IN (SELECT sketch_id FROM compo_entries
      WHERE compo_id = ${ofEntry('compo_id', sketchId)} AND fitted_place > ${ofEntry('fitted_place', sketchId)}
        AND ${of})`,
  )
}

/** Copies the places of a compo to its sketches, as the trigger on its result does. */
function showPlaces(db: Db, sketchId: number): Statement {
  return statement(
    db,
    sql`UPDATE sketches SET compo_place = shown.place
      FROM (SELECT sketch_id, CASE WHEN place <= ${LAST_GLOPS} THEN place END AS place
        FROM compo_entries WHERE compo_id = ${ofEntry('compo_id', sketchId)}) AS shown
      WHERE sketches.id = shown.sketch_id AND compo_place IS NOT shown.place`,
  )
}

/** A column of the sketch’s entry. */
const ofEntry = (column: 'compo_id' | 'place' | 'fitted_place', sketchId: number) =>
  sql`(SELECT ${sql.raw(column)} FROM compo_entries WHERE sketch_id = ${sketchId})`

/** The glops of a place, as in the trigger `compos_update_result`. */
function glopsOf(place: SQL): SQL {
  const cases = GLOPS_OF_PLACES.map(({ upTo, glops }) => sql`WHEN ${place} <= ${upTo} THEN ${glops}`)
  return sql`CASE ${sql.join(cases, sql` `)} ELSE 0 END`
}

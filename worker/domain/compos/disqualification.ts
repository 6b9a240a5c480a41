import { type SQL, sql } from 'drizzle-orm'
import { GLOPS_OF_PLACES } from '../../../contract/compo-places.ts'
import { COMPO_ENTRIES_MAX } from '../../../contract/limits.ts'
import { type Db, type Statement, statement } from '../../lib/database.ts'

/** Added to the position of a disqualified entry, which puts it behind all others. */
const OFFSET = sql.raw(String(COMPO_ENTRIES_MAX))
/** The last place that gives glops and is shown on tiles. */
const LAST_GLOPS = GLOPS_OF_PLACES.at(-1)?.upTo ?? 0

/** True for an entry of `compo_entries` that was disqualified after the result. */
export const disqualifiedColumn = sql`coalesce(compo_entries.position > ${OFFSET}, 0)`
  .mapWith(Boolean)
  .as('is_disqualified')

/** The place of an entry of `compo_entries` without the disqualified ones before it; null for one of these. */
const place = sql<number | null>`CASE WHEN compo_entries.position <= ${OFFSET} THEN compo_entries.place - (
  SELECT count(*) FROM compo_entries AS other WHERE other.compo_id = compo_entries.compo_id
    AND other.position > ${OFFSET} AND other.place < compo_entries.place) END`

/** The place of an entry; null before the result, and for a disqualified one. */
export const placeColumn = place.as('entry_place')

/** The condition that a sketch has an entry with a result that is, or is not, disqualified. */
export const hasEntry = (sketchId: number, { disqualified }: { disqualified: boolean }) =>
  sql`EXISTS (SELECT 1 FROM compo_entries WHERE sketch_id = ${sketchId} AND position IS NOT NULL
    AND (position > ${OFFSET}) = ${Number(disqualified)})`

type Change = { sketchId: number; now: number }

/**
 * Makes the statements that disqualify an entry of a closed compo: it loses its place, and those behind it move up. Their
 * batch must fail unless the entry is not disqualified yet.
 */
export function disqualifyStatements(db: Db, { sketchId, now }: Change): Statement[] {
  return [
    settleGlops(db, { sketchId, sign: 1, now }),
    statement(db, sql`UPDATE compo_entries SET position = position + ${OFFSET} WHERE sketch_id = ${sketchId}`),
    showPlaces(db, sketchId),
  ]
}

/** Makes the statements that take a disqualification back. Their batch must fail unless the entry is disqualified. */
export function requalifyStatements(db: Db, { sketchId, now }: Change): Statement[] {
  return [
    statement(db, sql`UPDATE compo_entries SET position = position - ${OFFSET} WHERE sketch_id = ${sketchId}`),
    settleGlops(db, { sketchId, sign: -1, now }),
    showPlaces(db, sketchId),
  ]
}

/**
 * Writes the glops that a disqualification takes from the entry, and gives to those behind it, to the ledger while the
 * entry has a place. With the sign -1 it is the opposite.
 */
function settleGlops(db: Db, { sketchId, sign, now }: Change & { sign: 1 | -1 }): Statement {
  const gain = sql`CASE WHEN shown.sketch_id IS ${sketchId} THEN 0 ELSE ${glopsOf(sql`shown.place - 1`)} END`
  return statement(
    db,
    sql`INSERT INTO ledger (user_id, unit, amount, reason, sketch_id, created_at)
      SELECT artist_id, 'glop', ${sign} * amount, 'compo_place_changed', sketch_id, ${now} FROM (
        SELECT shown.artist_id, shown.sketch_id, ${gain} - ${glopsOf(sql`shown.place`)} AS amount
        FROM (SELECT sketch_id, artist_id, place AS own_place, ${place} AS place FROM compo_entries
            WHERE compo_id = ${compoOf(sketchId)}) AS shown
          JOIN compo_entries AS changed ON changed.sketch_id = ${sketchId}
        WHERE shown.artist_id IS NOT NULL AND shown.place <= ${LAST_GLOPS + 1}
          AND (shown.own_place > changed.place OR shown.sketch_id = ${sketchId}))
      WHERE amount <> 0`,
  )
}

/** Copies the places of a compo to its sketches, as the trigger on its result does. */
function showPlaces(db: Db, sketchId: number): Statement {
  return statement(
    db,
    sql`UPDATE sketches SET compo_place = shown.place
      FROM (SELECT sketch_id, nullif(min(coalesce(${place}, ${LAST_GLOPS + 1}), ${LAST_GLOPS + 1}), ${LAST_GLOPS + 1}) AS place
        FROM compo_entries WHERE compo_id = ${compoOf(sketchId)}) AS shown
      WHERE sketches.id = shown.sketch_id AND compo_place IS NOT shown.place`,
  )
}

const compoOf = (sketchId: number) => sql`(SELECT compo_id FROM compo_entries WHERE sketch_id = ${sketchId})`

/** The glops of a place, as in the trigger on the result. */
function glopsOf(place: SQL): SQL {
  const cases = GLOPS_OF_PLACES.map(({ upTo, glops }) => sql`WHEN ${place} <= ${upTo} THEN ${glops}`)
  return sql`CASE ${sql.join(cases, sql` `)} ELSE 0 END`
}

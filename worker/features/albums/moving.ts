import { type SQL, sql } from 'drizzle-orm'
import { type Db, statement } from '../../lib/database.ts'
import { DONE, failure, type Result } from '../../lib/result.ts'
import { POSITION_STEP, SPREAD_ROOM, SPREAD_SIZES } from './rules.ts'

type Move = { albumId: number; sketchId: number; after: number | null }

/**
 * Moves a sketch after another sketch of the album, or to the start. Fails if either is not in the album. If no
 * position is free there, the following sketches are spread first: they are taken out of the order and put back with
 * equal gaps.
 */
export async function moveInAlbum(db: Db, move: Move): Promise<Result<void, 'not_found'>> {
  const [, , moved] = await db.batch([
    statement(db, takeOutCrowded(move)),
    statement(db, putBack(move)),
    statement<{ sketch_id: number }>(db, moveIntoGap(move)),
  ])
  return moved.length === 1 ? DONE : failure('not_found')
}

/** A common table `start` with the position `low` behind which the sketch goes; null if `after` is not in the album. */
const start = ({ albumId, after }: Move) => sql`start(low) AS (SELECT CASE WHEN ${after} IS NULL THEN 0
    ELSE (SELECT position FROM album_sketches WHERE album_id = ${albumId} AND sketch_id = ${after}) END)`

/**
 * The common table `gap` with the positions `low` and `high` between which the sketch goes. At the end of the album
 * there is room for one step.
 */
const gap = (move: Move) => sql`${start(move)}, gap(low, high) AS (SELECT low, coalesce(
    (SELECT position FROM album_sketches WHERE album_id = ${move.albumId} AND position > low
      AND sketch_id <> ${move.sketchId} ORDER BY position LIMIT 1),
    low + ${2 * POSITION_STEP}) FROM start)`

/** The condition that no position is free in `gap`. */
const IS_FULL = sql`gap.high - gap.low < 2`

/** The position of the sketch behind the next `count` sketches after `low`; null at the end of the album. */
const positionBehind = ({ albumId }: Move, count: number) => sql`(SELECT position FROM album_sketches
    WHERE album_id = ${albumId} AND position > low ORDER BY position LIMIT 1 OFFSET ${count})`

/**
 * The end of the smallest part after a full gap that has room for all its sketches; null for the rest of the album,
 * where room is endless. Larger parts need more room for each sketch, so that they are seldom spread.
 */
function endOfPart(move: Move): SQL {
  const parts = SPREAD_SIZES.map(
    (size) => sql`SELECT low, ${positionBehind(move, size)} AS high, ${SPREAD_ROOM * size ** 2} AS room
      FROM gap WHERE ${IS_FULL}`,
  )
  return sql`(SELECT high FROM (${sql.join(parts, sql` UNION ALL `)}) WHERE high - low >= room LIMIT 1)`
}

/** Takes the next sketches out of the order if the gap is full, by negative positions, because positions are unique. */
const takeOutCrowded = (move: Move) => sql`WITH ${gap(move)} UPDATE album_sketches SET position = -position
  WHERE album_id = ${move.albumId} AND position > (SELECT low FROM gap WHERE ${IS_FULL})
    AND position < coalesce(${endOfPart(move)}, ${Number.MAX_SAFE_INTEGER})`

/** Puts them back with equal gaps, up to the next sketch that stayed, or with whole steps at the end of the album. */
const putBack = (move: Move) => sql`WITH ${start(move)},
    room(low, high) AS MATERIALIZED (SELECT low, ${positionBehind(move, 0)} FROM start),
    spread(id, position) AS (SELECT sketch_id, low + row_number() OVER (ORDER BY position DESC)
        * coalesce((high - low) / (count(*) OVER () + 1), ${POSITION_STEP})
      FROM room CROSS JOIN album_sketches WHERE album_id = ${move.albumId} AND position < 0)
  UPDATE album_sketches SET position = spread.position FROM spread
  WHERE album_id = ${move.albumId} AND sketch_id = spread.id`

/** Moves the sketch into the middle of the gap, and returns it, unless the gap is missing. */
const moveIntoGap = (move: Move) => sql`WITH ${gap(move)}
  UPDATE album_sketches SET position = (SELECT (low + high) / 2 FROM gap)
  WHERE album_id = ${move.albumId} AND sketch_id = ${move.sketchId} AND (SELECT low FROM gap) IS NOT NULL
  RETURNING sketch_id`

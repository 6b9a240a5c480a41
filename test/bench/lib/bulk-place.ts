import { addBulk } from '../../../dev/seed/bulk/add-bulk.ts'
import { sketchRows } from '../../../dev/seed/bulk/sketch-rows.ts'
import type { Place } from '../../../dev/settings.ts'
import { placeOf } from './state.ts'

/** One comment for every so many sketches, all on the newest sketch. */
const SKETCHES_PER_COMMENT = 10

/** A place with this many sketches, without files, and a long talk about the newest. The million takes some minutes. */
export function bulkPlace(sketches: number): Promise<Place> {
  // Filled anew when the rows are others.
  const rows = sketchRows({ base: 0, first: 1, from: 1, to: sketches, count: sketches, now: 0 })
  return placeOf(`bulk-${sketches}`, { sketches, SKETCHES_PER_COMMENT, rows }, async (platform, place) => {
    await addBulk(place, sketches, () => undefined)
    await platform.DB.prepare(
      `INSERT INTO comments (target_type, target_id, number, user_id, text, idempotency_key, created_at)
       WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
       SELECT 'sketch', (SELECT max(id) FROM sketches WHERE listed_for_all = 1), i, (SELECT min(id) FROM users), 'Comment ' || i, 'bulk ' || i, i
       FROM n`,
    )
      .bind(sketches / SKETCHES_PER_COMMENT)
      .run()
  })
}

/** The first of the members that the bulk rows belong to; sketches start at 1. */
export async function firstMember(DB: D1Database): Promise<number> {
  const id = await DB.prepare(`SELECT id FROM users WHERE nickname_key = 'bulk 1'`).first<number>('id')
  if (id === null) throw new Error('there are no bulk rows')
  return id
}

import { addBulk } from '../../local/seed/bulk.ts'
import type { Place } from '../../local/settings.ts'
import { placeOf } from './state.ts'

/** One comment for every so many sketches, all on the newest sketch. */
const SKETCHES_PER_COMMENT = 10

/** A place with this many sketches, without files, and a long talk about the newest. The million takes a minute. */
export function bulkPlace(sketches: number): Promise<Place> {
  return placeOf(`bulk-${sketches}`, { sketches, SKETCHES_PER_COMMENT }, async (platform) => {
    await addBulk(platform, sketches, () => undefined)
    await platform.DB.prepare(
      `INSERT INTO comments (target_type, target_id, number, user_id, text, key, created_at)
       WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
       SELECT 'sketch', (SELECT max(id) FROM sketches), i, (SELECT min(id) FROM users), 'Comment ' || i, 'bulk ' || i, i
       FROM n`,
    )
      .bind(sketches / SKETCHES_PER_COMMENT)
      .run()
  })
}

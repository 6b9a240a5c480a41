import { eq } from 'drizzle-orm'
import type { Db } from '../../lib/database.ts'
import { fanOuts } from './schema.ts'

const FANS_AT_ONCE = 1000
const SKETCHES_AT_ONCE = 200

/**
 * Writes a sketch into the feeds of its artist's fans, a thousand at a time; what is cut off goes on where it was. Being
 * a fan was followed by the newest sketches, so that a fan is met once or twice but never missed.
 */
export async function fanOut(db: Db, sketchId: number): Promise<void> {
  for (;;) {
    const left = await db.select().from(fanOuts).where(eq(fanOuts.sketchId, sketchId)).get()
    if (!left) return
    const next = `SELECT fan_id FROM fans WHERE user_id = ?2 AND fan_id > ?3 ORDER BY fan_id LIMIT ${FANS_AT_ONCE}`
    const bound = [sketchId, left.artistId, left.afterFanId]
    await db.$client.batch([
      db.$client
        .prepare(
          `INSERT INTO feed_sketches (fan_id, sketch_id, artist_id) SELECT fan_id, ?1, ?2 FROM (${next}) WHERE true ON CONFLICT DO NOTHING`,
        )
        .bind(...bound),
      db.$client
        .prepare(`DELETE FROM fan_outs WHERE sketch_id = ?1 AND (SELECT count(*) FROM (${next})) < ${FANS_AT_ONCE}`)
        .bind(...bound),
      db.$client
        .prepare(`UPDATE fan_outs SET after_fan_id = (SELECT max(fan_id) FROM (${next})) WHERE sketch_id = ?1`)
        .bind(...bound),
    ])
  }
}

/** Goes on with what was cut off. */
export async function fanOutRest(db: Db): Promise<void> {
  const left = await db.select({ sketchId: fanOuts.sketchId }).from(fanOuts).limit(SKETCHES_AT_ONCE)
  for (const { sketchId } of left) await fanOut(db, sketchId)
}

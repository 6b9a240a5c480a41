import { and, eq, sql } from 'drizzle-orm'
import { type Db, statement } from '../../lib/database.ts'
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
    const { artistId, afterFanId } = left
    const next = sql`SELECT fan_id FROM fans WHERE user_id = ${artistId} AND fan_id > ${afterFanId}
      ORDER BY fan_id LIMIT ${FANS_AT_ONCE}`
    await db.batch([
      statement(
        db,
        sql`INSERT INTO feed_sketches (fan_id, sketch_id, artist_id) SELECT fan_id, ${sketchId}, ${artistId} FROM (${next})
          WHERE true ON CONFLICT DO NOTHING`,
      ),
      db
        .delete(fanOuts)
        .where(and(eq(fanOuts.sketchId, sketchId), sql`(SELECT count(*) FROM (${next})) < ${FANS_AT_ONCE}`)),
      db
        .update(fanOuts)
        .set({ afterFanId: sql`(SELECT max(fan_id) FROM (${next}))` })
        .where(eq(fanOuts.sketchId, sketchId)),
    ])
  }
}

/** Goes on with what was cut off. */
export async function fanOutRest(db: Db): Promise<void> {
  const left = await db.select({ sketchId: fanOuts.sketchId }).from(fanOuts).limit(SKETCHES_AT_ONCE)
  for (const { sketchId } of left) await fanOut(db, sketchId)
}

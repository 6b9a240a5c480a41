import { and, eq, sql } from 'drizzle-orm'
import { type Db, statement } from '../../lib/database.ts'
import { forEach } from '../../lib/for-each.ts'
import { fanOuts } from './schema.ts'

const FANS_PER_BATCH = 1000
const SKETCHES_PER_RUN = 200

/**
 * Adds a sketch to the feeds of its artist's fans, a thousand at a time. It resumes where an earlier run was
 * interrupted. Members who become fans meanwhile get the newest sketches by a trigger, so none are missed.
 */
export async function fanOut(db: Db, sketchId: number): Promise<void> {
  for (;;) {
    const remaining = await db.select().from(fanOuts).where(eq(fanOuts.sketchId, sketchId)).get()
    if (!remaining) return
    const { artistId, afterFanId } = remaining
    const next = sql`SELECT fan_id FROM fans WHERE user_id = ${artistId} AND fan_id > ${afterFanId}
      ORDER BY fan_id LIMIT ${FANS_PER_BATCH}`
    await db.batch([
      statement(
        db,
        sql`INSERT INTO feed_sketches (fan_id, sketch_id, artist_id) SELECT fan_id, ${sketchId}, ${artistId} FROM (${next})
          WHERE true ON CONFLICT DO NOTHING`,
      ),
      db
        .delete(fanOuts)
        .where(and(eq(fanOuts.sketchId, sketchId), sql`(SELECT count(*) FROM (${next})) < ${FANS_PER_BATCH}`)),
      db
        .update(fanOuts)
        .set({ afterFanId: sql`(SELECT max(fan_id) FROM (${next}))` })
        .where(eq(fanOuts.sketchId, sketchId)),
    ])
  }
}

export async function resumeFanOuts(db: Db): Promise<void> {
  const remaining = await db.select({ sketchId: fanOuts.sketchId }).from(fanOuts).limit(SKETCHES_PER_RUN)
  await forEach(remaining, ({ sketchId }) => fanOut(db, sketchId))
}

/** Writes a live stream of the first member. */
export async function addLiveStream(db: D1Database, streamId: number): Promise<void> {
  await db
    .prepare(
      `INSERT INTO streams (id, user_id, idempotency_key, title, description, mature, source, state, started_at, created_at)
       VALUES (?1, 1, 'key-of-it', 'A drawing', '', 0, 'screen', 'live', ?2, ?2)`,
    )
    .bind(streamId, Date.now())
    .run()
}

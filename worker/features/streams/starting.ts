import { and, eq } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { STREAM_CHANNELS } from '../../../contract/channel.ts'
import type { streamEditBody, streamStartBody } from '../../../contract/http/streams.ts'
import { streams } from '../../domain/streams/schema.ts'
import { AppError } from '../../lib/app-error.ts'
import { brokeRule, type Db } from '../../lib/database.ts'

/** A stream as it stands after it was started. */
type Begun = Pick<typeof streams.$inferSelect, 'id' | 'userId' | 'state' | 'startedAt'>

/**
 * Makes a member live, with the room beside the stream and whom it is to be told, all at once; answers the stream.
 * The same call answers the same stream again. Null when the announced stream is none of theirs, or has begun already.
 * @throws AppError `stream_live` when they are live already.
 */
export async function startStream(
  db: Db,
  userId: number,
  body: z.output<typeof streamStartBody>,
  now: number,
): Promise<Begun | null> {
  const { key, announcedId } = body
  const bind = (text: string, ...values: unknown[]) => db.$client.prepare(text).bind(userId, key, now, ...values)
  const words = [body.title, body.description, Number(body.mature), body.source, body.sketchId, body.challengeId]
  const isNew = 'NOT EXISTS (SELECT 1 FROM streams WHERE user_id = ?1 AND idempotency_key = ?2)'
  const begin = announcedId
    ? bind(
        `UPDATE streams SET idempotency_key = ?2, state = 'live', started_at = ?3, last_contact_at = ?3, notified_up_to = 0, title = ?4, description = ?5,
           mature = ?6, source = ?7, sketch_id = ?8, challenge_id = ?9
         WHERE id = ?10 AND user_id = ?1 AND state = 'announced' AND ${isNew}`,
        ...words,
        announcedId,
      )
    : bind(
        `INSERT INTO streams (user_id, idempotency_key, started_at, last_contact_at, created_at, state, notified_up_to,
           title, description, mature, source, sketch_id, challenge_id)
         SELECT ?1, ?2, ?3, ?3, ?3, 'live', 0, ?4, ?5, ?6, ?7, ?8, ?9
         WHERE ${isNew}`,
        ...words,
      )
  const room = bind(
    `INSERT INTO chat_rooms (channel, kind, owner_id, created_at)
     SELECT '${STREAM_CHANNELS}' || id, 'stream', user_id, ?3 FROM streams WHERE user_id = ?1 AND idempotency_key = ?2 AND state = 'live'
     ON CONFLICT DO NOTHING`,
  )
  const begun = bind(
    `SELECT id, user_id AS userId, state, started_at AS startedAt FROM streams
     WHERE user_id = ?1 AND idempotency_key = ?2 AND state <> 'announced' AND ?3 IS NOT NULL`,
  )
  const results = await db.$client.batch<Begun>([begin, room, begun]).catch((error) => {
    throw brokeRule(error, 'streams.user_id') ? new AppError('stream_live') : error
  })
  return results.at(-1)?.results[0] ?? null
}

/** Changes the words of a stream, and moves one that is announced; false, and nothing changed, for one that has begun. */
export async function editStream(
  db: Db,
  id: number,
  words: Omit<z.output<typeof streamEditBody>, 'id' | 'startsAt'>,
  startsAt: number | undefined,
): Promise<boolean> {
  const isMoved = startsAt !== undefined
  const changed = await db
    .update(streams)
    .set(isMoved ? { ...words, startsAt } : words)
    .where(and(eq(streams.id, id), isMoved ? eq(streams.state, 'announced') : undefined))
    .returning({ id: streams.id })
  return changed.length > 0
}

import { and, eq, ne, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { STREAM_CHANNEL_PREFIX } from '../../../contract/channel.ts'
import type { streamEditBody, streamStartBody } from '../../../contract/http/streams.ts'
import { streams } from '../../domain/streams/schema.ts'
import { mayAdd } from '../../domain/users/member-limits.ts'
import { type Db, statement } from '../../lib/database.ts'
import { DONE, failure, orFailure, type Result, tryWrite } from '../../lib/result.ts'

type StartedStream = Pick<typeof streams.$inferSelect, 'id' | 'userId' | 'state' | 'startedAt'>

/**
 * Starts a stream with its chat room, once per key. Fails with `not_found` if the announced stream has begun or belongs
 * to another member, with `stream_live` if the member is already live, and with `stream_limit` above the streams of a
 * day.
 */
export async function startStream(
  db: Db,
  { userId, now, ...body }: StreamStart,
): Promise<Result<StartedStream, 'stream_live' | 'stream_limit' | 'not_found'>> {
  const hasKey = and(eq(streams.userId, userId), eq(streams.idempotencyKey, body.key))
  const started = await tryWrite(
    db.batch([
      body.announcedId ? beginAnnounced(db, { userId, now, ...body }) : insertLive(db, { userId, now, ...body }),
      statement(
        db,
        sql`INSERT INTO chat_rooms (channel, kind, owner_id, created_at, used_at)
          SELECT ${STREAM_CHANNEL_PREFIX} || id, 'stream', user_id, ${now}, ${now} FROM streams
          WHERE user_id = ${userId} AND idempotency_key = ${body.key} AND state = 'live' ON CONFLICT DO NOTHING`,
      ),
      db
        .select({ id: streams.id, userId: streams.userId, state: streams.state, startedAt: streams.startedAt })
        .from(streams)
        .where(and(hasKey, ne(streams.state, 'announced'))),
      statement<{ mayStart: number }>(db, sql`SELECT ${mayStart({ userId, now })} AS mayStart`),
    ]),
    { 'streams.user_id': 'stream_live' },
  )
  if (!started.ok) return started
  const [, , [stream], [limit]] = started.value
  return orFailure(stream, limit?.mayStart ? 'not_found' : 'stream_limit')
}

type StreamStart = z.output<typeof streamStartBody> & { userId: number; now: number }

const isNew = ({ userId, key }: StreamStart) =>
  sql`NOT EXISTS (SELECT 1 FROM streams WHERE user_id = ${userId} AND idempotency_key = ${key})`

const mayStart = ({ userId, now }: Pick<StreamStart, 'userId' | 'now'>) =>
  mayAdd('streamsPerDay', { authorId: userId, now })

function beginAnnounced(db: Db, start: StreamStart) {
  return statement(
    db,
    sql`UPDATE streams SET idempotency_key = ${start.key}, state = 'live', started_at = ${start.now}, last_contact_at = ${start.now},
        notified_up_to = 0, title = ${start.title}, description = ${start.description}, mature = ${Number(start.mature)},
        source = ${start.source}, sketch_id = ${start.sketchId}, challenge_id = ${start.challengeId}
      WHERE id = ${start.announcedId ?? null} AND user_id = ${start.userId} AND state = 'announced' AND ${isNew(start)}
        AND ${mayStart(start)}`,
  )
}

function insertLive(db: Db, start: StreamStart) {
  return statement(
    db,
    sql`INSERT INTO streams (user_id, idempotency_key, started_at, last_contact_at, created_at, state, notified_up_to,
        title, description, mature, source, sketch_id, challenge_id)
      SELECT ${start.userId}, ${start.key}, ${start.now}, ${start.now}, ${start.now}, 'live', 0,
        ${start.title}, ${start.description}, ${Number(start.mature)}, ${start.source}, ${start.sketchId}, ${start.challengeId}
      WHERE ${isNew(start)} AND ${mayStart(start)}`,
  )
}

/** Edits a stream. If a start time is given and the stream has begun, nothing is changed. */
export async function editStream(
  db: Db,
  { id, startsAt, ...fields }: Omit<z.output<typeof streamEditBody>, 'startsAt'> & { startsAt: number | undefined },
): Promise<Result<void, 'stream_over'>> {
  const isMoved = startsAt !== undefined
  const changed = await db
    .update(streams)
    .set(isMoved ? { ...fields, startsAt } : fields)
    .where(and(eq(streams.id, id), isMoved ? eq(streams.state, 'announced') : undefined))
    .returning({ id: streams.id })
  return changed.length > 0 ? DONE : failure('stream_over')
}

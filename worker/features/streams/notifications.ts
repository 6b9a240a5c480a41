import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import { log } from '../../../durable-objects/realtime/log.ts'
import { streams } from '../../domain/streams/schema.ts'
import { personOf } from '../../domain/users/list-items.ts'
import { users } from '../../domain/users/schema.ts'
import { type Db, statement } from '../../lib/database.ts'

const LOBBY = 'lobby'
const TOLD_AT_ONCE = 500
/** Who began another stream so lately is told of again to those alone who set a reminder. */
const AGAIN_MS = 1_800_000
/** Whether that is so of a row of `streams`. */
const IS_AGAIN = sql`EXISTS (SELECT 1 FROM streams AS before WHERE before.user_id = streams.user_id AND before.id <> streams.id
  AND before.started_at > streams.started_at - ${sql.raw(String(AGAIN_MS))} AND before.started_at <= streams.started_at)`
/** In one go so many times the above; the rest goes on with the next run of the schedule. */
const ROUNDS_MAX = 100
/** What one run of the schedule goes on with: streams, and rounds of each. */
const REST = { streams: 3, rounds: 4 }

/**
 * Tells whom it concerns that a stream has begun: who set a reminder, and, where it is not soon after another of its artist,
 * the lobby and the fans who asked for it. What is cut off goes on where it was. Nobody is told twice, and of a stream that has ended nobody any more.
 */
export async function notifyFans(
  db: Db,
  env: Pick<Cloudflare.Env, 'CHAT'>,
  { id, rounds = ROUNDS_MAX }: { id: number; rounds?: number },
): Promise<void> {
  const stream = await db
    .select({
      state: streams.state,
      title: streams.title,
      mature: streams.mature,
      notifiedUpTo: streams.notifiedUpTo,
      isAgain: IS_AGAIN.mapWith(Boolean),
      user: { id: users.id, nickname: users.nickname, avatarKey: users.avatarKey },
    })
    .from(streams)
    .innerJoin(users, eq(users.id, streams.userId))
    .where(eq(streams.id, id))
    .get()
  if (!stream || stream.notifiedUpTo === null) return
  const { state, mature, notifiedUpTo, isAgain } = stream
  if (state === 'live' && !mature && notifiedUpTo === 0 && !isAgain) await announceInLobby(env, { id, ...stream })
  for (let round = 0; round < rounds; round++) if (!(await tellNext(db, id))) return
}

type Begun = { id: number; title: string; user: Parameters<typeof personOf>[0] }

async function announceInLobby(env: Pick<Cloudflare.Env, 'CHAT'>, { id, title, user }: Begun): Promise<void> {
  const line = {
    key: `stream-${id}-live`,
    user: personOf(user),
    message: `is live: ${title}`,
    link: { path: `/stream/${id}`, label: 'Watch' },
  }
  try {
    await env.CHAT.getByName(LOBBY).announceStream(LOBBY, line)
  } catch (error) {
    // Those who asked are told all the same.
    log('error', 'announce stream', { reason: error instanceof Error ? error.name : 'unknown' })
  }
}

/** Tells the next five hundred; false when nobody is left. */
async function tellNext(db: Db, id: number): Promise<boolean> {
  const isLive = sql`streams.id = ${id} AND streams.state = 'live' AND streams.notified_up_to IS NOT NULL`
  const half = (query: SQL) => sql`SELECT * FROM (${query} ORDER BY 1 LIMIT ${TOLD_AT_ONCE})`
  const next = sql`${half(sql`SELECT fan_id AS user_id FROM streams JOIN fans ON fans.user_id = streams.user_id
      WHERE ${isLive} AND fans.notify_streams = 1 AND fans.fan_id > streams.notified_up_to AND NOT ${IS_AGAIN}`)}
    UNION ${half(sql`SELECT stream_reminders.user_id FROM streams JOIN stream_reminders ON stream_id = streams.id
      WHERE ${isLive} AND stream_reminders.user_id > streams.notified_up_to`)}
    ORDER BY 1 LIMIT ${TOLD_AT_ONCE}`
  const [, [told]] = await db.batch([
    statement(
      db,
      sql`INSERT INTO notifications (user_id, category, actor_id, page_owner_id, stream_id, occurred_at)
        SELECT next.user_id, 'streams', streams.user_id, streams.user_id, streams.id, streams.started_at
        FROM (${next}) AS next JOIN streams ON streams.id = ${id} WHERE true ON CONFLICT DO NOTHING`,
    ),
    db
      .update(streams)
      .set({ notifiedUpTo: sql`(SELECT iif(count(*) < ${TOLD_AT_ONCE}, NULL, max(user_id)) FROM (${next}))` })
      .where(and(eq(streams.id, id), isNotNull(streams.notifiedUpTo)))
      .returning({ notifiedUpTo: streams.notifiedUpTo }),
  ])
  return (told?.notifiedUpTo ?? null) !== null
}

/** Goes on with what was cut off. */
export async function notifyRest(db: Db, env: Pick<Cloudflare.Env, 'CHAT'>): Promise<void> {
  const left = await db
    .select({ id: streams.id })
    .from(streams)
    .where(sql`${streams.notifiedUpTo} IS NOT NULL`)
    .limit(REST.streams)
  for (const { id } of left) await notifyFans(db, env, { id, rounds: REST.rounds })
}

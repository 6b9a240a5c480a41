import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import { announceInLobby } from '../../domain/streams/lobby.ts'
import { streams } from '../../domain/streams/schema.ts'
import { users } from '../../domain/users/schema.ts'
import { type Db, statement } from '../../lib/database.ts'
import { forEach } from '../../lib/for-each.ts'

const NOTIFIED_AT_ONCE = 500
/** If the artist's previous stream was within this time, only members with a reminder are notified. */
const REPEAT_MS = 1_800_000
const IS_REPEAT = sql`EXISTS (SELECT 1 FROM streams AS previous WHERE previous.user_id = streams.user_id AND previous.id <> streams.id
  AND previous.started_at > streams.started_at - ${sql.raw(String(REPEAT_MS))} AND previous.started_at <= streams.started_at)`
/** Maximum number of batches in one call. The scheduled job continues. */
const ROUNDS_MAX = 100
/** Maximum number of streams in a scheduled run, and of batches for each of them. */
const RESUMED = { streams: 3, rounds: 4 }
/** The order of the streams in a scheduled run. Otherwise a few that fail each time would keep the others waiting. */
const ANY_ORDER = sql`random()`

/**
 * Notifies members with a reminder. Unless the artist streamed shortly before, it also notifies the lobby and the fans.
 * Continues after an interruption. No member is notified twice, or of a stream that has ended.
 */
export async function notifyOfStart(
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
      isRepeat: IS_REPEAT.mapWith(Boolean),
      user: {
        id: users.id,
        nickname: users.nickname,
        avatarKey: users.avatarKey,
        flags: users.flags,
        createdAt: users.createdAt,
      },
    })
    .from(streams)
    .innerJoin(users, eq(users.id, streams.userId))
    .where(eq(streams.id, id))
    .get()
  if (!stream || stream.notifiedUpTo === null) return
  const { state, mature, notifiedUpTo, isRepeat } = stream
  if (state === 'live' && !mature && notifiedUpTo === 0 && !isRepeat) await announceInLobby(env, { id, ...stream })
  for (let round = 0; round < rounds; round++) if (!(await notifyNext(db, id))) return
}

/** Notifies the next batch of members. Returns false if there are none left. */
async function notifyNext(db: Db, id: number): Promise<boolean> {
  const isLive = sql`streams.id = ${id} AND streams.state = 'live' AND streams.notified_up_to IS NOT NULL`
  const firstOf = (query: SQL) => sql`SELECT * FROM (${query} ORDER BY 1 LIMIT ${NOTIFIED_AT_ONCE})`
  const next = sql`${firstOf(sql`SELECT fan_id AS user_id FROM streams JOIN fans ON fans.user_id = streams.user_id
      WHERE ${isLive} AND fans.notify_streams = 1 AND fans.fan_id > streams.notified_up_to AND NOT ${IS_REPEAT}`)}
    UNION ${firstOf(sql`SELECT stream_reminders.user_id FROM streams JOIN stream_reminders ON stream_id = streams.id
      WHERE ${isLive} AND stream_reminders.user_id > streams.notified_up_to`)}
    ORDER BY 1 LIMIT ${NOTIFIED_AT_ONCE}`
  const [, [updated]] = await db.batch([
    statement(
      db,
      sql`INSERT INTO notifications (user_id, category, actor_id, page_owner_id, stream_id, occurred_at)
        SELECT next.user_id, 'streams', streams.user_id, streams.user_id, streams.id, streams.started_at
        FROM (${next}) AS next JOIN streams ON streams.id = ${id} WHERE true ON CONFLICT DO NOTHING`,
    ),
    db
      .update(streams)
      .set({ notifiedUpTo: sql`(SELECT iif(count(*) < ${NOTIFIED_AT_ONCE}, NULL, max(user_id)) FROM (${next}))` })
      .where(and(eq(streams.id, id), isNotNull(streams.notifiedUpTo)))
      .returning({ notifiedUpTo: streams.notifiedUpTo }),
  ])
  return (updated?.notifiedUpTo ?? null) !== null
}

/** Continues with streams whose fans were not all notified. */
export async function resumeNotifications(db: Db, env: Pick<Cloudflare.Env, 'CHAT'>): Promise<void> {
  const unfinished = await db
    .select({ id: streams.id })
    .from(streams)
    .where(sql`${streams.notifiedUpTo} IS NOT NULL`)
    .orderBy(ANY_ORDER)
    .limit(RESUMED.streams)
  await forEach(unfinished, ({ id }) => notifyOfStart(db, env, { id, rounds: RESUMED.rounds }))
}

/**
 * Removes the notifications of a stream that became mature from members who do not see mature ones. Continues after an
 * interruption.
 */
export async function hideNotifications(
  db: Db,
  { id, rounds = ROUNDS_MAX }: { id: number; rounds?: number },
): Promise<void> {
  for (let round = 0; round < rounds; round++) if (!(await hideNext(db, id))) return
}

/** Removes those of the next members. Returns false if there are none left. */
async function hideNext(db: Db, id: number): Promise<boolean> {
  const isHiding = and(eq(streams.id, id), isNotNull(streams.hiddenUpTo))
  const next = sql`SELECT user_id FROM notifications WHERE stream_id = ${id} AND user_id > streams.hidden_up_to
    ORDER BY user_id LIMIT ${NOTIFIED_AT_ONCE}`
  const part = await db
    .select({ from: streams.hiddenUpTo, to: sql<number | null>`(SELECT max(user_id) FROM (${next}))`.as('up_to') })
    .from(streams)
    .where(isHiding)
    .get()
  if (!part) return false
  await db.batch([
    statement(
      db,
      sql`DELETE FROM notifications WHERE stream_id = ${id} AND user_id > ${part.from} AND user_id <= ${part.to}
        AND (SELECT mature FROM streams WHERE id = ${id}) = 1
        AND (SELECT show_mature FROM users WHERE id = notifications.user_id) = 0`,
    ),
    db
      .update(streams)
      .set({ hiddenUpTo: part.to })
      .where(and(isHiding, eq(streams.hiddenUpTo, part.from ?? 0))),
  ])
  return part.to !== null
}

/** Continues with streams that became mature and whose notifications were not all looked at. */
export async function resumeHiding(db: Db): Promise<void> {
  const unfinished = await db
    .select({ id: streams.id })
    .from(streams)
    .where(isNotNull(streams.hiddenUpTo))
    .orderBy(ANY_ORDER)
    .limit(RESUMED.streams)
  await forEach(unfinished, ({ id }) => hideNotifications(db, { id, rounds: RESUMED.rounds }))
}

import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import { RECORDING_RETENTION_DAYS } from '../../../contract/limits.ts'
import { log } from '../../../durable-objects/realtime/log.ts'
import { beginObject, stopObject } from '../../domain/streams/object.ts'
import { streams } from '../../domain/streams/schema.ts'
import { sweepPositions } from '../../domain/uploads/schema.ts'
import type { Db } from '../../lib/database.ts'
import { type Calls, clearRemoved, emptyFolder } from './folders.ts'
import { notifyRest } from './notifications.ts'
import { removeReplays } from './replays.ts'

const DAY_MS = 86_400_000
/** A stream of which something was heard so lately needs nobody to look after it: each new preview is news of it. */
const SILENT_MS = 600_000
const UNSETTLED_AT_ONCE = 5
const PENDING_AT_ONCE = 25
const ANNOUNCED_AT_ONCE = 200
/** Calls to R2 and D1 that removing files takes in one run at most. */
const CALLS_MAX = 40
const SWEEP = 'streams'
const FOLDERS_AT_ONCE = 500
/** Where more folders than this, and more than half, have no row, it is rather the rows that are missing. */
const STRAY_MAX = 10

type Env = Pick<Cloudflare.Env, 'CHAT' | 'FILES' | 'STREAM'>

/**
 * Looks after streams: goes on with telling of them, asks after those of whose end nothing was heard, forgets what was
 * announced and did not begin, and removes recordings that nobody decided on and files that belong to nothing. Each a piece
 * at a time; what is cut off goes on with the next run.
 */
export async function keepStreams(env: Env, db: Db, now: number): Promise<void> {
  await notifyRest(env, db)
  await settle(env, db, now)
  await forgetAnnounced(db, now)
  await removePending(db, now)
  const calls = { left: CALLS_MAX }
  await clearRemoved(db, env.FILES, calls)
  await sweepFolders(db, env.FILES, calls)
}

/** The object of a stream that should be live ends it where its publisher is gone, even one that knows of nothing. */
async function settle(env: Env, db: Db, now: number): Promise<void> {
  const unsettled = await db
    .select()
    .from(streams)
    .where(
      and(
        sql`${streams.state} <> 'announced' AND ${streams.finalized} = 0`,
        lt(streams.lastContactAt, now - SILENT_MS),
      ),
    )
    .orderBy(streams.lastContactAt)
    .limit(UNSETTLED_AT_ONCE)
  // Before they answer: one that does not keeps nobody else waiting.
  const asked = unsettled.map(({ id }) => id)
  if (asked.length > 0) await db.update(streams).set({ lastContactAt: now }).where(inArray(streams.id, asked))
  for (const stream of unsettled) {
    try {
      await (stream.state === 'live' ? beginObject(env, stream) : stopObject(env, stream))
    } catch (error) {
      log('error', 'settle stream', { reason: error instanceof Error ? error.name : 'unknown' })
    }
  }
}

async function forgetAnnounced(db: Db, now: number): Promise<void> {
  const past = db
    .select({ id: streams.id })
    .from(streams)
    .where(and(sql`${streams.state} = 'announced'`, lt(streams.startsAt, now - DAY_MS)))
    .limit(ANNOUNCED_AT_ONCE)
  await db.delete(streams).where(and(inArray(streams.id, past), sql`${streams.state} = 'announced'`))
}

async function removePending(db: Db, now: number): Promise<void> {
  const pending = await db
    .select({ id: streams.id })
    .from(streams)
    .where(
      and(sql`${streams.replay} = 'pending'`, lt(streams.replayPendingAt, now - RECORDING_RETENTION_DAYS * DAY_MS)),
    )
    .limit(PENDING_AT_ONCE)
  if (pending.length > 0)
    await removeReplays(
      db,
      pending.map(({ id }) => id),
      'pending',
    )
}

/** Looks at the next folders: what is of no stream, or of one that has neither recording nor preview, is removed. */
async function sweepFolders(db: Db, files: R2Bucket, calls: Calls): Promise<void> {
  const position = (await db.select().from(sweepPositions).where(eq(sweepPositions.name, SWEEP)).get())?.position ?? ''
  const listed = await files.list({
    prefix: 'streams/',
    delimiter: '/',
    limit: FOLDERS_AT_ONCE,
    // Behind all that is in the last folder: the names in one are of letters, digits and signs before this one.
    ...(position && { startAfter: `${position}~` }),
  })
  const folders = listed.delimitedPrefixes
  const ids = folders.map((folder) => Number.parseInt(folder.slice('streams/'.length), 10))
  const rows = await db
    .select({
      id: streams.id,
      needsNone: sql`finalized = 1 AND replay = 'none' AND preview_number = 0`.mapWith(Boolean),
    })
    .from(streams)
    .where(inArray(streams.id, sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`))
  const known = new Map(rows.map(({ id, needsNone }) => [id, needsNone]))
  const stray = ids.filter((id) => !known.has(id))
  const withheld = stray.length > STRAY_MAX && stray.length > ids.length / 2
  if (withheld) log('error', 'sweep streams', { withheld: stray.length })
  for (const id of ids) if ((known.get(id) ?? !withheld) && !(await emptyFolder(files, id, calls))) return
  const upTo = listed.truncated ? (folders.at(-1) ?? '') : ''
  await db
    .insert(sweepPositions)
    .values({ name: SWEEP, position: upTo })
    .onConflictDoUpdate({ target: sweepPositions.name, set: { position: upTo } })
}

import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import { RECORDING_RETENTION_DAYS } from '../../../contract/limits.ts'
import { log } from '../../../durable-objects/realtime/log.ts'
import { streamFolder } from '../../../durable-objects/stream/stream.ts'
import { deleteRemovedFiles } from '../../domain/streams/folders.ts'
import { startObject, stopObject } from '../../domain/streams/object.ts'
import { streams } from '../../domain/streams/schema.ts'
import { sweepPositions } from '../../domain/uploads/schema.ts'
import type { Db } from '../../lib/database.ts'
import { emptyFolder } from '../../lib/files.ts'
import { removeReplays } from './replays.ts'

const DAY_MS = 86_400_000
/** Live streams report at shorter intervals, with every new preview. */
const SILENT_MS = 600_000
const CHECKED_AT_ONCE = 25
const PENDING_AT_ONCE = 25
const ANNOUNCED_AT_ONCE = 200
/** Calls to R2 and D1 in one run of a job that deletes files. */
const CALLS_MAX = 20
const SWEEP = 'streams'
const FOLDERS_AT_ONCE = 500
/** If more folders than this, and more than half, have no row, the rows are probably missing. */
const STRAY_MAX = 10

/**
 * Calls the objects of unsettled streams that have not reported for ten minutes, starting with the oldest report. The
 * object of a live stream ends the stream if no publisher is connected, even if the object has lost its data. The
 * object of an ended stream sends its final report again.
 */
export async function checkSilentStreams(db: Db, env: Pick<Cloudflare.Env, 'STREAM'>, now: number): Promise<void> {
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
    .limit(CHECKED_AT_ONCE)
  // Marked first, so that an object that does not respond delays no other stream.
  const called = unsettled.map(({ id }) => id)
  if (called.length > 0) await db.update(streams).set({ lastContactAt: now }).where(inArray(streams.id, called))
  for (const stream of unsettled) {
    try {
      await (stream.state === 'live' ? startObject(db, env, stream) : stopObject(env, stream))
    } catch (error) {
      log('error', 'settle stream', { reason: error instanceof Error ? error.name : 'unknown' })
    }
  }
}

/** Removes announced streams that did not start within a day of their time. */
export async function removeMissedAnnouncements(db: Db, now: number): Promise<void> {
  const past = db
    .select({ id: streams.id })
    .from(streams)
    .where(and(sql`${streams.state} = 'announced'`, lt(streams.startsAt, now - DAY_MS)))
    .limit(ANNOUNCED_AT_ONCE)
  await db.delete(streams).where(and(inArray(streams.id, past), sql`${streams.state} = 'announced'`))
}

/** Removes recordings whose artist did not decide within seven days. */
export async function removeUndecidedReplays(db: Db, now: number): Promise<void> {
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

/** Deletes files of removed recordings. Files that remain are deleted by the next run. */
export async function deleteRemovedReplays(db: Db, files: R2Bucket): Promise<void> {
  await deleteRemovedFiles(db, files, { left: CALLS_MAX })
}

/** Checks the next folders. Empties folders without a stream, and folders of streams without recording and preview. */
export async function sweepStreamFolders(db: Db, files: R2Bucket): Promise<void> {
  const calls = { left: CALLS_MAX }
  const position = (await db.select().from(sweepPositions).where(eq(sweepPositions.name, SWEEP)).get())?.position ?? ''
  const listed = await files.list({
    prefix: 'streams/',
    delimiter: '/',
    limit: FOLDERS_AT_ONCE,
    // `~` sorts after all names in the folder.
    ...(position && { startAfter: `${position}~` }),
  })
  const folders = listed.delimitedPrefixes
  const ids = folders.map((folder) => Number.parseInt(folder.slice('streams/'.length), 10))
  const rows = await db
    .select({
      id: streams.id,
      isFileless: sql`finalized = 1 AND replay = 'none' AND preview_number = 0`.mapWith(Boolean),
    })
    .from(streams)
    .where(inArray(streams.id, sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`))
  const isFileless = new Map(rows.map((row) => [row.id, row.isFileless]))
  const stray = ids.filter((id) => !isFileless.has(id))
  const withheld = stray.length > STRAY_MAX && stray.length > ids.length / 2
  if (withheld) log('error', 'sweep streams', { withheld: stray.length })
  for (const id of ids)
    if ((isFileless.get(id) ?? !withheld) && !(await emptyFolder(files, streamFolder(id), calls))) return
  const upTo = listed.truncated ? (folders.at(-1) ?? '') : ''
  await db
    .insert(sweepPositions)
    .values({ name: SWEEP, position: upTo })
    .onConflictDoUpdate({ target: sweepPositions.name, set: { position: upTo } })
}

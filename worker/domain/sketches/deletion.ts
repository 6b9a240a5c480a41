import { sql } from 'drizzle-orm'
import { log } from '../../../durable-objects/realtime/log.ts'
import { batchEach, type Db, type Statement, statement } from '../../lib/database.ts'
import { type CallBudget, removeOriginals } from '../../lib/files.ts'
import { parseStrings } from '../../lib/json.ts'
import { detachFromClosedCompos } from '../compos/detach.ts'

/** Rows of a sketch that one statement deletes. */
export const ROWS_AT_ONCE = 500
const SKETCHES_AT_ONCE = 10
/** Calls to the database and R2 by one run of the job, which continues next time. */
const RUN_CALLS = 400
/** A failed deletion is repeated after this time, so that it does not delay the others. */
const RETRY_MS = 3_600_000

/**
 * The number of hearts, ratings, comments and stored views, which are deleted with a sketch. Views are counted up to one
 * more than a statement deletes.
 */
export const rowsColumn = sql<number>`(hearts_count + likes_count + piggies_count + comments_count
  + (SELECT count(*) FROM (SELECT 1 FROM sketch_views WHERE sketch_id = sketches.id LIMIT ${sql.raw(String(ROWS_AT_ONCE + 1))})))`

/** The R2 keys of a sketch's picture, earlier pictures and files, as JSON. */
export const fileKeysColumn = sql<string>`(SELECT json_group_array(file_key) FROM (
  SELECT sketches.file_key UNION ALL SELECT file_key FROM sketch_versions WHERE sketch_id = sketches.id
  UNION ALL SELECT file_key FROM sketch_files WHERE sketch_id = sketches.id))`

/**
 * Deletes the rows of a sketch that has too many for one statement, in parts. Returns false if the calls are used up,
 * and continues when called again.
 */
export async function removeRowsInParts(
  db: Db,
  { id, rows }: { id: number; rows: number },
  calls: CallBudget,
): Promise<boolean> {
  if (rows <= ROWS_AT_ONCE) return true
  const bySketch = sql`sketch_id = ${id}`
  const parts = {
    album_sketches: bySketch,
    notifications: bySketch,
    comments: sql`target_type = 'sketch' AND target_id = ${id}`,
    hearts: bySketch,
    ratings: bySketch,
    sketch_views: bySketch,
  }
  for (const [name, condition] of Object.entries(parts)) {
    const table = sql.raw(name)
    for (let isLast = false; !isLast; ) {
      if (calls.left-- <= 0) return false
      const deleted = await db.all(
        sql`DELETE FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table} WHERE ${condition} LIMIT ${ROWS_AT_ONCE})
          RETURNING 1`,
      )
      isLast = deleted.length < ROWS_AT_ONCE
    }
  }
  return true
}

type DueSketch = { id: number; rows: number; fileKeys: string }

/**
 * Deletes the sketches whose time is over, with their files. A sketch that staff deleted stays while an appeal against
 * that is open. An interrupted run is continued by the next one, and a failed deletion is repeated an hour later.
 */
export async function removeDueSketches(
  db: Db,
  files: R2Bucket,
  { now, calls = { left: RUN_CALLS } }: { now: number; calls?: CallBudget },
): Promise<void> {
  while (calls.left > 0) {
    const due = await beginDeletions(db, now)
    calls.left--
    for (const sketch of due) {
      try {
        if (!(await removeSketch(db, files, { ...sketch, now, calls }))) return
      } catch (error) {
        log('error', 'delete sketch', { sketch: sketch.id, reason: error instanceof Error ? error.name : 'unknown' })
        await db.run(sql`UPDATE sketches SET deletes_at = ${now + RETRY_MS} WHERE id = ${sketch.id}`)
        calls.left--
      }
    }
    if (due.length < SKETCHES_AT_ONCE) return
  }
}

/** Deletes a sketch with its files. Returns false if the calls are used up. */
async function removeSketch(
  db: Db,
  files: R2Bucket,
  { now, calls, ...sketch }: DueSketch & { now: number; calls: CallBudget },
): Promise<boolean> {
  if (!(await removeRowsInParts(db, sketch, calls))) return false
  const keys = parseStrings(sketch.fileKeys)
  // Files go before their rows, because without the rows they could not be found.
  await removeOriginals(files, keys)
  await batchEach<Statement>(db, [
    detachFromClosedCompos(db, sql`${sketch.id}`, now),
    statement(db, sql`DELETE FROM sketches WHERE id = ${sketch.id}`),
  ])
  calls.left -= keys.length + 2
  return true
}

/** Ends the time in which due sketches can be restored, and finds those whose deletion has begun. */
async function beginDeletions(db: Db, now: number): Promise<DueSketch[]> {
  const [, due] = await db.batch([
    statement(
      db,
      sql`UPDATE sketches SET violation = 'deleted' WHERE id IN (
        SELECT id FROM sketches WHERE deletes_at <= ${now} AND violation = 'removed' AND NOT EXISTS (
          SELECT 1 FROM cases JOIN appeals ON appeals.case_id = cases.id AND closed_at IS NULL
          WHERE kind = 'sketch' AND target = CAST(sketches.id AS TEXT) AND decided_at IS NOT NULL)
        ORDER BY deletes_at LIMIT ${SKETCHES_AT_ONCE})`,
    ),
    statement<DueSketch>(
      db,
      sql`SELECT id, ${rowsColumn} AS rows, ${fileKeysColumn} AS fileKeys FROM sketches
        WHERE deletes_at <= ${now} AND violation = 'deleted' ORDER BY deletes_at LIMIT ${SKETCHES_AT_ONCE}`,
    ),
  ])
  return due
}

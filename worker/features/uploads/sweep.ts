import { eq, inArray, lt, sql } from 'drizzle-orm'
import { UPLOAD_RETENTION_HOURS } from '../../../contract/limits.ts'
import { sketchFiles } from '../../domain/sketch-files/schema.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import { pendingUploads, sweepPositions } from '../../domain/uploads/schema.ts'
import { countAttachedBytesWithout } from '../../domain/uploads/storage.ts'
import { sketchVersions } from '../../domain/versions/schema.ts'
import type { Db } from '../../lib/database.ts'
import { type CallBudget, DELETE_KEYS_MAX, removeKeys, removeUnrotatedOriginals } from '../../lib/files.ts'
import { END, KEYS_PER_LIST, listDerivedAfter, listOriginalsAfter, removeDerived } from './stored-names.ts'

const HOUR_MS = 3_600_000
/** A younger file may not have its row yet. */
const YOUNG_MS = HOUR_MS
const EXPIRED_ROUNDS = 2
const SWEEP = 'originals'

/** Calls to D1 and R2 of one run. Every plan of the platform allows a thousand. */
const CALLS_MAX = 900
/** A run starts another part only if this number of calls remains. A part without findings needs four. */
const CALLS_PER_PART = 30
/** Ends before the next run begins, after 15 minutes. */
const RUN_MS_MAX = 10 * 60_000

/**
 * If more files than this, and more than half of a part, have no row, the rows are probably missing, and the other way
 * round.
 */
const ALONE_MAX = 100

/** Counts of one run. */
export type Sweep = {
  /** Expired uploads. */
  expired: number
  filesWithoutRow: number
  /** Files without a row that were not deleted. */
  filesWithheld: number
  /** Originals without a row whose derived pictures were deleted. */
  derivedWithoutRow: number
  rowsWithoutFile: number
  /** Rows without a file that were neither deleted nor marked. */
  rowsWithheld: number
  rowsChecked: number
  /** True after the last key. */
  done: boolean
}

/**
 * Removes expired uploads, then compares files and rows in both directions, from where the last run stopped. Removes
 * files without a row, and uploads, versions and sketch files without their file. Sketches without a file leave the
 * lists until it is found. Leaves files alone if most of them have no row, and rows if most have no file, because the
 * worker may be bound to the wrong database or bucket.
 */
export async function sweepFiles(
  db: Db,
  files: R2Bucket,
  { now, callsMax = CALLS_MAX }: { now: number; callsMax?: number | undefined },
): Promise<Sweep> {
  const calls = { left: callsMax - 1 }
  const started = Date.now()
  const expired = await removeExpiredUploads(db, files, { now, calls })
  let position = (await db.select().from(sweepPositions).where(eq(sweepPositions.name, SWEEP)).get())?.position ?? ''
  const sweep = {
    expired,
    filesWithoutRow: 0,
    filesWithheld: 0,
    derivedWithoutRow: 0,
    rowsWithoutFile: 0,
    rowsWithheld: 0,
    rowsChecked: 0,
  }
  do {
    const { counts, upTo } = await sweepPart(db, files, { after: position, now, calls })
    for (const name of COUNTS) sweep[name] += counts[name]
    position = upTo
  } while (position !== '' && calls.left >= CALLS_PER_PART && Date.now() - started < RUN_MS_MAX)
  return { ...sweep, done: position === '' }
}

const COUNTS = [
  'filesWithoutRow',
  'filesWithheld',
  'derivedWithoutRow',
  'rowsWithoutFile',
  'rowsWithheld',
  'rowsChecked',
] as const

type Counts = Record<(typeof COUNTS)[number], number>

/** Sweeps the next keys after a position. Stores and returns the next position, empty at the end. */
async function sweepPart(
  db: Db,
  files: R2Bucket,
  { after, now, calls }: { after: string; now: number; calls: CallBudget },
): Promise<{ counts: Counts; upTo: string }> {
  const { withDerived, rows, stored, completeUpTo } = await readNext(db, files, { after, calls })
  const keysWithRow = new Set(rows.map(keyOf))
  const storedKeys = new Set(stored.map(({ key }) => key))
  const comparable = stored.filter(({ key }) => key <= completeUpTo)
  const stray = comparable.filter((object) => !keysWithRow.has(object.key) && isOld(object, now)).map(({ key }) => key)
  const withheld = areMostAlone(stray, comparable)

  const orphans = withheld ? [] : withDerived.filter((key) => key <= completeUpTo && !keysWithRow.has(key))
  const removed = await removeDerived(files, orphans, calls.left - CALLS_PER_PART)
  calls.left -= removed.calls
  const upTo = removed.count < orphans.length ? (orphans[removed.count - 1] ?? after) : completeUpTo
  const removable = withheld ? [] : stray.filter((key) => key <= upTo)
  calls.left -= await removeKeys(files, removable)

  const checked = rows.filter(({ fileKey }) => fileKey <= upTo)
  const withoutFile = checked.filter(({ fileKey }) => !storedKeys.has(fileKey))
  const areRowsWithheld = areMostAlone(withoutFile, checked)
  const missing = areRowsWithheld ? [] : withoutFile
  const recovered = checked.filter(({ fileKey, lost }) => lost && storedKeys.has(fileKey))
  const position = upTo === END ? '' : upTo
  await repairRows(db, { missing: missing.map(keyOf), recovered: recovered.map(keyOf), position, now })
  calls.left--
  const counts = {
    filesWithoutRow: removable.length,
    filesWithheld: withheld ? stray.length : 0,
    derivedWithoutRow: removed.count,
    rowsWithoutFile: missing.filter((row) => !row.lost).length,
    rowsWithheld: areRowsWithheld ? withoutFile.length : 0,
    rowsChecked: checked.length,
  }
  return { counts, upTo: position }
}

/**
 * Reads the next keys of originals that have derived pictures, rows, and stored originals, and the key up to which all
 * three lists are complete.
 */
async function readNext(db: Db, files: R2Bucket, { after, calls }: { after: string; calls: CallBudget }) {
  // The order matters. Pictures are made only while the row exists, so a listed picture without a row is stray. Files
  // are stored before their rows, so each row that was read must have its file.
  const derived = await listDerivedAfter(files, after, calls)
  const rows = await rowsAfter(db, after)
  calls.left--
  const stored = await listOriginalsAfter(files, after, calls)
  const lastRow = rows.length === KEYS_PER_LIST ? rows.at(-1)?.fileKey : undefined
  const completeUpTo = [derived.upTo, lastRow ?? END, stored.upTo].sort()[0] ?? END
  return { withDerived: derived.keys, rows, stored: stored.objects, completeUpTo }
}

const areMostAlone = (alone: readonly unknown[], all: readonly unknown[]) =>
  alone.length > ALONE_MAX && alone.length > all.length / 2

const isOld = (object: R2Object, now: number) => now - object.uploaded.getTime() > YOUNG_MS

async function removeExpiredUploads(
  db: Db,
  files: R2Bucket,
  { now, calls }: { now: number; calls: CallBudget },
): Promise<number> {
  let count = 0
  for (let round = 0; round < EXPIRED_ROUNDS; round++) {
    const expired = db
      .select({ id: pendingUploads.id })
      .from(pendingUploads)
      .where(lt(pendingUploads.createdAt, now - UPLOAD_RETENTION_HOURS * HOUR_MS))
      .orderBy(pendingUploads.createdAt)
      .limit(DELETE_KEYS_MAX)
    const removed = await db
      .delete(pendingUploads)
      .where(inArray(pendingUploads.id, expired))
      .returning({ fileKey: pendingUploads.fileKey })
    calls.left -= 1 + (await removeUnrotatedOriginals(files, removed.map(keyOf)))
    count += removed.length
    if (removed.length < DELETE_KEYS_MAX) break
  }
  return count
}

type Row = { fileKey: string; lost: number }

const keyOf = ({ fileKey }: { fileKey: string }) => fileKey

/** Tables whose rows are deleted when their file is missing. */
const TABLES_WITH_FILES = [pendingUploads, sketchVersions, sketchFiles] as const

/** Reads the next rows by file key, in the order of R2's lists. */
function rowsAfter(db: Db, after: string): Promise<Row[]> {
  const nextOf = (table: (typeof TABLES_WITH_FILES)[number]) => sql`
      SELECT * FROM (SELECT file_key, 0 FROM ${table} WHERE file_key > ${after} ORDER BY file_key LIMIT ${KEYS_PER_LIST})`
  return db.all<Row>(sql`
    SELECT fileKey, lost FROM (
      SELECT * FROM (SELECT file_key AS fileKey, file_lost_at IS NOT NULL AS lost FROM sketches
        WHERE file_key > ${after} ORDER BY file_key LIMIT ${KEYS_PER_LIST})
      UNION ALL
      ${sql.join(TABLES_WITH_FILES.map(nextOf), sql` UNION ALL `)}
    ) ORDER BY fileKey LIMIT ${KEYS_PER_LIST}`)
}

/** Deletes or marks the rows of missing files, unmarks recovered sketches, and stores the position. */
async function repairRows(
  db: Db,
  { missing, recovered, position, now }: { missing: string[]; recovered: string[]; position: string; now: number },
): Promise<void> {
  const isMissing = sql`file_key IN (SELECT value FROM json_each(${JSON.stringify(missing)}))`
  const isRecovered = sql`file_key IN (SELECT value FROM json_each(${JSON.stringify(recovered)}))`
  const repairs = [
    countAttachedBytesWithout(db, isMissing),
    ...TABLES_WITH_FILES.map((table) => db.delete(table).where(isMissing)),
    db.update(sketches).set({ fileLostAt: now }).where(sql`${isMissing} AND file_lost_at IS NULL`),
    db.update(sketches).set({ fileLostAt: null }).where(isRecovered),
  ]
  await db.batch([
    db
      .insert(sweepPositions)
      .values({ name: SWEEP, position })
      .onConflictDoUpdate({ target: sweepPositions.name, set: { position } }),
    ...(missing.length + recovered.length > 0 ? repairs : []),
  ])
}

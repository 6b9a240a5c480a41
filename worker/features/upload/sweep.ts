import { eq, inArray, lt, sql } from 'drizzle-orm'
import { UPLOAD_KEPT_HOURS } from '../../../contract/limits.ts'
import type { Db } from '../../lib/db.ts'
import { ORIGINALS, removePicture } from '../../lib/files.ts'
import { sketches } from '../sketches/schema.ts'
import { sweeps, uploads } from './schema.ts'

const HOUR_MS = 3_600_000
/** A file this young may still be on its way to its row. */
const YOUNG_MS = HOUR_MS
const EXPIRED_AT_ONCE = 100
const AT_ONCE = 1000
const END = '\u{10ffff}'
const SWEEP = 'originals'

/** What a sweep found and repaired. */
export type Sweep = { expired: number; filesWithoutRow: number; rowsWithoutFile: number; rowsFound: number }

/**
 * Proves, a piece at a time, that every original has a row and every row its original, and repairs what does not
 * match: files without a row are removed, uploads without a file are forgotten, sketches without a file leave the
 * lists until the file is back. Uploads that nobody posted for a day go too.
 */
export async function sweepFiles(db: Db, files: R2Bucket, now: number): Promise<Sweep> {
  const expired = await dropExpired(db, files, now)
  const after = (await db.select().from(sweeps).where(eq(sweeps.name, SWEEP)).get())?.position ?? ''
  // Rows first: a file is always there before its row, so a row that was seen must have its file.
  const rows = await rowsAfter(db, after)
  const page = await files.list({ prefix: ORIGINALS, startAfter: after || undefined, limit: AT_ONCE })
  const upTo = endOf(page, rows)
  const known = new Map(rows.map((row) => [row.fileKey, row]))
  const stored = new Set(page.objects.map((object) => object.key))
  const isOld = (object: R2Object) => now - object.uploaded.getTime() > YOUNG_MS
  const stray = page.objects.filter(({ key }) => key <= upTo && !known.has(key)).filter(isOld)
  for (const object of stray) await removePicture(files, object.key)
  const bare = rows.filter(({ fileKey }) => fileKey <= upTo && !stored.has(fileKey))
  const found = rows.filter(({ fileKey, lost }) => lost && stored.has(fileKey))
  await repairRows(db, bare.map(keyOf), found.map(keyOf), now)
  const position = upTo === END ? '' : upTo
  await db
    .insert(sweeps)
    .values({ name: SWEEP, position })
    .onConflictDoUpdate({ target: sweeps.name, set: { position } })
  return {
    expired,
    filesWithoutRow: stray.length,
    rowsWithoutFile: bare.filter((row) => !row.lost).length,
    rowsFound: rows.filter(({ fileKey }) => fileKey <= upTo).length,
  }
}

async function dropExpired(db: Db, files: R2Bucket, now: number): Promise<number> {
  const gone = await db
    .delete(uploads)
    .where(
      inArray(
        uploads.id,
        db
          .select({ id: uploads.id })
          .from(uploads)
          .where(lt(uploads.createdAt, now - UPLOAD_KEPT_HOURS * HOUR_MS))
          .orderBy(uploads.createdAt)
          .limit(EXPIRED_AT_ONCE),
      ),
    )
    .returning({ fileKey: uploads.fileKey })
  for (const { fileKey } of gone) await removePicture(files, fileKey)
  return gone.length
}

type Row = { fileKey: string; lost: number }

const keyOf = (row: Row) => row.fileKey

/** The rows whose file key comes next, in the order in which R2 lists. */
function rowsAfter(db: Db, after: string): Promise<Row[]> {
  return db.all<Row>(sql`
    SELECT fileKey, lost FROM (
      SELECT * FROM (SELECT file_key AS fileKey, file_lost_at IS NOT NULL AS lost FROM sketches
        WHERE file_key > ${after} ORDER BY file_key LIMIT ${AT_ONCE})
      UNION ALL
      SELECT * FROM (SELECT file_key, 0 FROM uploads WHERE file_key > ${after} ORDER BY file_key LIMIT ${AT_ONCE})
    ) ORDER BY fileKey LIMIT ${AT_ONCE}`)
}

/** How far both lists reach: the last key of the shorter one that goes on, or the end. */
function endOf(page: R2Objects, rows: Row[]): string {
  const lastFile = page.truncated ? page.objects.at(-1)?.key : undefined
  const lastRow = rows.length === AT_ONCE ? rows.at(-1)?.fileKey : undefined
  return [lastFile ?? END, lastRow ?? END].sort()[0] ?? END
}

async function repairRows(db: Db, bare: string[], found: string[], now: number): Promise<void> {
  if (bare.length === 0 && found.length === 0) return
  const isBare = sql`file_key IN (SELECT value FROM json_each(${JSON.stringify(bare)}))`
  const isFound = sql`file_key IN (SELECT value FROM json_each(${JSON.stringify(found)}))`
  await db.batch([
    db.delete(uploads).where(isBare),
    db.update(sketches).set({ fileLostAt: now }).where(sql`${isBare} AND file_lost_at IS NULL`),
    db.update(sketches).set({ fileLostAt: null }).where(isFound),
  ])
}

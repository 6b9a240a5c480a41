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
const FILES_AT_ONCE = 1000
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
  const page = await files.list({ prefix: ORIGINALS, startAfter: after || undefined, limit: FILES_AT_ONCE })
  const upTo = page.truncated ? (page.objects.at(-1)?.key ?? '') : ''
  const rows = await rowsBetween(db, after, upTo)
  const known = new Map(rows.map((row) => [row.fileKey, row]))
  const stored = new Set(page.objects.map((object) => object.key))
  const stray = page.objects.filter((object) => !known.has(object.key) && now - object.uploaded.getTime() > YOUNG_MS)
  for (const object of stray) await removePicture(files, object.key)
  const bare = rows.filter((row) => !stored.has(row.fileKey))
  await repairRows(
    db,
    bare.map((row) => row.fileKey),
    rows.filter((row) => stored.has(row.fileKey) && row.lost).map((row) => row.fileKey),
    now,
  )
  await db
    .insert(sweeps)
    .values({ name: SWEEP, position: upTo })
    .onConflictDoUpdate({ target: sweeps.name, set: { position: upTo } })
  return {
    expired,
    filesWithoutRow: stray.length,
    rowsWithoutFile: bare.filter((row) => !row.lost).length,
    rowsFound: rows.length,
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

/** Rows whose file key is after the one and up to the other; an empty `upTo` means to the end. */
function rowsBetween(db: Db, after: string, upTo: string): Promise<Row[]> {
  const end = upTo || '\u{10ffff}'
  return db.all<Row>(sql`
    SELECT file_key AS fileKey, file_lost_at IS NOT NULL AS lost FROM sketches WHERE file_key > ${after} AND file_key <= ${end}
    UNION ALL
    SELECT file_key, 0 FROM uploads WHERE file_key > ${after} AND file_key <= ${end}`)
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
